/** Samples: measured numbers, and the file that keeps them. */
package org.legio.bench.samples;
