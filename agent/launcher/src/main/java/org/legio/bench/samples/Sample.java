package org.legio.bench.samples;

import java.util.Locale;

/**
 * One number that has been measured.
 *
 * @param part of the suite
 * @param configuration what lay beneath the program
 * @param operation what was done
 * @param ranks how many there were at first
 * @param bytes of a message or block; 0 where there is none
 * @param round of the suite, from 0
 * @param value what it took
 * @param unit of the value
 * @param noise how many times as long as alone things took on this machine meanwhile
 */
public record Sample(
    String part,
    String configuration,
    String operation,
    int ranks,
    int bytes,
    int round,
    double value,
    String unit,
    double noise) {
  /** The first line of a file of samples. */
  static final String HEADER = "part,configuration,operation,ranks,bytes,round,value,unit,noise";

  private static final int FIELDS = 9;

  /** The noise above which a sample counts as disturbed. */
  private static final double MOST_NOISE = 1.25;

  /** Refuses what would not come back from a file as it went there. */
  public Sample {
    for (String text : new String[] {part, configuration, operation, unit}) {
      if (text.isEmpty() || text.indexOf(',') >= 0 || text.indexOf('\n') >= 0) {
        throw new IllegalArgumentException("\"" + text + "\" cannot stand between two commas");
      }
    }
  }

  /** Whether something else has had too much of the machine meanwhile. */
  public boolean isDisturbed() {
    return noise > MOST_NOISE;
  }

  /** It as a line of the file. */
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
        value,
        unit,
        noise);
  }

  /** Reads such a line. */
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
        Double.parseDouble(fields[6]),
        fields[7],
        Double.parseDouble(fields[8]));
  }
}
