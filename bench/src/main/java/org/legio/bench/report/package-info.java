/** Makes the page that shows the results of a suite. */
package org.legio.bench.report;
