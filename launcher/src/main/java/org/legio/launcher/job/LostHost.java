package org.legio.launcher.job;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.legio.ulfm.messages.ExitStatus;

/**
 * Notices when mpirun reports on standard error that it gives the job up because a host is gone.
 * Its exit status may be 0 then, so it is no help.
 */
public final class LostHost {
  /**
   * The line by which Open MPI 5's mpirun gives up (PRRTE's help text {@code node-died}). Open MPI
   * 6 continues instead; its text begins the same way, but does not have this line.
   */
  private static final String SAID_BY_MPIRUN = "We cannot recover from this failure";

  private static final String MESSAGE =
      "legio: a host is lost, and the mpirun of Open MPI 5 ends the whole job then, though its"
          + " other ranks could continue. Run it again without that host, or use Open MPI 6, whose"
          + " mpirun continues without it (docs/guide/clusters.md)";

  private String recent = "";
  private boolean isNoticed;

  /**
   * Passes on the output of a job until its end.
   *
   * @param from the output
   * @param to gets every byte at once
   */
  public void passOn(InputStream from, OutputStream to) {
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

  /** Reads the next part of the job's output. */
  public void hear(String said) {
    recent += said;
    isNoticed |= recent.contains(SAID_BY_MPIRUN);
    recent = recent.substring(Math.max(0, recent.length() - SAID_BY_MPIRUN.length()));
  }

  /**
   * Corrects the end of the job: status 1 instead of 0, with a message, if mpirun has given it up.
   *
   * @param end the end that mpirun reports
   */
  public JobEnd end(JobEnd end, PrintStream err) {
    if (!isNoticed) {
      return end;
    }
    err.println(MESSAGE);
    return end.status() == 0 ? end.withStatus(ExitStatus.FAILURE.number()) : end;
  }
}
