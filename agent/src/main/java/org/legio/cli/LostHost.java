package org.legio.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * Hands on what a job says on standard error and notices when mpirun says there that it gives the
 * job up because a host is gone. Its exit status, which may be 0 then, does not tell.
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
          + " goes on without it (docs/clusters.md)";

  private final InputStream from;
  private final OutputStream to;
  private boolean isNoticed;

  /**
   * Listens to a job.
   *
   * @param from what the job says
   * @param to gets every byte of it, at once
   */
  LostHost(InputStream from, OutputStream to) {
    this.from = from;
    this.to = to;
  }

  /** Listens until the job says no more. */
  LostHost listen() {
    byte[] bytes = new byte[8192];
    String recent = "";
    try {
      for (int count = from.read(bytes); count >= 0; count = from.read(bytes)) {
        to.write(bytes, 0, count);
        to.flush();
        recent += new String(bytes, 0, count, StandardCharsets.ISO_8859_1);
        isNoticed |= recent.contains(SAID_BY_MPIRUN);
        recent = recent.substring(Math.max(0, recent.length() - SAID_BY_MPIRUN.length()));
      }
    } catch (IOException e) {
      throw new UncheckedIOException("what the job says cannot be handed on", e);
    }
    return this;
  }

  /**
   * The exit status to end with: 1 for a job that was given up with status 0, which is said on
   * standard error, too.
   *
   * @param status mpirun's
   */
  int status(int status) {
    if (!isNoticed) {
      return status;
    }
    try {
      to.write((MESSAGE + System.lineSeparator()).getBytes(StandardCharsets.UTF_8));
      to.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(MESSAGE, e);
    }
    return status == 0 ? 1 : status;
  }
}
