/** Plots, as SVG. */
package org.legio.bench.plot;
