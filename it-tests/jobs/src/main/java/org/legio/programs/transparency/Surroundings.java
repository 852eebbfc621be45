package org.legio.programs.transparency;

import java.util.Arrays;
import mpi.MPI;
import mpi.MPIException;
import mpi.Version;

/** MPI's version, the machine's name and MPI's clock. */
final class Surroundings implements Program {
  @Override
  public void run(Report report) throws MPIException {
    report.say("initialized", MPI.isInitialized());
    report.say("finalized", MPI.isFinalized());
    double before = MPI.wtime();
    MPI.COMM_WORLD.barrier();
    report.say("time passes", MPI.wtime() >= before);
    report.say("tick", MPI.wtick() > 0);
    Version version = MPI.getVersion();
    report.say("version", version.getVersion() + "." + version.getSubVersion());
    report.say("constants", version.getVersion() == MPI.VERSION);
    report.say("library", MPI.getLibVersion().startsWith("Open MPI v"));
    String name = MPI.getProcessorName();
    report.say("processor", !name.isEmpty());
    byte[] own = Arrays.copyOf(name.getBytes(java.nio.charset.StandardCharsets.UTF_8), 64);
    byte[] first = own.clone();
    MPI.COMM_WORLD.bcast(first, 64, MPI.BYTE, 0);
    report.say("the same everywhere", Arrays.equals(own, first));
    report.say("thread level", MPI.queryThread() == MPI.THREAD_SINGLE);
    report.say("main thread", MPI.isThreadMain());
    MPI.pControl(1, "nothing");
    report.say("an instance", new MPI().getClass().getName());
    report.say("own exception", String.valueOf(new MPIException("own").getMessage()));
    MPIException caused = new MPIException(new IllegalStateException("x"));
    report.say("with a cause", String.valueOf(caused.getMessage()));
    report.say("null", MPI.SUM.isNull() + " " + MPI.DATATYPE_NULL.isNull());
  }
}
