/** Statistics: groups samples and summarizes them. */
package org.legio.bench.statistics;
