package org.legio.bench.statistics;

import org.legio.bench.samples.Sample;

/**
 * What samples have in common that are one number in the report.
 *
 * @param part of the suite
 * @param configuration what lay beneath the program
 * @param operation what was done
 * @param ranks how many there were at first
 * @param bytes of a message or block; 0 where there is none
 * @param unit of the values
 */
public record Cell(
    String part, String configuration, String operation, int ranks, int bytes, String unit) {

  static Cell of(Sample sample) {
    return new Cell(
        sample.part(),
        sample.configuration(),
        sample.operation(),
        sample.ranks(),
        sample.bytes(),
        sample.unit());
  }
}
