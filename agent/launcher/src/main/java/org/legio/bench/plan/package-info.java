/** What is to be run, in which order. */
package org.legio.bench.plan;
