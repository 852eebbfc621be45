package org.legio.bench.samples;

import java.util.Locale;

/**
 * One measured number.
 *
 * @param part the part of the suite
 * @param configuration the layer beneath the program
 * @param operation the name of the measured operation
 * @param ranks the number of ranks at the start
 * @param bytes the size of a message or block, in bytes; 0 where there is none
 * @param round the round of the suite, from 0
 * @param measured the number
 */
public record Sample(
    String part,
    String configuration,
    String operation,
    int ranks,
    int bytes,
    int round,
    Measured measured) {

  /**
   * A number, and how far it can be trusted.
   *
   * @param value the measured value
   * @param unit the unit of the value
   * @param noise the factor by which other programs slowed down this machine in the meantime
   */
  public record Measured(double value, String unit, double noise) {}

  /** The first line of a file of samples. */
  static final String HEADER = "part,configuration,operation,ranks,bytes,round,value,unit,noise";

  private static final int FIELDS = 9;

  /** The noise above which a sample counts as disturbed. */
  private static final double MAX_NOISE = 1.25;

  /** Refuses texts that could not be read back from a file unchanged. */
  public Sample {
    for (String text : new String[] {part, configuration, operation, measured.unit()}) {
      if (text.isEmpty() || text.indexOf(',') >= 0 || text.indexOf('\n') >= 0) {
        throw new IllegalArgumentException("\"" + text + "\" cannot stand between two commas");
      }
    }
  }

  /** The measured value. */
  public double value() {
    return measured.value();
  }

  /** Its unit. */
  public String unit() {
    return measured.unit();
  }

  /** Whether other programs used too much of the machine in the meantime. */
  public boolean isDisturbed() {
    return measured.noise() > MAX_NOISE;
  }

  /** The sample as a line of the file. */
  String line() {
    return String.format(
        Locale.ROOT,
        "%s,%s,%s,%d,%d,%d,%.4f,%s,%.2f",
        part,
        configuration,
        operation,
        ranks,
        bytes,
        round,
        measured.value(),
        measured.unit(),
        measured.noise());
  }

  /** Reads a line that {@link #line} has made. */
  static Sample parse(String line) {
    String[] fields = line.split(",", -1);
    if (fields.length != FIELDS) {
      throw new IllegalArgumentException(
          "\"" + line + "\" has " + fields.length + " fields, not " + FIELDS);
    }
    return new Sample(
        fields[0],
        fields[1],
        fields[2],
        Integer.parseInt(fields[3]),
        Integer.parseInt(fields[4]),
        Integer.parseInt(fields[5]),
        new Measured(Double.parseDouble(fields[6]), fields[7], Double.parseDouble(fields[8])));
  }
}
