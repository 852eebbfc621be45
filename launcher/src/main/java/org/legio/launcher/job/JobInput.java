package org.legio.launcher.job;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import org.legio.launcher.machine.Programs;
import org.legio.launcher.machine.Terminal;

/** The standard input of a job. */
public interface JobInput {
  /** Empty input. */
  JobInput NONE = (mpirun, folder) -> mpirun.redirectInput(Programs.NOTHING);

  /** This process's own input, which mpirun reads itself. */
  JobInput INHERITED = (mpirun, folder) -> mpirun.redirectInput(ProcessBuilder.Redirect.INHERIT);

  /**
   * This process's own input. A terminal stays a terminal; anything else is forwarded byte for
   * byte.
   *
   * @param in the input
   * @param isReadHere whether only rank 0 reads it, and rank 0 is on this host
   */
  static JobInput ofThisProcess(InputStream in, boolean isReadHere) {
    return Terminal.isAt(Terminal.STANDARD_INPUT) || Terminal.isNothingAt(Terminal.STANDARD_INPUT)
        ? INHERITED
        : new ForwardedInput(in, isReadHere);
  }

  /**
   * Prepares the start of mpirun.
   *
   * @param folder an empty folder for the files of this input
   */
  void prepare(ProcessBuilder mpirun, Path folder) throws IOException;

  /** Called when mpirun has been started. */
  default void begin(Process mpirun) {}
}
