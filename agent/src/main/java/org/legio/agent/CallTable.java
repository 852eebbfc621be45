package org.legio.agent;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The table of calls: one {@link Call} for each native of the binding, read from {@code calls.txt}
 * beside this class.
 *
 * <p>Every JVM of a job reads it at its start, so without regular expressions and streams, whose
 * first use loads dozens of classes.
 */
public final class CallTable {
  private static final String RESOURCE = "calls.txt";
  private static final String BETWEEN_COLUMNS = " | ";
  private static final int COLUMNS = 6;
  private static final String SELF = "SELF";

  private final List<Call> calls;

  private CallTable(List<Call> calls) {
    this.calls = calls;
  }

  /** Reads the table. */
  public static CallTable load() {
    try (InputStream in = CallTable.class.getResourceAsStream(RESOURCE)) {
      if (in == null) {
        throw new IllegalStateException(RESOURCE + " is missing beside CallTable");
      }
      BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
      List<Call> calls = new ArrayList<>();
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (!line.startsWith("#")) {
          calls.add(parse(line));
        }
      }
      return new CallTable(calls);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Call parse(String line) {
    String[] columns = columnsOf(line);
    int descriptor = columns[1].indexOf('(');
    List<String> parameters = columns[3].equals("-") ? List.of() : List.of(columns[3].split(" "));
    boolean wantsSelf = !parameters.isEmpty() && parameters.get(0).equals(SELF);
    return new Call(
        columns[0],
        columns[1].substring(0, descriptor),
        columns[1].substring(descriptor),
        CallClass.valueOf(columns[2]),
        wantsSelf,
        wantsSelf ? parameters.subList(1, parameters.size()) : parameters,
        columns[4].equals("-") ? "" : columns[4],
        Treatment.parse(columns[5]));
  }

  private static String[] columnsOf(String line) {
    String[] columns = new String[COLUMNS];
    int begin = 0;
    for (int column = 0; column < COLUMNS - 1; column++) {
      int end = line.indexOf(BETWEEN_COLUMNS, begin);
      if (end < 0) {
        throw new IllegalStateException(
            RESOURCE + " has a row of " + (column + 1) + " columns, not " + COLUMNS + ": " + line);
      }
      columns[column] = line.substring(begin, end);
      begin = end + BETWEEN_COLUMNS.length();
    }
    columns[COLUMNS - 1] = line.substring(begin);
    return columns;
  }

  /** All rows. */
  public List<Call> calls() {
    return calls;
  }

  /** The names that users know calls by, as in {@code allReduce}. */
  public Set<String> names() {
    Set<String> names = new TreeSet<>();
    for (Call call : calls) {
      names.add(call.publicName());
    }
    return names;
  }
}
