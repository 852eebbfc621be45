package org.legio.launcher.job;

import java.io.IOException;
import java.nio.file.Path;
import org.legio.launcher.machine.Programs;

/** The standard input of a job. */
public interface JobInput {
  /** Empty input. */
  JobInput NONE = (mpirun, folder) -> mpirun.redirectInput(Programs.NOTHING);

  /** This process's own input, which mpirun reads itself. */
  JobInput INHERITED = (mpirun, folder) -> mpirun.redirectInput(ProcessBuilder.Redirect.INHERIT);

  /**
   * Prepares the start of mpirun.
   *
   * @param folder an empty folder for the files of this input
   */
  void prepare(ProcessBuilder mpirun, Path folder) throws IOException;

  /** Called when mpirun has been started. */
  default void begin(Process mpirun) {}
}
