package org.legio.agent;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The table of calls: one {@link Call} for each native of the binding, read from {@code calls.txt}
 * beside this class. Thread-safe.
 *
 * <p>A JVM of a job may read it at its start. So the code uses no regular expressions, streams or
 * lambdas, whose first use loads dozens of classes, and it parses only the rows of classes that are
 * loaded.
 */
public final class CallTable {
  private static final String RESOURCE = "calls.txt";
  private static final String BETWEEN_COLUMNS = " | ";
  private static final int COLUMNS = 6;
  private static final String SELF = "SELF";

  private @Nullable Map<String, List<String>> rowsByOwner;

  /** The rows, read when the first is asked for: most JVMs find their classes woven. */
  private synchronized Map<String, List<String>> rows() {
    Map<String, List<String>> rows = rowsByOwner;
    if (rows == null) {
      try (InputStream in = CallTable.class.getResourceAsStream(RESOURCE)) {
        if (in == null) {
          throw new IllegalStateException(RESOURCE + " is missing beside CallTable");
        }
        rows = rowsByOwner(new String(in.readAllBytes(), StandardCharsets.UTF_8));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      rowsByOwner = rows;
    }
    return rows;
  }

  private static Map<String, List<String>> rowsByOwner(String text) {
    Map<String, List<String>> rows = new LinkedHashMap<>();
    for (String line : text.split("\n")) {
      if (!line.startsWith("#")) {
        String owner = line.substring(0, Math.max(line.indexOf(BETWEEN_COLUMNS), 0));
        List<String> ofOwner = rows.get(owner);
        if (ofOwner == null) {
          ofOwner = new ArrayList<>();
          rows.put(owner, ofOwner);
        }
        ofOwner.add(line);
      }
    }
    return rows;
  }

  private static Call parse(String line) {
    String[] columns = columnsOf(line);
    int descriptor = columns[1].indexOf('(');
    List<String> parameters = columns[3].equals("-") ? List.of() : List.of(columns[3].split(" "));
    boolean wantsSelf = !parameters.isEmpty() && parameters.get(0).equals(SELF);
    return new Call(
        new Call.Native(
            columns[0], columns[1].substring(0, descriptor), columns[1].substring(descriptor)),
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
    List<Call> calls = new ArrayList<>();
    for (String owner : rows().keySet()) {
      calls.addAll(callsOf(owner));
    }
    return calls;
  }

  /** The rows of a class, by its binary name; none if it is not in the table. */
  List<Call> callsOf(String owner) {
    List<Call> calls = new ArrayList<>();
    for (String row : rows().getOrDefault(owner, List.of())) {
      calls.add(parse(row));
    }
    return calls;
  }

  /** The names that users know calls by, as in {@code allReduce}. */
  public Set<String> names() {
    Set<String> names = new TreeSet<>();
    for (Call call : calls()) {
      names.add(call.publicName());
    }
    return names;
  }
}
