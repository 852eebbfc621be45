package org.legio.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * Notices when mpirun says on standard error that it gives the job up because a host is gone. Its
 * exit status, which may be 0 then, does not tell.
 */
final class LostHost {
  /**
   * How Open MPI 5's mpirun says it (PRRTE's help text {@code node-died}); that of Open MPI 6,
   * which goes on, begins the same way, but not with this line.
   */
  private static final String SAID_BY_MPIRUN = "We cannot recover from this failure";

  private static final String MESSAGE =
      "legio: a host is lost, and the mpirun of Open MPI 5 ends the whole job then, though its other"
          + " ranks could go on. Run it again without that host, or use Open MPI 6, whose mpirun"
          + " goes on without it (docs/user/clusters.md)";

  private String recent = "";
  private boolean isNoticed;

  /**
   * Hands on what a job says until it says no more.
   *
   * @param from what it says
   * @param to gets every byte of it, at once
   */
  void passOn(InputStream from, OutputStream to) {
    byte[] bytes = new byte[8192];
    try {
      for (int count = from.read(bytes); count >= 0; count = from.read(bytes)) {
        to.write(bytes, 0, count);
        to.flush();
        hear(new String(bytes, 0, count, StandardCharsets.ISO_8859_1));
      }
    } catch (IOException e) {
      throw new UncheckedIOException("what the job says cannot be handed on", e);
    }
  }

  /** Hears the next of what the job says. */
  void hear(String said) {
    recent += said;
    isNoticed |= recent.contains(SAID_BY_MPIRUN);
    recent = recent.substring(Math.max(0, recent.length() - SAID_BY_MPIRUN.length()));
  }

  /**
   * How the job has ended: with status 1 if it was given up with status 0, which is told, too.
   *
   * @param end as mpirun says
   */
  JobEnd end(JobEnd end, PrintStream err) {
    if (!isNoticed) {
      return end;
    }
    err.println(MESSAGE);
    return end.status() == 0 ? end.withStatus(1) : end;
  }
}
