package org.legio.ulfm.ports;

/**
 * Makes and queries communicators of two groups, with the parameters of the binding's natives (see
 * {@link Pmpi}).
 *
 * <p>MPI standard 4.0, section 7.6.
 */
public interface IntercommunicatorNatives {

  boolean isInter(long comm) throws Exception;

  long createIntercomm(long peerComm, long comm, int localLeader, int remoteLeader, int tag)
      throws Exception;

  @BindingNative(owner = "mpi.Intercomm", name = "getRemoteSize_jni", receiver = true)
  int getRemoteSize(Object self) throws Exception;

  @BindingNative(owner = "mpi.Intercomm", name = "getRemoteGroup_jni", receiver = true)
  long getRemoteGroup(Object self) throws Exception;

  @BindingNative(owner = "mpi.Intercomm", name = "merge_jni", receiver = true)
  long merge(Object self, boolean high) throws Exception;

  @BindingNative(owner = "mpi.Intercomm", name = "getParent_jni")
  long getParent() throws Exception;
}
