package org.legio.runtime.engine;

/** The natives of {@code mpi.Intracomm} on ports, which need other jobs to meet. */
final class IntracommNatives extends Calls {

  IntracommNatives(RankState state) {
    super(state);
  }

  private MpiErrorException refused(String call) {
    return error(
        state.world,
        MpiError.UNSUPPORTED_OPERATION,
        call + ": a job without Open MPI meets no other job; use Open MPI for it");
  }

  long accept(long comm, String port, long info, int root) throws MpiErrorException {
    throw refused("accept");
  }

  long connect(long comm, String port, long info, int root) throws MpiErrorException {
    throw refused("connect");
  }

  long spawn(
      long comm,
      String command,
      String[] arguments,
      int processes,
      long info,
      int root,
      int[] errorCodes)
      throws MpiErrorException {
    throw refused("spawn");
  }

  long spawnMultiple(
      long comm,
      String[] commands,
      String[][] arguments,
      int[] processes,
      long[] infos,
      int root,
      int[] errorCodes)
      throws MpiErrorException {
    throw refused("spawnMultiple");
  }

  String openPort(long info) throws MpiErrorException {
    throw refused("openPort");
  }

  void closePort_jni(String name) throws MpiErrorException {
    throw refused("closePort");
  }

  void publishName(String service, long info, String port) throws MpiErrorException {
    throw refused("publishName");
  }

  void unpublishName(String service, long info, String port) throws MpiErrorException {
    throw refused("unpublishName");
  }

  String lookupName(String service, long info) throws MpiErrorException {
    throw refused("lookupName");
  }
}
