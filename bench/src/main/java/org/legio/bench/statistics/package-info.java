/** Statistics: groups samples and summarises them. */
package org.legio.bench.statistics;
