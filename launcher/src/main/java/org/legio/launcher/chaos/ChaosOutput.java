package org.legio.launcher.chaos;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;

/** Keeps the output of a run and, if wanted, passes it on at once. */
public final class ChaosOutput {
  private final List<String> out = Collections.synchronizedList(new ArrayList<>());
  private final List<String> err = Collections.synchronizedList(new ArrayList<>());
  private final PrintStream outTo;
  private final PrintStream errTo;

  private ChaosOutput(PrintStream outTo, PrintStream errTo) {
    this.outTo = outTo;
    this.errTo = errTo;
  }

  /** Output that is kept and passed on. */
  public static ChaosOutput passedOn(PrintStream outTo, PrintStream errTo) {
    return new ChaosOutput(outTo, errTo);
  }

  /** Output that is only kept. */
  public static ChaosOutput keptOnly() {
    PrintStream nowhere =
        new PrintStream(OutputStream.nullOutputStream(), false, Charset.defaultCharset());
    return new ChaosOutput(nowhere, nowhere);
  }

  /** Takes a line of standard output. */
  public void out(String line) {
    keep(out, line, outTo);
  }

  /** Takes a line of standard error. */
  public void err(String line) {
    keep(err, line, errTo);
  }

  /** Keeps a line without its zero bytes, which mpirun sometimes inserts. */
  private static void keep(List<String> lines, String line, PrintStream to) {
    String text = line.replace("\0", "");
    lines.add(text);
    to.println(text);
  }

  /** The lines of standard output. */
  public List<String> out() {
    return List.copyOf(out);
  }

  /** The last lines of standard output, so many at most, then those of standard error. */
  public List<String> lastLines(int most) {
    return Stream.of(out(), List.copyOf(err))
        .flatMap(lines -> lines.stream().skip(Math.max(0, lines.size() - most)))
        .toList();
  }

  /** Writes both outputs and the result of the run into a folder. */
  public void writeInto(Path folder, ChaosResult result) {
    try {
      Files.createDirectories(folder);
      Files.write(folder.resolve("stdout.txt"), out(), Charset.defaultCharset());
      Files.write(folder.resolve("stderr.txt"), List.copyOf(err), Charset.defaultCharset());
      Files.write(folder.resolve("plan.txt"), result.plan().options(), Charset.defaultCharset());
      Files.writeString(folder.resolve("repeat.txt"), result.repetition() + "\n");
      Files.write(folder.resolve("verdict.txt"), result.lines(), Charset.defaultCharset());
    } catch (IOException e) {
      throw new UncheckedIOException("a run cannot be kept in " + folder, e);
    }
  }
}
