/** One page that shows what has been measured. */
package org.legio.bench.report;
