package org.legio.agent;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The table of calls: one {@link Call} for each native of the binding, read from {@code calls.txt}
 * beside this class.
 */
public final class CallTable {
  private static final String RESOURCE = "calls.txt";
  private static final Pattern COLUMNS = Pattern.compile(" \\| ");

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
      return new CallTable(
          lines
              .lines()
              .filter(line -> !line.startsWith("#"))
              .map(CallTable::parse)
              .collect(Collectors.toList()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Call parse(String line) {
    String[] columns = COLUMNS.split(line);
    int descriptor = columns[1].indexOf('(');
    return new Call(
        columns[0],
        columns[1].substring(0, descriptor),
        columns[1].substring(descriptor),
        CallClass.valueOf(columns[2]),
        columns[3].equals("-") ? List.of() : List.of(columns[3].split(" ")),
        columns[4].equals("-") ? "" : columns[4],
        Treatment.parse(columns[5]));
  }

  /** All rows. */
  public List<Call> calls() {
    return calls;
  }

  /** The names that users know calls by, as in {@code allReduce}. */
  public Set<String> names() {
    return calls.stream().map(Call::publicName).collect(Collectors.toCollection(TreeSet::new));
  }
}
