package org.legio.libmpi;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The table of natives, read from {@code natives.txt}, whose head explains it. */
final class NativeTable {
  private static final String RESOURCE = "natives.txt";

  /** Rows by the native's class and name, as in {@code mpi.Comm.send}. */
  private final Map<String, String> rows = new LinkedHashMap<>();

  NativeTable() {
    String owner = "";
    for (String line : text().split("\n")) {
      int open = line.indexOf('(');
      if (line.startsWith("#") || line.isEmpty()) {
        continue;
      }
      if (open < 0) {
        owner = line;
      } else {
        add(owner + "." + line.substring(0, open), line.substring(open));
      }
    }
  }

  private void add(String name, String row) {
    if (rows.put(name, row) != null) {
      throw new IllegalStateException(RESOURCE + " has two rows for " + name);
    }
  }

  private static String text() {
    try (InputStream in = NativeTable.class.getResourceAsStream(RESOURCE)) {
      if (in == null) {
        throw new IllegalStateException(RESOURCE + " is missing beside NativeTable");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The row of a native; null if there is none. */
  @Nullable NativeRow find(String owner, String name) {
    String row = rows.get(owner + "." + name);
    return row == null ? null : NativeRow.parse(row);
  }

  /** The natives that have rows, by class and name. */
  Set<String> names() {
    return rows.keySet();
  }
}
