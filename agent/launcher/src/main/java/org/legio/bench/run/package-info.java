/** Runs what is planned and keeps what it says. */
package org.legio.bench.run;
