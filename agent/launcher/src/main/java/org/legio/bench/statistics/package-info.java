/** What samples have in common. */
package org.legio.bench.statistics;
