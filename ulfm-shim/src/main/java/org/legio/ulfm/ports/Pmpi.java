package org.legio.ulfm.ports;

import org.jspecify.annotations.Nullable;

/**
 * Calls the renamed natives of the binding, as PMPI does for the functions of MPI in C.
 *
 * <p>Every method has the parameters of its native: communicators, datatypes, operations, groups,
 * infos, requests and error handlers are handles; a buffer is an array, a direct {@link
 * java.nio.Buffer} or {@code null}, followed by whether it is direct, its offset in bytes, its
 * count in items of the datatype, the datatype's handle and its base type. A datatype handle of 0
 * stands for {@code MPI_IN_PLACE}. Objects of package {@code mpi} (operations, statuses) are passed
 * as {@link Object}.
 *
 * <p>All methods throw the binding's own {@code mpi.MPIException} for every error that MPI returns;
 * {@link Binding#outcome} classifies it.
 *
 * <p>MPI standard 4.0, section 15.2 (profiling interface).
 */
public interface Pmpi extends Topologies, IntercommunicatorNatives, FileAccess, OneSided, Infos {

  // ------------------------------------------------------------------ collective operations

  /** Runs a collective operation of MPI's own, in its blocking form. */
  void collective(long comm, CollectiveCall call) throws Exception;

  /** Starts a collective operation of MPI's own; returns its request. */
  long startCollective(long comm, CollectiveCall call) throws Exception;

  // ------------------------------------------------------------------ start and end

  @BindingNative(owner = "mpi.MPI", name = "Init_jni")
  String[] init(String[] arguments) throws Exception;

  @BindingNative(owner = "mpi.MPI", name = "InitThread_jni")
  int initThread(String[] arguments, int required) throws Exception;

  @BindingNative(owner = "mpi.MPI", name = "Finalize_jni")
  void finalizeMpi() throws Exception;

  @BindingNative(owner = "mpi.MPI", name = "getLibVersionJNI")
  String libraryVersion() throws Exception;

  // ------------------------------------------------------------------ communicators

  int getSize(long comm) throws Exception;

  int getRank(long comm) throws Exception;

  int compare(long comm1, long comm2) throws Exception;

  long free(long comm) throws Exception;

  long disconnect(long comm) throws Exception;

  long getGroup(long comm) throws Exception;

  long dup(long comm) throws Exception;

  long dupWithInfo(long comm, long info) throws Exception;

  long[] iDup(long comm) throws Exception;

  @BindingNative(owner = "mpi.Intracomm")
  long split(long comm, int color, int key) throws Exception;

  @BindingNative(owner = "mpi.Intracomm")
  long splitType(long comm, int splitType, int key, long info) throws Exception;

  @BindingNative(owner = "mpi.Intracomm")
  long create(long comm, long group) throws Exception;

  @BindingNative(owner = "mpi.Intracomm")
  long createGroup(long comm, long group, int tag) throws Exception;

  void setAttr(long comm, int keyval, byte[] value) throws Exception;

  byte @Nullable [] getAttr(long comm, int keyval) throws Exception;

  @BindingNative(name = "getAttr_predefined")
  @Nullable Object getAttrPredefined(long comm, int keyval) throws Exception;

  void deleteAttr(long comm, int keyval) throws Exception;

  void abort(long comm, int errorCode) throws Exception;

  void setErrhandler(long comm, long errhandler) throws Exception;

  long getErrhandler(long comm) throws Exception;

  void callErrhandler(long comm, int errorCode) throws Exception;

  String getName(long comm) throws Exception;

  void setName(long comm, String name) throws Exception;

  // ------------------------------------------------------------------ groups

  @BindingNative(owner = "mpi.Group", name = "getSize")
  int groupSize(long group) throws Exception;

  @BindingNative(owner = "mpi.Group", name = "free")
  long groupFree(long group) throws Exception;

  @BindingNative(owner = "mpi.Group")
  int[] translateRanks(long group1, int[] ranks1, long group2) throws Exception;

  @BindingNative(owner = "mpi.Group", name = "incl")
  long groupIncl(long group, int[] ranks) throws Exception;

  @BindingNative(owner = "mpi.Group", name = "intersection")
  long groupIntersection(long group1, long group2) throws Exception;

  // ------------------------------------------------------------------ point-to-point

  /**
   * Sends or receives, in the form that blocks. Its implementations are generated: {@code Linker}
   * links it to Open MPI's natives, {@code EntryWriter} to {@code PointToPointCalls.message} of the
   * embedded runtime.
   */
  void message(long comm, MessageCall call) throws Exception;

  /** Begins to send or to receive, or prepares a persistent operation; returns the request. */
  long startMessage(long comm, MessageCall call) throws Exception;

  @Nullable Object iProbe(long comm, int source, int tag) throws Exception;

  void probe(long comm, int source, int tag, long[] status) throws Exception;

  // ------------------------------------------------------------------ matched probes

  @BindingNative(owner = "mpi.Message")
  long mProbe(int rank, int tag, long comm, long[] status) throws Exception;

  @BindingNative(owner = "mpi.Message", receiver = true)
  @Nullable Object imProbe(Object self, int rank, int tag, long comm) throws Exception;

  @BindingNative(owner = "mpi.Message")
  long mRecv(
      long message,
      @Nullable Object buf,
      boolean direct,
      int offset,
      int count,
      long type,
      int baseType,
      long[] status)
      throws Exception;

  @BindingNative(owner = "mpi.Message", receiver = true)
  long imRecv(Object self, long message, @Nullable Object buf, int count, long type)
      throws Exception;

  // ------------------------------------------------------------------ persistent requests

  @BindingNative(owner = "mpi.Prequest")
  long start(long request) throws Exception;

  @BindingNative(owner = "mpi.Prequest")
  void startAll(long[] requests) throws Exception;

  // ------------------------------------------------------------------ requests

  @BindingNative(owner = "mpi.Request", name = "free")
  long requestFree(long request) throws Exception;

  @BindingNative(owner = "mpi.Request")
  void cancel(long request) throws Exception;

  @BindingNative(owner = "mpi.Request")
  long waitStatus(long request, long[] status) throws Exception;

  @BindingNative(owner = "mpi.Request")
  long waitFor(long request) throws Exception;

  @BindingNative(owner = "mpi.Request", receiver = true)
  @Nullable Object testStatus(Object self, long request) throws Exception;

  @BindingNative(owner = "mpi.Request", receiver = true)
  @Nullable Object getStatus(Object self, long request) throws Exception;

  @BindingNative(owner = "mpi.Request", receiver = true)
  boolean test(Object self, long request) throws Exception;

  @BindingNative(owner = "mpi.Request")
  void waitAnyStatus(long[] requests, long[] status) throws Exception;

  @BindingNative(owner = "mpi.Request")
  int waitAny(long[] requests) throws Exception;

  @BindingNative(owner = "mpi.Request")
  @Nullable Object testAnyStatus(long[] requests) throws Exception;

  @BindingNative(owner = "mpi.Request")
  int testAny(long[] requests) throws Exception;

  @BindingNative(owner = "mpi.Request")
  Object[] waitAllStatus(long[] requests) throws Exception;

  @BindingNative(owner = "mpi.Request")
  void waitAll(long[] requests) throws Exception;

  @BindingNative(owner = "mpi.Request")
  Object @Nullable [] testAllStatus(long[] requests) throws Exception;

  @BindingNative(owner = "mpi.Request")
  boolean testAll(long[] requests) throws Exception;

  @BindingNative(owner = "mpi.Request")
  Object @Nullable [] waitSomeStatus(long[] requests) throws Exception;

  @BindingNative(owner = "mpi.Request")
  int @Nullable [] waitSome(long[] requests) throws Exception;

  @BindingNative(owner = "mpi.Request")
  Object @Nullable [] testSomeStatus(long[] requests) throws Exception;

  @BindingNative(owner = "mpi.Request")
  int @Nullable [] testSome(long[] requests) throws Exception;

  // ------------------------------------------------------------------ collectives apart

  void reduceLocal(
      @Nullable Object inBuf,
      boolean inDirect,
      int inOffset,
      Object inOutBuf,
      boolean inOutDirect,
      int inOutOffset,
      int count,
      long type,
      long opHandle)
      throws Exception;

  void reduceLocalUf(
      Object inBuf,
      boolean inDirect,
      int inOffset,
      Object inOutBuf,
      boolean inOutDirect,
      int inOutOffset,
      int count,
      long type,
      int baseType,
      Object op,
      long opHandle)
      throws Exception;

  @BindingNative(owner = "mpi.Op", name = "free", receiver = true)
  void opFree(Object op) throws Exception;

  // ------------------------------------------------------------------ datatypes

  int pack(
      long comm,
      @Nullable Object inBuf,
      boolean inDirect,
      int offset,
      int inCount,
      long type,
      byte[] outBuf,
      int outPosition)
      throws Exception;

  int unpack(
      long comm,
      byte[] inBuf,
      int inPosition,
      @Nullable Object outBuf,
      boolean outDirect,
      int offset,
      int outCount,
      long type)
      throws Exception;

  @BindingNative(owner = "mpi.Datatype", name = "getDatatype")
  long basicType(int baseType) throws Exception;

  @BindingNative(owner = "mpi.Datatype", name = "free")
  long typeFree(long type) throws Exception;

  @BindingNative(owner = "mpi.Datatype", name = "getSize")
  int typeSize(long type) throws Exception;

  @BindingNative(owner = "mpi.Datatype", name = "getLbExtent")
  void typeLbExtent(long type, int[] lbExtent) throws Exception;

  @BindingNative(owner = "mpi.Datatype", name = "getTrueLbExtent")
  void typeTrueLbExtent(long type, int[] lbExtent) throws Exception;
}
