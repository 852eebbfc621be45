package mpi;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.spi.ToolProvider;

/** What {@code javap -p -s} says of a set of classes, one line for each class and each member. */
record ApiListing(Set<String> lines) {
  static ApiListing parse(Iterable<String> javapLines) {
    Set<String> lines = new TreeSet<>();
    String type = "";
    String member = "";
    for (String line : javapLines) {
      String text = line.strip();
      if (text.endsWith("{") && !line.startsWith(" ")) {
        type = text.substring(0, text.length() - 1).strip();
        lines.add(type);
      } else if (text.startsWith("descriptor: ")) {
        lines.add(type + " | " + member + " | " + text);
      } else {
        member = text;
      }
    }
    return new ApiListing(lines);
  }

  static ApiListing ofClassFiles(List<String> classFiles) {
    ToolProvider javap =
        ToolProvider.findFirst("javap")
            .orElseThrow(() -> new AssertionError("This JDK has no javap"));
    List<String> arguments = new ArrayList<>(List.of("-p", "-s"));
    arguments.addAll(classFiles);
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int status =
        javap.run(new PrintWriter(out), new PrintWriter(err), arguments.toArray(new String[0]));
    if (status != 0) {
      throw new AssertionError("javap ended with status " + status + ": " + err);
    }
    return parse(out.toString().lines().toList());
  }

  /**
   * Lines of the other listing that are not in this one, marked as missing, and the reverse, marked
   * as extra.
   */
  List<String> differencesFrom(ApiListing expected) {
    List<String> differences = new ArrayList<>();
    expected.lines.stream()
        .filter(l -> !lines.contains(l))
        .forEach(l -> differences.add("missing: " + l));
    lines.stream()
        .filter(l -> !expected.lines.contains(l))
        .forEach(l -> differences.add("extra:   " + l));
    return differences;
  }
}
