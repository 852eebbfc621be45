package org.legio.ulfm.openmpi;

import org.legio.ulfm.Job;

/** The {@link Job} as mpirun runs it. */
public final class OpenMpiJob implements Job {

  /** Loads what the end of the process will need, while there is memory for it. */
  public OpenMpiJob() {
    Posix.getpid();
  }

  @Override
  public Error abort(int status, String message) {
    System.err.println(message);
    System.out.flush();
    System.err.flush();
    Posix.kill(Posix.getppid(), Posix.SIGTERM);
    crash();
    return new Error(message);
  }

  @Override
  public void crash() {
    try {
      System.out.flush();
      System.err.flush();
    } finally {
      Posix.kill(Posix.getpid(), Posix.SIGKILL);
    }
  }
}
