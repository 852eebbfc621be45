/** Plans the runs of a suite and their order. */
package org.legio.bench.plan;
