package org.legio.bench.statistics;

import org.legio.bench.samples.Sample;

/**
 * The common properties of all samples that become one number in the report.
 *
 * @param part the part of the suite
 * @param configuration the layer beneath the program
 * @param operation the name of the measured operation
 * @param ranks the number of ranks at the start
 * @param bytes the size of a message or block, in bytes; 0 where there is none
 * @param unit the unit of the values
 */
public record Cell(
    String part, String configuration, String operation, int ranks, int bytes, String unit) {

  /** The same in another configuration. */
  Cell at(String other) {
    return new Cell(part, other, operation, ranks, bytes, unit);
  }

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
