package org.legio.bench.programs;

import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Op;
import org.legio.ulfm.openmpi.Linker;
import org.legio.ulfm.openmpi.OpenMpiBinding;
import org.legio.ulfm.openmpi.OpenMpiUlfm;
import org.legio.ulfm.openmpi.library.Redirections;
import org.legio.ulfm.ports.Agreement;
import org.legio.ulfm.ports.TimedUlfm;
import org.legio.ulfm.ports.Ulfm;

/**
 * The world of a program that repairs it by itself with ULFM. After each collective the survivors
 * agree; if it has failed somewhere, they shrink the communicator and repeat. This is the least
 * that fault tolerance costs; the cost of a library comes on top.
 */
final class HandWrittenWorld implements BenchWorld {
  private final Ulfm ulfm = new TimedUlfm(new OpenMpiUlfm(Linker.newPmpi(), new Redirections()));
  private long handle = new OpenMpiBinding().commHandle(MPI.COMM_WORLD);
  private Intracomm comm = MPI.COMM_WORLD;
  private long rebuiltNs;

  HandWrittenWorld() throws MPIException {
    comm.setErrhandler(MPI.ERRORS_RETURN);
  }

  @Override
  public void allReduce(long[] values, Op operation) throws MPIException {
    long[] input = values.clone(); // a failed operation leaves its buffer undefined
    while (!isTried(values, operation)) {
      System.arraycopy(input, 0, values, 0, values.length);
    }
  }

  private boolean isTried(long[] values, Op operation) throws MPIException {
    boolean isDone = true;
    try {
      comm.allReduce(values, values.length, MPI.LONG, operation);
    } catch (MPIException e) { // the revocation tells the other members, and all repeat
      isDone = false;
      ulfm.revoke(handle);
    }
    Agreement agreement = ulfm.agree(handle, isDone);
    if (agreement != Agreement.YES) {
      proceed();
    }
    return agreement != Agreement.NO;
  }

  private void proceed() throws MPIException {
    handle = ulfm.shrink(handle);
    comm = new Survivors(handle);
    comm.setErrhandler(MPI.ERRORS_RETURN);
    rebuiltNs = System.nanoTime();
  }

  @Override
  public long rebuiltNs() {
    return rebuiltNs;
  }

  /** A communicator that ULFM has made. */
  private static final class Survivors extends Intracomm {
    Survivors(long handle) {
      super(handle);
    }
  }
}
