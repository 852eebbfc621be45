/** Carries out the planned runs and keeps their samples. */
package org.legio.bench.run;
