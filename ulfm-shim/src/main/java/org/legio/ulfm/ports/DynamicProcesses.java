package org.legio.ulfm.ports;

/**
 * Connects jobs with each other, with the parameters of the binding's natives (see {@link Pmpi}).
 *
 * <p>MPI standard 4.0, chapter 11.
 */
public interface DynamicProcesses {

  @BindingNative(owner = "mpi.Intracomm")
  long accept(long comm, String port, long info, int root) throws Exception;

  @BindingNative(owner = "mpi.Intracomm")
  long connect(long comm, String port, long info, int root) throws Exception;

  @BindingNative(owner = "mpi.Intracomm")
  long spawn(
      long comm,
      String command,
      String[] arguments,
      int processes,
      long info,
      int root,
      int[] errorCodes)
      throws Exception;

  @BindingNative(owner = "mpi.Intracomm")
  long spawnMultiple(
      long comm,
      String[] commands,
      String[][] arguments,
      int[] processes,
      long[] infos,
      int root,
      int[] errorCodes)
      throws Exception;
}
