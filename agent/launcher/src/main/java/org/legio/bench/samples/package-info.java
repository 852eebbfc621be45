/** What has been measured. */
package org.legio.bench.samples;
