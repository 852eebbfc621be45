package org.legio.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;

/** The standard input of a job. */
interface JobInput {
  /** Nothing to read. */
  JobInput NONE = (mpirun, folder) -> mpirun.redirectInput(Programs.NOTHING);

  /** This process's own, which mpirun reads itself. */
  JobInput INHERITED = (mpirun, folder) -> mpirun.redirectInput(ProcessBuilder.Redirect.INHERIT);

  /**
   * This process's own. A terminal stays one; all else gets to the ranks byte for byte.
   *
   * @param in it
   * @param isReadHere whether rank 0 reads it, nobody else does, and that is on this host
   */
  static JobInput ofThisProcess(InputStream in, boolean isReadHere) {
    return Terminal.isAt(Terminal.STANDARD_INPUT) || Terminal.isNothingAt(Terminal.STANDARD_INPUT)
        ? INHERITED
        : new ForwardedInput(in, isReadHere);
  }

  /**
   * Says how mpirun is to be started.
   *
   * @param folder the job's, empty and for its files alone
   */
  void prepare(ProcessBuilder mpirun, Path folder) throws IOException;

  /** Called when mpirun has been started. */
  default void begin(Process mpirun) {}
}
