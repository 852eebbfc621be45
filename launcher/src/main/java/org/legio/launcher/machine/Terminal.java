package org.legio.launcher.machine;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds out whether this process has a terminal, and its size. */
public final class Terminal {
  public static final int STANDARD_INPUT = 0;
  public static final int STANDARD_OUTPUT = 1;
  public static final int STANDARD_ERROR = 2;

  private static final long PATIENCE_MS = 2000;
  private static final Size USUAL = new Size(24, 80);
  private static final Pattern ROWS_AND_COLUMNS = Pattern.compile("(\\d+) (\\d+)\\s*");

  private Terminal() {}

  /** The size of a terminal, in characters. */
  public record Size(int rows, int columns) {}

  /** Whether one of this process's standard streams is a terminal's. */
  public static boolean isAt(int stream) {
    String target = target(stream);
    return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty");
  }

  /** Whether one of this process's standard streams goes nowhere. */
  public static boolean isNothingAt(int stream) {
    String target = target(stream);
    return target.isEmpty() || target.equals(Programs.NOTHING.getPath());
  }

  private static String target(int stream) {
    try {
      return Files.readSymbolicLink(Path.of("/proc/self/fd/" + stream)).toString();
    } catch (IOException e) {
      return ""; // closed, or no such folder
    }
  }

  /** Its current size; a usual size if it is unknown. */
  public static Size size() {
    try {
      Process stty =
          new ProcessBuilder("stty", "size")
              .redirectInput(new File("/dev/tty"))
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      if (!stty.waitFor(PATIENCE_MS, TimeUnit.MILLISECONDS)) {
        stty.destroyForcibly();
        return USUAL;
      }
      String said = new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
      Matcher size = ROWS_AND_COLUMNS.matcher(said);
      return size.matches() && !size.group(1).equals("0")
          ? new Size(Integer.parseInt(size.group(1)), Integer.parseInt(size.group(2)))
          : USUAL;
    } catch (IOException e) {
      return USUAL; // no controlling terminal, or no stty
    } catch (InterruptedException e) {
      throw Programs.interrupted(List.of("stty"), e);
    }
  }
}
