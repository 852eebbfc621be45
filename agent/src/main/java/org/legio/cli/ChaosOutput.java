package org.legio.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** What a run prints, kept, and passed on as it comes. */
final class ChaosOutput {
  private final List<String> out = Collections.synchronizedList(new ArrayList<>());
  private final List<String> err = Collections.synchronizedList(new ArrayList<>());

  /** Takes a line of standard output and passes it on. */
  void out(String line, PrintStream to) {
    keep(out, line, to);
  }

  /** Takes a line of standard error and passes it on. */
  void err(String line, PrintStream to) {
    keep(err, line, to);
  }

  /** Zero bytes, which mpirun strews in, are left out. */
  private static void keep(List<String> lines, String line, PrintStream to) {
    String text = line.replace("\0", "");
    lines.add(text);
    to.println(text);
  }

  /** The lines of standard output. */
  List<String> out() {
    return List.copyOf(out);
  }

  /**
   * Writes both, and what is said about the run, into a folder.
   *
   * @param plan the options that ask for its plan, a word a line
   * @param repetition the command that runs it again
   */
  void writeInto(Path folder, List<String> plan, List<String> verdict, String repetition) {
    try {
      Files.createDirectories(folder);
      Files.write(folder.resolve("stdout.txt"), out(), Charset.defaultCharset());
      Files.write(folder.resolve("stderr.txt"), List.copyOf(err), Charset.defaultCharset());
      Files.write(folder.resolve("plan.txt"), plan, Charset.defaultCharset());
      Files.writeString(folder.resolve("repeat.txt"), repetition + "\n");
      Files.write(folder.resolve("verdict.txt"), verdict, Charset.defaultCharset());
    } catch (IOException e) {
      throw new UncheckedIOException("a run cannot be kept in " + folder, e);
    }
  }
}
