package mpi;

import static mpi.MPI.isDirectBuffer;
import static org.legio.mpi.Buffers.array;
import static org.legio.mpi.Reductions.requireLasting;

import java.nio.Buffer;
import org.legio.mpi.NativeLibrary;

/**
 * A communicator: a group of processes, numbered from 0, and a context of its own for their
 * messages.
 *
 * <p>Blocking calls take arrays and buffers of any kind; nonblocking ones take direct buffers only.
 * An array or buffer must hold the primitive that its {@link Datatype} is made of. {@code null}
 * stands for a buffer of zero items. A collective call is made by every process of the
 * communicator, in the same order.
 *
 * <p>Errors are fatal unless {@link #setErrhandler} has installed {@link MPI#ERRORS_RETURN}; they
 * are then thrown as {@link MPIException}. MPI 3.1, chapters 3, 5 and 6.
 */
public class Comm implements Freeable, Cloneable {
  /**
   * Split type of {@link Intracomm#splitType}: processes that can share memory (MPI 3.1, 6.4.2).
   */
  public static final int TYPE_SHARED = 0;

  /** Index by which the native half knows {@code MPI_COMM_SELF}. */
  protected static final int SELF = 1;

  /** Index by which the native half knows {@code MPI_COMM_WORLD}. */
  protected static final int WORLD = 2;

  /** The native communicator. */
  protected long handle;

  private Request request;

  private static long nullHandle;

  static {
    NativeLibrary.load();
    init();
  }

  private static native void init();

  /** Makes a communicator without a handle, for {@link #setType} to fill in. */
  protected Comm() {}

  /**
   * Wraps a native communicator.
   *
   * @param handle the native communicator
   */
  protected Comm(long handle) {
    this.handle = handle;
  }

  /**
   * Wraps the communicator and the request that an {@code iDup} native has returned.
   *
   * @param commRequest two handles: the communicator and the request to wait for before using it
   */
  protected Comm(long[] commRequest) {
    handle = commRequest[0];
    request = new Request(commRequest[1]);
  }

  /**
   * Points this object at a predefined communicator.
   *
   * @param type {@link #SELF} or {@link #WORLD}
   */
  protected final void setType(int type) {
    getComm(type);
  }

  private native void getComm(int type);

  /**
   * Duplicates this communicator as {@link #dup} does, but wraps its error in an unchecked
   * exception.
   */
  @Override
  public Comm clone() {
    try {
      return dup();
    } catch (MPIException e) {
      throw new IllegalStateException("MPI_COMM_DUP failed: " + e.getMessage(), e);
    }
  }

  /**
   * Duplicates this communicator: same group, attributes and topology, new context. Collective.
   *
   * <p>MPI_COMM_DUP, MPI 3.1 section 6.4.2.
   */
  public Comm dup() throws MPIException {
    MPI.check();
    return new Comm(dup(handle));
  }

  /**
   * Duplicates a native communicator.
   *
   * <p>MPI_COMM_DUP, MPI 3.1 section 6.4.2.
   *
   * @param comm handle of the communicator
   * @return handle of the new one
   */
  protected final native long dup(long comm) throws MPIException;

  /**
   * Starts to duplicate this communicator. Collective.
   *
   * <p>MPI_COMM_IDUP, MPI 3.1 section 6.4.2.
   *
   * @return the new communicator, usable once its {@link #getRequest} has completed
   */
  public Comm iDup() throws MPIException {
    MPI.check();
    return new Comm(iDup(handle));
  }

  /**
   * Starts to duplicate a native communicator.
   *
   * <p>MPI_COMM_IDUP, MPI 3.1 section 6.4.2.
   *
   * @param comm handle of the communicator
   * @return handles of the new one and of the request
   */
  protected final native long[] iDup(long comm) throws MPIException;

  /**
   * Duplicates this communicator with new hints. Collective.
   *
   * <p>MPI_COMM_DUP_WITH_INFO, MPI 3.1 section 6.4.2.
   */
  public Comm dupWithInfo(Info info) throws MPIException {
    MPI.check();
    return new Comm(dupWithInfo(handle, info.handle));
  }

  /**
   * Duplicates a native communicator with new hints.
   *
   * <p>MPI_COMM_DUP_WITH_INFO, MPI 3.1 section 6.4.2.
   *
   * @param comm handle of the communicator
   * @param info handle of the hints
   * @return handle of the new one
   */
  protected final native long dupWithInfo(long comm, long info) throws MPIException;

  /**
   * The request of the {@link #iDup} that made this communicator.
   *
   * @return the request; {@code null} when it was made otherwise
   */
  public final Request getRequest() {
    return request;
  }

  /**
   * Number of processes in the (local) group.
   *
   * <p>MPI_COMM_SIZE, MPI 3.1 section 6.4.1.
   *
   * @return the size, at least 1
   */
  public final int getSize() throws MPIException {
    MPI.check();
    return getSize(handle);
  }

  private native int getSize(long comm) throws MPIException;

  /**
   * Rank of this process in the (local) group.
   *
   * <p>MPI_COMM_RANK, MPI 3.1 section 6.4.1.
   *
   * @return the rank, from 0 to size - 1
   */
  public final int getRank() throws MPIException {
    MPI.check();
    return getRank(handle);
  }

  private native int getRank(long comm) throws MPIException;

  /**
   * Compares two communicators.
   *
   * <p>MPI_COMM_COMPARE, MPI 3.1 section 6.4.1.
   *
   * @param comm1 one communicator
   * @param comm2 the other
   * @return {@link MPI#IDENT}, {@link MPI#CONGRUENT}, {@link MPI#SIMILAR} or {@link MPI#UNEQUAL}
   */
  public static int compare(Comm comm1, Comm comm2) throws MPIException {
    MPI.check();
    return compare(comm1.handle, comm2.handle);
  }

  private static native int compare(long comm1, long comm2) throws MPIException;

  /**
   * Frees this communicator; {@link #isNull} is then true. Collective.
   *
   * <p>MPI_COMM_FREE, MPI 3.1 section 6.4.3.
   */
  @Override
  public final void free() throws MPIException {
    MPI.check();
    handle = free(handle);
  }

  private native long free(long comm) throws MPIException;

  /**
   * Whether this is the null communicator: freed, or of a process that is in none of the new
   * groups.
   *
   * @return true for {@code MPI_COMM_NULL}
   */
  public final boolean isNull() {
    return handle == nullHandle;
  }

  /**
   * Gives this communicator new hints. Collective.
   *
   * <p>MPI_COMM_SET_INFO, MPI 3.1 section 6.4.4.
   */
  public final void setInfo(Info info) throws MPIException {
    MPI.check();
    setInfo(handle, info.handle);
  }

  private native void setInfo(long comm, long info) throws MPIException;

  /**
   * The hints in use.
   *
   * <p>MPI_COMM_GET_INFO, MPI 3.1 section 6.4.4.
   *
   * @return a new object, to be freed by the caller
   */
  public final Info getInfo() throws MPIException {
    MPI.check();
    return new Info(getInfo(handle));
  }

  private native long getInfo(long comm) throws MPIException;

  /**
   * Waits for pending communication, then frees this communicator. Collective.
   *
   * <p>MPI_COMM_DISCONNECT, MPI 3.1 section 10.5.4.
   */
  public final void disconnect() throws MPIException {
    MPI.check();
    handle = disconnect(handle);
  }

  private native long disconnect(long comm) throws MPIException;

  /**
   * The (local) group.
   *
   * <p>MPI_COMM_GROUP, MPI 3.1 section 6.3.2.
   *
   * @return a new object, to be freed by the caller
   */
  public final Group getGroup() throws MPIException {
    MPI.check();
    return new Group(getGroup(handle));
  }

  private native long getGroup(long comm);

  /**
   * Whether this is an intercommunicator.
   *
   * <p>MPI_COMM_TEST_INTER, MPI 3.1 section 6.6.1.
   *
   * @return true for an {@link Intercomm}
   */
  public final boolean isInter() throws MPIException {
    MPI.check();
    return isInter(handle);
  }

  private native boolean isInter(long comm) throws MPIException;

  /**
   * Joins two groups by an intercommunicator; this communicator is the peer, known to both leaders.
   * Collective over both groups.
   *
   * <p>MPI_INTERCOMM_CREATE, MPI 3.1 section 6.6.2.
   *
   * @param localComm communicator of the local group
   * @param localLeader rank of the local leader in {@code localComm}
   * @param remoteLeader rank of the other leader in this communicator; significant at the leader
   * @param tag tag for the leaders' messages
   * @return the new intercommunicator
   */
  public final Intercomm createIntercomm(Comm localComm, int localLeader, int remoteLeader, int tag)
      throws MPIException {
    MPI.check();
    return new Intercomm(createIntercomm(handle, localComm.handle, localLeader, remoteLeader, tag));
  }

  private native long createIntercomm(
      long comm, long localComm, int localLeader, int remoteLeader, int tag) throws MPIException;

  /**
   * Sends a message and returns once {@code buf} may be reused.
   *
   * <p>MPI_SEND, MPI 3.1 section 3.2.1.
   *
   * @param buf the data: array, heap buffer or direct buffer; {@code null} for zero items
   */
  public final void send(Object buf, int count, Datatype type, int dest, int tag)
      throws MPIException {
    MPI.check();
    send(
        handle,
        array(buf),
        isDirectBuffer(buf),
        type.getOffset(buf),
        count,
        type.handle,
        type.baseType,
        dest,
        tag);
  }

  private native void send(
      long comm,
      Object buf,
      boolean direct,
      int offset,
      int count,
      long type,
      int baseType,
      int dest,
      int tag)
      throws MPIException;

  /**
   * Receives a message.
   *
   * <p>MPI_RECV, MPI 3.1 section 3.2.4.
   *
   * @param buf the data: array, heap buffer or direct buffer; {@code null} for zero items
   * @param count number of items there is room for
   * @param source rank of the sender, {@link MPI#ANY_SOURCE} or {@link MPI#PROC_NULL}
   * @param tag tag of the message, or {@link MPI#ANY_TAG}
   * @return source, tag and length of what came
   */
  public final Status recv(Object buf, int count, Datatype type, int source, int tag)
      throws MPIException {
    MPI.check();
    Status status = new Status();
    recv(
        handle,
        array(buf),
        isDirectBuffer(buf),
        type.getOffset(buf),
        count,
        type.handle,
        type.baseType,
        source,
        tag,
        status.data);
    return status;
  }

  private native void recv(
      long comm,
      Object buf,
      boolean direct,
      int offset,
      int count,
      long type,
      int baseType,
      int source,
      int tag,
      long[] status)
      throws MPIException;

  /**
   * Sends one message and receives another, without the danger of deadlock.
   *
   * <p>MPI_SENDRECV, MPI 3.1 section 3.10.
   *
   * @param sendBuf what this process contributes: array, heap buffer or direct buffer
   * @param sendCount number of items to send
   * @param sendTag tag of the message sent
   * @param recvBuf where the result goes: array, heap buffer or direct buffer
   * @param recvCount number of items there is room for
   * @param source rank of the sender, {@link MPI#ANY_SOURCE} or {@link MPI#PROC_NULL}
   * @param recvTag tag of the message received, or {@link MPI#ANY_TAG}
   * @return source, tag and length of what came
   */
  public final Status sendRecv(
      Object sendBuf,
      int sendCount,
      Datatype sendType,
      int dest,
      int sendTag,
      Object recvBuf,
      int recvCount,
      Datatype recvType,
      int source,
      int recvTag)
      throws MPIException {
    MPI.check();
    Status status = new Status();
    sendRecv(
        handle,
        array(sendBuf),
        isDirectBuffer(sendBuf),
        sendType.getOffset(sendBuf),
        sendCount,
        sendType.handle,
        sendType.baseType,
        dest,
        sendTag,
        array(recvBuf),
        isDirectBuffer(recvBuf),
        recvType.getOffset(recvBuf),
        recvCount,
        recvType.handle,
        recvType.baseType,
        source,
        recvTag,
        status.data);
    return status;
  }

  private native void sendRecv(
      long comm,
      Object sendBuf,
      boolean sendDirect,
      int sendOffset,
      int sendCount,
      long sendType,
      int sendBaseType,
      int dest,
      int sendTag,
      Object recvBuf,
      boolean recvDirect,
      int recvOffset,
      int recvCount,
      long recvType,
      int recvBaseType,
      int source,
      int recvTag,
      long[] status)
      throws MPIException;

  /**
   * Sends the content of a buffer and receives another message into the same buffer.
   *
   * <p>MPI_SENDRECV_REPLACE, MPI 3.1 section 3.10.
   *
   * @param buf the data: array, heap buffer or direct buffer; {@code null} for zero items
   * @param sendTag tag of the message sent
   * @param source rank of the sender, {@link MPI#ANY_SOURCE} or {@link MPI#PROC_NULL}
   * @param recvTag tag of the message received, or {@link MPI#ANY_TAG}
   * @return source, tag and length of what came
   */
  public final Status sendRecvReplace(
      Object buf, int count, Datatype type, int dest, int sendTag, int source, int recvTag)
      throws MPIException {
    MPI.check();
    Status status = new Status();
    sendRecvReplace(
        handle,
        array(buf),
        isDirectBuffer(buf),
        type.getOffset(buf),
        count,
        type.handle,
        type.baseType,
        dest,
        sendTag,
        source,
        recvTag,
        status.data);
    return status;
  }

  private native void sendRecvReplace(
      long comm,
      Object buf,
      boolean direct,
      int offset,
      int count,
      long type,
      int baseType,
      int dest,
      int sendTag,
      int source,
      int recvTag,
      long[] status)
      throws MPIException;

  /**
   * Sends in buffered mode: returns at once, copying into the buffer of {@link MPI#attachBuffer}.
   *
   * <p>MPI_BSEND, MPI 3.1 section 3.4.
   *
   * @param buf the data: array, heap buffer or direct buffer; {@code null} for zero items
   */
  public final void bSend(Object buf, int count, Datatype type, int dest, int tag)
      throws MPIException {
    MPI.check();
    bSend(
        handle,
        array(buf),
        isDirectBuffer(buf),
        type.getOffset(buf),
        count,
        type.handle,
        type.baseType,
        dest,
        tag);
  }

  private native void bSend(
      long comm,
      Object buf,
      boolean direct,
      int offset,
      int count,
      long type,
      int baseType,
      int dest,
      int tag)
      throws MPIException;

  /**
   * Sends in synchronous mode: returns once the receive has started.
   *
   * <p>MPI_SSEND, MPI 3.1 section 3.4.
   *
   * @param buf the data: array, heap buffer or direct buffer; {@code null} for zero items
   */
  public final void sSend(Object buf, int count, Datatype type, int dest, int tag)
      throws MPIException {
    MPI.check();
    sSend(
        handle,
        array(buf),
        isDirectBuffer(buf),
        type.getOffset(buf),
        count,
        type.handle,
        type.baseType,
        dest,
        tag);
  }

  private native void sSend(
      long comm,
      Object buf,
      boolean direct,
      int offset,
      int count,
      long type,
      int baseType,
      int dest,
      int tag)
      throws MPIException;

  /**
   * Sends in ready mode: the receive must have been posted.
   *
   * <p>MPI_RSEND, MPI 3.1 section 3.4.
   *
   * @param buf the data: array, heap buffer or direct buffer; {@code null} for zero items
   */
  public final void rSend(Object buf, int count, Datatype type, int dest, int tag)
      throws MPIException {
    MPI.check();
    rSend(
        handle,
        array(buf),
        isDirectBuffer(buf),
        type.getOffset(buf),
        count,
        type.handle,
        type.baseType,
        dest,
        tag);
  }

  private native void rSend(
      long comm,
      Object buf,
      boolean direct,
      int offset,
      int count,
      long type,
      int baseType,
      int dest,
      int tag)
      throws MPIException;

  /**
   * Starts to send a message.
   *
   * <p>MPI_ISEND, MPI 3.1 section 3.7.2.
   *
   * @param buf direct buffer with the data, not to be touched before the request completes
   * @throws IllegalArgumentException if {@code buf} is not direct
   */
  public final Request iSend(Buffer buf, int count, Datatype type, int dest, int tag)
      throws MPIException {
    MPI.check();
    MPI.assertDirectBuffer(buf);
    Request req = new Request(iSend(handle, buf, count, type.handle, dest, tag));
    req.addSendBufRef(buf);
    return req;
  }

  private native long iSend(long comm, Buffer buf, int count, long type, int dest, int tag)
      throws MPIException;

  /**
   * Starts to send in buffered mode.
   *
   * <p>MPI_IBSEND, MPI 3.1 section 3.7.2.
   *
   * @param buf direct buffer with the data, not to be touched before the request completes
   * @throws IllegalArgumentException if {@code buf} is not direct
   */
  public final Request ibSend(Buffer buf, int count, Datatype type, int dest, int tag)
      throws MPIException {
    MPI.check();
    MPI.assertDirectBuffer(buf);
    Request req = new Request(ibSend(handle, buf, count, type.handle, dest, tag));
    req.addSendBufRef(buf);
    return req;
  }

  private native long ibSend(long comm, Buffer buf, int count, long type, int dest, int tag)
      throws MPIException;

  /**
   * Starts to send in synchronous mode.
   *
   * <p>MPI_ISSEND, MPI 3.1 section 3.7.2.
   *
   * @param buf direct buffer with the data, not to be touched before the request completes
   * @throws IllegalArgumentException if {@code buf} is not direct
   */
  public final Request isSend(Buffer buf, int count, Datatype type, int dest, int tag)
      throws MPIException {
    MPI.check();
    MPI.assertDirectBuffer(buf);
    Request req = new Request(isSend(handle, buf, count, type.handle, dest, tag));
    req.addSendBufRef(buf);
    return req;
  }

  private native long isSend(long comm, Buffer buf, int count, long type, int dest, int tag)
      throws MPIException;

  /**
   * Starts to send in ready mode: the receive must have been posted.
   *
   * <p>MPI_IRSEND, MPI 3.1 section 3.7.2.
   *
   * @param buf direct buffer with the data, not to be touched before the request completes
   * @throws IllegalArgumentException if {@code buf} is not direct
   */
  public final Request irSend(Buffer buf, int count, Datatype type, int dest, int tag)
      throws MPIException {
    MPI.check();
    MPI.assertDirectBuffer(buf);
    Request req = new Request(irSend(handle, buf, count, type.handle, dest, tag));
    req.addSendBufRef(buf);
    return req;
  }

  private native long irSend(long comm, Buffer buf, int count, long type, int dest, int tag)
      throws MPIException;

  /**
   * Starts to receive a message.
   *
   * <p>MPI_IRECV, MPI 3.1 section 3.7.2.
   *
   * @param buf direct buffer with the data, not to be touched before the request completes
   * @param count number of items there is room for
   * @param source rank of the sender, {@link MPI#ANY_SOURCE} or {@link MPI#PROC_NULL}
   * @param tag tag of the message, or {@link MPI#ANY_TAG}
   * @throws IllegalArgumentException if {@code buf} is not direct
   */
  public final Request iRecv(Buffer buf, int count, Datatype type, int source, int tag)
      throws MPIException {
    MPI.check();
    MPI.assertDirectBuffer(buf);
    Request req = new Request(iRecv(handle, buf, count, type.handle, source, tag));
    req.addRecvBufRef(buf);
    return req;
  }

  private native long iRecv(long comm, Buffer buf, int count, long type, int source, int tag)
      throws MPIException;

  /**
   * Prepares a persistent standard send.
   *
   * <p>MPI_SEND_INIT, MPI 3.1 section 3.9.
   *
   * @param buf direct buffer with the data, not to be touched before the request completes
   * @return the request to start
   * @throws IllegalArgumentException if {@code buf} is not direct
   */
  public final Prequest sendInit(Buffer buf, int count, Datatype type, int dest, int tag)
      throws MPIException {
    MPI.check();
    MPI.assertDirectBuffer(buf);
    Prequest req = new Prequest(sendInit(handle, buf, count, type.handle, dest, tag));
    req.addSendBufRef(buf);
    return req;
  }

  private native long sendInit(long comm, Buffer buf, int count, long type, int dest, int tag)
      throws MPIException;

  /**
   * Prepares a persistent buffered send.
   *
   * <p>MPI_BSEND_INIT, MPI 3.1 section 3.9.
   *
   * @param buf direct buffer with the data, not to be touched before the request completes
   * @return the request to start
   * @throws IllegalArgumentException if {@code buf} is not direct
   */
  public final Prequest bSendInit(Buffer buf, int count, Datatype type, int dest, int tag)
      throws MPIException {
    MPI.check();
    MPI.assertDirectBuffer(buf);
    Prequest req = new Prequest(bSendInit(handle, buf, count, type.handle, dest, tag));
    req.addSendBufRef(buf);
    return req;
  }

  private native long bSendInit(long comm, Buffer buf, int count, long type, int dest, int tag)
      throws MPIException;

  /**
   * Prepares a persistent synchronous send.
   *
   * <p>MPI_SSEND_INIT, MPI 3.1 section 3.9.
   *
   * @param buf direct buffer with the data, not to be touched before the request completes
   * @return the request to start
   * @throws IllegalArgumentException if {@code buf} is not direct
   */
  public final Prequest sSendInit(Buffer buf, int count, Datatype type, int dest, int tag)
      throws MPIException {
    MPI.check();
    MPI.assertDirectBuffer(buf);
    Prequest req = new Prequest(sSendInit(handle, buf, count, type.handle, dest, tag));
    req.addSendBufRef(buf);
    return req;
  }

  private native long sSendInit(long comm, Buffer buf, int count, long type, int dest, int tag)
      throws MPIException;

  /**
   * Prepares a persistent ready send.
   *
   * <p>MPI_RSEND_INIT, MPI 3.1 section 3.9.
   *
   * @param buf direct buffer with the data, not to be touched before the request completes
   * @return the request to start
   * @throws IllegalArgumentException if {@code buf} is not direct
   */
  public final Prequest rSendInit(Buffer buf, int count, Datatype type, int dest, int tag)
      throws MPIException {
    MPI.check();
    MPI.assertDirectBuffer(buf);
    Prequest req = new Prequest(rSendInit(handle, buf, count, type.handle, dest, tag));
    req.addSendBufRef(buf);
    return req;
  }

  private native long rSendInit(long comm, Buffer buf, int count, long type, int dest, int tag)
      throws MPIException;

  /**
   * Prepares a persistent receive.
   *
   * <p>MPI_RECV_INIT, MPI 3.1 section 3.9.
   *
   * @param buf direct buffer with the data, not to be touched before the request completes
   * @param count number of items there is room for
   * @param source rank of the sender, {@link MPI#ANY_SOURCE} or {@link MPI#PROC_NULL}
   * @param tag tag of the message, or {@link MPI#ANY_TAG}
   * @return the request to start
   * @throws IllegalArgumentException if {@code buf} is not direct
   */
  public final Prequest recvInit(Buffer buf, int count, Datatype type, int source, int tag)
      throws MPIException {
    MPI.check();
    MPI.assertDirectBuffer(buf);
    Prequest req = new Prequest(recvInit(handle, buf, count, type.handle, source, tag));
    req.addRecvBufRef(buf);
    return req;
  }

  private native long recvInit(long comm, Buffer buf, int count, long type, int source, int tag)
      throws MPIException;

  /**
   * Packs items into bytes that {@link #unpack} understands.
   *
   * <p>MPI_PACK, MPI 3.1 section 4.2.
   *
   * @param inBuf the data to read: array, heap buffer or direct buffer
   * @param inCount number of items to pack
   * @param outBuf where the bytes go
   * @param position where in {@code outBuf} to begin, in bytes
   * @return the position after the packed items, in bytes
   */
  public final int pack(Object inBuf, int inCount, Datatype type, byte[] outBuf, int position)
      throws MPIException {
    MPI.check();
    return pack(
        handle,
        array(inBuf),
        isDirectBuffer(inBuf),
        type.getOffset(inBuf),
        inCount,
        type.handle,
        outBuf,
        position);
  }

  private native int pack(
      long comm,
      Object inBuf,
      boolean direct,
      int offset,
      int inCount,
      long type,
      byte[] outBuf,
      int position)
      throws MPIException;

  /**
   * Unpacks items from bytes made by {@link #pack}.
   *
   * <p>MPI_UNPACK, MPI 3.1 section 4.2.
   *
   * @param inBuf the packed bytes
   * @param position where in {@code inBuf} to begin, in bytes
   * @param outBuf where the items go: array, heap buffer or direct buffer
   * @param outCount number of items to unpack
   * @return the position after the bytes read
   */
  public final int unpack(byte[] inBuf, int position, Object outBuf, int outCount, Datatype type)
      throws MPIException {
    MPI.check();
    return unpack(
        handle,
        inBuf,
        position,
        array(outBuf),
        isDirectBuffer(outBuf),
        type.getOffset(outBuf),
        outCount,
        type.handle);
  }

  private native int unpack(
      long comm,
      byte[] inBuf,
      int position,
      Object outBuf,
      boolean direct,
      int offset,
      int outCount,
      long type)
      throws MPIException;

  /**
   * Upper bound of the bytes that {@link #pack} needs.
   *
   * <p>MPI_PACK_SIZE, MPI 3.1 section 4.2.
   *
   * @param inCount number of items to pack
   * @return the bound, in bytes
   */
  public final int packSize(int inCount, Datatype type) throws MPIException {
    MPI.check();
    return packSize(handle, inCount, type.handle);
  }

  private native int packSize(long comm, int inCount, long type) throws MPIException;

  /**
   * Looks for a message that a receive with the same arguments would match.
   *
   * <p>MPI_IPROBE, MPI 3.1 section 3.8.1.
   *
   * @param source rank of the sender, {@link MPI#ANY_SOURCE} or {@link MPI#PROC_NULL}
   * @param tag tag of the message, or {@link MPI#ANY_TAG}
   * @return source, tag and length of that message; {@code null} when there is none yet
   */
  public final Status iProbe(int source, int tag) throws MPIException {
    MPI.check();
    return iProbe(handle, source, tag);
  }

  private native Status iProbe(long comm, int source, int tag) throws MPIException;

  /**
   * Waits for a message that a receive with the same arguments would match.
   *
   * <p>MPI_PROBE, MPI 3.1 section 3.8.1.
   *
   * @param source rank of the sender, {@link MPI#ANY_SOURCE} or {@link MPI#PROC_NULL}
   * @param tag tag of the message, or {@link MPI#ANY_TAG}
   * @return source, tag and length of that message
   */
  public final Status probe(int source, int tag) throws MPIException {
    MPI.check();
    Status status = new Status();
    probe(handle, source, tag, status.data);
    return status;
  }

  private native void probe(long comm, int source, int tag, long[] status) throws MPIException;

  /**
   * Makes a key for attributes of communicators.
   *
   * <p>MPI_COMM_CREATE_KEYVAL, MPI 3.1 section 6.7.2.
   *
   * @return the key
   */
  public static int createKeyval() throws MPIException {
    MPI.check();
    return createKeyval_jni();
  }

  private static native int createKeyval_jni() throws MPIException;

  /**
   * Frees an attribute key; it disappears with the last attribute that uses it.
   *
   * <p>MPI_COMM_FREE_KEYVAL, MPI 3.1 section 6.7.2.
   *
   * @param keyval key made by {@code createKeyval}, or a predefined one
   */
  public static void freeKeyval(int keyval) throws MPIException {
    MPI.check();
    freeKeyval_jni(keyval);
  }

  private static native void freeKeyval_jni(int keyval) throws MPIException;

  /**
   * Attaches a copy of a value to this communicator; duplicates inherit it.
   *
   * <p>MPI_COMM_SET_ATTR, MPI 3.1 section 6.7.2.
   *
   * @param keyval key made by {@code createKeyval}, or a predefined one
   * @param value the value; must be {@link java.io.Serializable}
   */
  public final void setAttr(int keyval, Object value) throws MPIException {
    MPI.check();
    setAttr(handle, keyval, MPI.attrSet(value));
  }

  private native void setAttr(long comm, int keyval, byte[] value) throws MPIException;

  /**
   * Reads an attribute: a copy of the value set, or for a predefined key an {@link Integer}, a
   * {@link Boolean} for {@link MPI#WTIME_IS_GLOBAL}.
   *
   * <p>MPI_COMM_GET_ATTR, MPI 3.1 sections 6.7.2 and 8.1.2.
   *
   * @param keyval key made by {@code createKeyval}, or a predefined one
   * @return the value; {@code null} when there is none
   */
  public final Object getAttr(int keyval) throws MPIException {
    MPI.check();
    if (keyval == MPI.WTIME_IS_GLOBAL) {
      Integer flag = (Integer) getAttr_predefined(handle, keyval);
      return flag == null ? null : flag != 0;
    }
    if (keyval == MPI.TAG_UB
        || keyval == MPI.HOST
        || keyval == MPI.IO
        || keyval == MPI.APPNUM
        || keyval == MPI.LASTUSEDCODE
        || keyval == MPI.UNIVERSE_SIZE) {
      return getAttr_predefined(handle, keyval);
    }
    return MPI.attrGet(getAttr(handle, keyval));
  }

  private native Object getAttr_predefined(long comm, int keyval) throws MPIException;

  private native byte[] getAttr(long comm, int keyval) throws MPIException;

  /**
   * Removes an attribute.
   *
   * <p>MPI_COMM_DELETE_ATTR, MPI 3.1 section 6.7.2.
   *
   * @param keyval key made by {@code createKeyval}, or a predefined one
   */
  public final void deleteAttr(int keyval) throws MPIException {
    MPI.check();
    deleteAttr(handle, keyval);
  }

  private native void deleteAttr(long comm, int keyval) throws MPIException;

  /**
   * Kind of the topology of this communicator.
   *
   * <p>MPI_TOPO_TEST, MPI 3.1 section 7.5.5.
   *
   * @return {@link MPI#GRAPH}, {@link MPI#CART}, {@link MPI#DIST_GRAPH} or {@link MPI#UNDEFINED}
   */
  public final int getTopology() throws MPIException {
    MPI.check();
    return getTopology(handle);
  }

  private native int getTopology(long comm) throws MPIException;

  /**
   * Ends all processes of this communicator, at the library's best effort.
   *
   * <p>MPI_ABORT, MPI 3.1 section 8.7.
   *
   * @param errorCode the exit status to end with
   */
  public final void abort(int errorCode) throws MPIException {
    MPI.check();
    abort(handle, errorCode);
  }

  private native void abort(long comm, int errorCode) throws MPIException;

  /**
   * Sets what happens when a call on this communicator fails.
   *
   * <p>MPI_COMM_SET_ERRHANDLER, MPI 3.1 section 8.3.1.
   *
   * @param errhandler the handler
   */
  public final void setErrhandler(Errhandler errhandler) throws MPIException {
    MPI.check();
    setErrhandler(handle, errhandler.handle);
  }

  private native void setErrhandler(long comm, long errhandler) throws MPIException;

  /**
   * The error handler in force.
   *
   * <p>MPI_COMM_GET_ERRHANDLER, MPI 3.1 section 8.3.1.
   *
   * @return the handler
   */
  public final Errhandler getErrhandler() throws MPIException {
    MPI.check();
    return new Errhandler(getErrhandler(handle));
  }

  private native long getErrhandler(long comm);

  /**
   * Calls the error handler of this communicator.
   *
   * <p>MPI_COMM_CALL_ERRHANDLER, MPI 3.1 section 8.3.4.
   *
   * @param errorCode the error code to hand over
   */
  public void callErrhandler(int errorCode) throws MPIException {
    MPI.check();
    callErrhandler(handle, errorCode);
  }

  private native void callErrhandler(long comm, int errorCode) throws MPIException;

  /**
   * Waits until every process has called it. Collective.
   *
   * <p>MPI_BARRIER, MPI 3.1 section 5.3.
   */
  public final void barrier() throws MPIException {
    MPI.check();
    barrier(handle);
  }

  private native void barrier(long comm) throws MPIException;

  /**
   * Starts a barrier. Collective.
   *
   * <p>MPI_IBARRIER, MPI 3.1 section 5.12.1.
   *
   * @return the request, complete once every process has called it
   */
  public final Request iBarrier() throws MPIException {
    MPI.check();
    return new Request(iBarrier(handle));
  }

  private native long iBarrier(long comm) throws MPIException;

  /**
   * Copies the root's items to every process. Collective.
   *
   * <p>MPI_BCAST, MPI 3.1 section 5.4.
   *
   * @param buf the data: array, heap buffer or direct buffer; {@code null} for zero items
   */
  public final void bcast(Object buf, int count, Datatype type, int root) throws MPIException {
    MPI.check();
    bcast(
        handle,
        array(buf),
        isDirectBuffer(buf),
        type.getOffset(buf),
        count,
        type.handle,
        type.baseType,
        root);
  }

  private native void bcast(
      long comm,
      Object buf,
      boolean direct,
      int offset,
      int count,
      long type,
      int baseType,
      int root)
      throws MPIException;

  /**
   * Starts a broadcast. Collective.
   *
   * <p>MPI_IBCAST, MPI 3.1 section 5.12.2.
   *
   * @param buf direct buffer with the data, not to be touched before the request completes
   * @throws IllegalArgumentException if {@code buf} is not direct
   */
  public final Request iBcast(Buffer buf, int count, Datatype type, int root) throws MPIException {
    MPI.check();
    MPI.assertDirectBuffer(buf);
    Request req = new Request(iBcast(handle, buf, count, type.handle, root));
    req.addSendBufRef(buf);
    return req;
  }

  private native long iBcast(long comm, Buffer buf, int count, long type, int root)
      throws MPIException;

  /**
   * Collects the items of every process at the root, in the order of ranks. Collective. The receive
   * arguments matter at the root only.
   *
   * <p>MPI_GATHER, MPI 3.1 section 5.5.
   *
   * @param sendBuf what this process contributes: array, heap buffer or direct buffer
   * @param recvBuf where the result goes: array, heap buffer or direct buffer
   */
  public final void gather(
      Object sendBuf,
      int sendCount,
      Datatype sendType,
      Object recvBuf,
      int recvCount,
      Datatype recvType,
      int root)
      throws MPIException {
    MPI.check();
    Datatype into = recvType == null ? MPI.DATATYPE_NULL : recvType;
    gather(
        handle,
        array(sendBuf),
        isDirectBuffer(sendBuf),
        sendType.getOffset(sendBuf),
        sendCount,
        sendType.handle,
        sendType.baseType,
        array(recvBuf),
        isDirectBuffer(recvBuf),
        into.getOffset(recvBuf),
        recvCount,
        into.handle,
        into.baseType,
        root);
  }

  /**
   * Collects the items of every process at the root, whose own are in their place already;
   * elsewhere {@code buf} holds what to send. Collective.
   *
   * <p>MPI_GATHER with MPI_IN_PLACE, MPI 3.1 section 5.5.
   *
   * @param buf the data: array, heap buffer or direct buffer; {@code null} for zero items
   * @param count number of items of one process
   */
  public final void gather(Object buf, int count, Datatype type, int root) throws MPIException {
    MPI.check();
    gather(
        handle,
        null,
        false,
        0,
        0,
        0,
        0,
        array(buf),
        isDirectBuffer(buf),
        type.getOffset(buf),
        count,
        type.handle,
        type.baseType,
        root);
  }

  private native void gather(
      long comm,
      Object sendBuf,
      boolean sendDirect,
      int sendOffset,
      int sendCount,
      long sendType,
      int sendBaseType,
      Object recvBuf,
      boolean recvDirect,
      int recvOffset,
      int recvCount,
      long recvType,
      int recvBaseType,
      int root)
      throws MPIException;

  /**
   * Starts a gather. Collective. The receive arguments matter at the root only.
   *
   * <p>MPI_IGATHER, MPI 3.1 section 5.12.3.
   *
   * @param sendBuf direct buffer with the contribution, not to be changed before the request
   *     completes
   * @param recvBuf direct buffer for the result, not to be touched before the request completes
   * @throws IllegalArgumentException if a buffer is not direct
   */
  public final Request iGather(
      Buffer sendBuf,
      int sendCount,
      Datatype sendType,
      Buffer recvBuf,
      int recvCount,
      Datatype recvType,
      int root)
      throws MPIException {
    MPI.check();
    MPI.assertDirectBuffer(sendBuf, recvBuf);
    Datatype into = recvType == null ? MPI.DATATYPE_NULL : recvType;
    Request req =
        new Request(
            iGather(
                handle,
                sendBuf,
                sendCount,
                sendType.handle,
                recvBuf,
                recvCount,
                into.handle,
                root));
    req.addSendBufRef(sendBuf);
    req.addRecvBufRef(recvBuf);
    return req;
  }

  /**
   * Starts a gather with the root's items in their place already; elsewhere {@code buf} holds what
   * to send. Collective.
   *
   * <p>MPI_IGATHER with MPI_IN_PLACE, MPI 3.1 section 5.12.3.
   *
   * @param buf direct buffer with the data, not to be touched before the request completes
   * @param count number of items of one process
   * @throws IllegalArgumentException if {@code buf} is not direct
   */
  public final Request iGather(Buffer buf, int count, Datatype type, int root) throws MPIException {
    MPI.check();
    MPI.assertDirectBuffer(buf);
    Request req = new Request(iGather(handle, null, 0, 0, buf, count, type.handle, root));
    req.addRecvBufRef(buf);
    return req;
  }

  private native long iGather(
      long comm,
      Buffer sendBuf,
      int sendCount,
      long sendType,
      Buffer recvBuf,
      int recvCount,
      long recvType,
      int root)
      throws MPIException;

  /**
   * Collects a different number of items of every process at the root. Collective. The receive
   * arguments matter at the root only.
   *
   * <p>MPI_GATHERV, MPI 3.1 section 5.5.
   *
   * @param sendBuf what this process contributes: array, heap buffer or direct buffer
   * @param recvBuf where the result goes: array, heap buffer or direct buffer
   */
  public final void gatherv(
      Object sendBuf,
      int sendCount,
      Datatype sendType,
      Object recvBuf,
      int[] recvCounts,
      int[] displs,
      Datatype recvType,
      int root)
      throws MPIException {
    MPI.check();
    Datatype into = recvType == null ? MPI.DATATYPE_NULL : recvType;
    gatherv(
        handle,
        array(sendBuf),
        isDirectBuffer(sendBuf),
        sendType.getOffset(sendBuf),
        sendCount,
        sendType.handle,
        sendType.baseType,
        array(recvBuf),
        isDirectBuffer(recvBuf),
        into.getOffset(recvBuf),
        recvCounts,
        displs,
        into.handle,
        into.baseType,
        root);
  }

  /**
   * The root's side of {@link #gatherv(Object, int, Datatype, int)}: its own items are in their
   * place already. Collective.
   *
   * <p>MPI_GATHERV with MPI_IN_PLACE, MPI 3.1 section 5.5.
   *
   * @param recvBuf where the result goes: array, heap buffer or direct buffer
   */
  public final void gatherv(
      Object recvBuf, int[] recvCounts, int[] displs, Datatype recvType, int root)
      throws MPIException {
    MPI.check();
    gatherv(
        handle,
        null,
        false,
        0,
        0,
        0,
        0,
        array(recvBuf),
        isDirectBuffer(recvBuf),
        recvType.getOffset(recvBuf),
        recvCounts,
        displs,
        recvType.handle,
        recvType.baseType,
        root);
  }

  /**
   * The side of a process other than the root of a gather with counts. Collective.
   *
   * <p>MPI_GATHERV, MPI 3.1 section 5.5.
   *
   * @param sendBuf what this process contributes: array, heap buffer or direct buffer
   */
  public final void gatherv(Object sendBuf, int sendCount, Datatype sendType, int root)
      throws MPIException {
    MPI.check();
    gatherv(
        handle,
        array(sendBuf),
        isDirectBuffer(sendBuf),
        sendType.getOffset(sendBuf),
        sendCount,
        sendType.handle,
        sendType.baseType,
        null,
        false,
        0,
        null,
        null,
        0,
        0,
        root);
  }

  private native void gatherv(
      long comm,
      Object sendBuf,
      boolean sendDirect,
      int sendOffset,
      int sendCount,
      long sendType,
      int sendBaseType,
      Object recvBuf,
      boolean recvDirect,
      int recvOffset,
      int[] recvCounts,
      int[] displs,
      long recvType,
      int recvBaseType,
      int root)
      throws MPIException;

  /**
   * Starts a gather with counts. Collective. The receive arguments matter at the root only.
   *
   * <p>MPI_IGATHERV, MPI 3.1 section 5.12.3.
   *
   * @param sendBuf direct buffer with the contribution, not to be changed before the request
   *     completes
   * @param recvBuf direct buffer for the result, not to be touched before the request completes
   * @throws IllegalArgumentException if a buffer is not direct
   */
  public final Request iGatherv(
      Buffer sendBuf,
      int sendCount,
      Datatype sendType,
      Buffer recvBuf,
      int[] recvCounts,
      int[] displs,
      Datatype recvType,
      int root)
      throws MPIException {
    MPI.check();
    MPI.assertDirectBuffer(sendBuf, recvBuf);
    Datatype into = recvType == null ? MPI.DATATYPE_NULL : recvType;
    Request req =
        new Request(
            iGatherv(
                handle,
                sendBuf,
                sendCount,
                sendType.handle,
                recvBuf,
                recvCounts,
                displs,
                into.handle,
                root));
    req.addSendBufRef(sendBuf);
    req.addRecvBufRef(recvBuf);
    return req;
  }

  /**
   * The root's side of {@link #iGatherv(Buffer, int, Datatype, int)}: its own items are in their
   * place already. Collective.
   *
   * <p>MPI_IGATHERV with MPI_IN_PLACE, MPI 3.1 section 5.12.3.
   *
   * @param recvBuf direct buffer for the result, not to be touched before the request completes
   * @throws IllegalArgumentException if {@code recvBuf} is not direct
   */
  public final Request iGatherv(
      Buffer recvBuf, int[] recvCounts, int[] displs, Datatype recvType, int root)
      throws MPIException {
    MPI.check();
    MPI.assertDirectBuffer(recvBuf);
    Request req =
        new Request(
            iGatherv(handle, null, 0, 0, recvBuf, recvCounts, displs, recvType.handle, root));
    req.addRecvBufRef(recvBuf);
    return req;
  }

  /**
   * The side of a process other than the root of a nonblocking gather with counts. Collective.
   *
   * <p>MPI_IGATHERV, MPI 3.1 section 5.12.3.
   *
   * @param sendBuf direct buffer with the contribution, not to be changed before the request
   *     completes
   * @throws IllegalArgumentException if {@code sendBuf} is not direct
   */
  public final Request iGatherv(Buffer sendBuf, int sendCount, Datatype sendType, int root)
      throws MPIException {
    MPI.check();
    MPI.assertDirectBuffer(sendBuf);
    Request req =
        new Request(
            iGatherv(handle, sendBuf, sendCount, sendType.handle, null, null, null, 0, root));
    req.addSendBufRef(sendBuf);
    return req;
  }

  private native long iGatherv(
      long comm,
      Buffer sendBuf,
      int sendCount,
      long sendType,
      Buffer recvBuf,
      int[] recvCounts,
      int[] displs,
      long recvType,
      int root)
      throws MPIException;

  /**
   * Hands every process its part of the root's items, in the order of ranks. Collective. The send
   * arguments matter at the root only.
   *
   * <p>MPI_SCATTER, MPI 3.1 section 5.6.
   *
   * @param sendBuf what this process contributes: array, heap buffer or direct buffer
   * @param recvBuf where the result goes: array, heap buffer or direct buffer
   * @param recvCount number of items this process gets
   */
  public final void scatter(
      Object sendBuf,
      int sendCount,
      Datatype sendType,
      Object recvBuf,
      int recvCount,
      Datatype recvType,
      int root)
      throws MPIException {
    MPI.check();
    Datatype from = sendType == null ? MPI.DATATYPE_NULL : sendType;
    scatter(
        handle,
        array(sendBuf),
        isDirectBuffer(sendBuf),
        from.getOffset(sendBuf),
        sendCount,
        from.handle,
        from.baseType,
        array(recvBuf),
        isDirectBuffer(recvBuf),
        recvType.getOffset(recvBuf),
        recvCount,
        recvType.handle,
        recvType.baseType,
        root);
  }

  /**
   * Hands every process its part of the root's items; the root keeps its own in place, elsewhere
   * {@code buf} takes the part. Collective.
   *
   * <p>MPI_SCATTER with MPI_IN_PLACE, MPI 3.1 section 5.6.
   *
   * @param buf the data: array, heap buffer or direct buffer; {@code null} for zero items
   * @param count number of items of one process
   */
  public final void scatter(Object buf, int count, Datatype type, int root) throws MPIException {
    MPI.check();
    scatter(
        handle,
        array(buf),
        isDirectBuffer(buf),
        type.getOffset(buf),
        count,
        type.handle,
        type.baseType,
        null,
        false,
        0,
        0,
        0,
        0,
        root);
  }

  private native void scatter(
      long comm,
      Object sendBuf,
      boolean sendDirect,
      int sendOffset,
      int sendCount,
      long sendType,
      int sendBaseType,
      Object recvBuf,
      boolean recvDirect,
      int recvOffset,
      int recvCount,
      long recvType,
      int recvBaseType,
      int root)
      throws MPIException;

  /**
   * Starts a scatter. Collective. The send arguments matter at the root only.
   *
   * <p>MPI_ISCATTER, MPI 3.1 section 5.12.4.
   *
   * @param sendBuf direct buffer with the contribution, not to be changed before the request
   *     completes
   * @param recvBuf direct buffer for the result, not to be touched before the request completes
   * @param recvCount number of items this process gets
   * @throws IllegalArgumentException if a buffer is not direct
   */
  public final Request iScatter(
      Buffer sendBuf,
      int sendCount,
      Datatype sendType,
      Buffer recvBuf,
      int recvCount,
      Datatype recvType,
      int root)
      throws MPIException {
    MPI.check();
    MPI.assertDirectBuffer(sendBuf, recvBuf);
    Datatype from = sendType == null ? MPI.DATATYPE_NULL : sendType;
    Request req =
        new Request(
            iScatter(
                handle,
                sendBuf,
                sendCount,
                from.handle,
                recvBuf,
                recvCount,
                recvType.handle,
                root));
    req.addSendBufRef(sendBuf);
    req.addRecvBufRef(recvBuf);
    return req;
  }

  /**
   * Starts a scatter whose root keeps its part in place; elsewhere {@code buf} takes the part.
   * Collective.
   *
   * <p>MPI_ISCATTER with MPI_IN_PLACE, MPI 3.1 section 5.12.4.
   *
   * @param buf direct buffer with the data, not to be touched before the request completes
   * @param count number of items of one process
   * @throws IllegalArgumentException if {@code buf} is not direct
   */
  public final Request iScatter(Buffer buf, int count, Datatype type, int root)
      throws MPIException {
    MPI.check();
    MPI.assertDirectBuffer(buf);
    Request req = new Request(iScatter(handle, buf, count, type.handle, null, 0, 0, root));
    req.addSendBufRef(buf);
    return req;
  }

  private native long iScatter(
      long comm,
      Buffer sendBuf,
      int sendCount,
      long sendType,
      Buffer recvBuf,
      int recvCount,
      long recvType,
      int root)
      throws MPIException;

  /**
   * Hands every process its part, of any size, of the root's items. Collective. The send arguments
   * matter at the root only.
   *
   * <p>MPI_SCATTERV, MPI 3.1 section 5.6.
   *
   * @param sendBuf what this process contributes: array, heap buffer or direct buffer
   * @param recvBuf where the result goes: array, heap buffer or direct buffer
   * @param recvCount number of items this process gets
   */
  public final void scatterv(
      Object sendBuf,
      int[] sendCounts,
      int[] displs,
      Datatype sendType,
      Object recvBuf,
      int recvCount,
      Datatype recvType,
      int root)
      throws MPIException {
    MPI.check();
    Datatype from = sendType == null ? MPI.DATATYPE_NULL : sendType;
    scatterv(
        handle,
        array(sendBuf),
        isDirectBuffer(sendBuf),
        from.getOffset(sendBuf),
        sendCounts,
        displs,
        from.handle,
        from.baseType,
        array(recvBuf),
        isDirectBuffer(recvBuf),
        recvType.getOffset(recvBuf),
        recvCount,
        recvType.handle,
        recvType.baseType,
        root);
  }

  /**
   * The root's side of {@link #scatterv(Object, int, Datatype, int)}: its own part stays in place.
   * Collective.
   *
   * <p>MPI_SCATTERV with MPI_IN_PLACE, MPI 3.1 section 5.6.
   *
   * @param sendBuf what this process contributes: array, heap buffer or direct buffer
   */
  public final void scatterv(
      Object sendBuf, int[] sendCounts, int[] displs, Datatype sendType, int root)
      throws MPIException {
    MPI.check();
    scatterv(
        handle,
        array(sendBuf),
        isDirectBuffer(sendBuf),
        sendType.getOffset(sendBuf),
        sendCounts,
        displs,
        sendType.handle,
        sendType.baseType,
        null,
        false,
        0,
        0,
        0,
        0,
        root);
  }

  /**
   * The side of a process other than the root of a scatter with counts. Collective.
   *
   * <p>MPI_SCATTERV, MPI 3.1 section 5.6.
   *
   * @param recvBuf where the result goes: array, heap buffer or direct buffer
   * @param recvCount number of items this process gets
   */
  public final void scatterv(Object recvBuf, int recvCount, Datatype recvType, int root)
      throws MPIException {
    MPI.check();
    scatterv(
        handle,
        null,
        false,
        0,
        null,
        null,
        0,
        0,
        array(recvBuf),
        isDirectBuffer(recvBuf),
        recvType.getOffset(recvBuf),
        recvCount,
        recvType.handle,
        recvType.baseType,
        root);
  }

  private native void scatterv(
      long comm,
      Object sendBuf,
      boolean sendDirect,
      int sendOffset,
      int[] sendCounts,
      int[] displs,
      long sendType,
      int sendBaseType,
      Object recvBuf,
      boolean recvDirect,
      int recvOffset,
      int recvCount,
      long recvType,
      int recvBaseType,
      int root)
      throws MPIException;

  /**
   * Starts a scatter with counts. Collective. The send arguments matter at the root only.
   *
   * <p>MPI_ISCATTERV, MPI 3.1 section 5.12.4.
   *
   * @param sendBuf direct buffer with the contribution, not to be changed before the request
   *     completes
   * @param recvBuf direct buffer for the result, not to be touched before the request completes
   * @param recvCount number of items this process gets
   * @throws IllegalArgumentException if a buffer is not direct
   */
  public final Request iScatterv(
      Buffer sendBuf,
      int[] sendCounts,
      int[] displs,
      Datatype sendType,
      Buffer recvBuf,
      int recvCount,
      Datatype recvType,
      int root)
      throws MPIException {
    MPI.check();
    MPI.assertDirectBuffer(sendBuf, recvBuf);
    Datatype from = sendType == null ? MPI.DATATYPE_NULL : sendType;
    Request req =
        new Request(
            iScatterv(
                handle,
                sendBuf,
                sendCounts,
                displs,
                from.handle,
                recvBuf,
                recvCount,
                recvType.handle,
                root));
    req.addSendBufRef(sendBuf);
    req.addRecvBufRef(recvBuf);
    return req;
  }

  /**
   * The root's side of {@link #iScatterv(Buffer, int, Datatype, int)}: its own part stays in place.
   * Collective.
   *
   * <p>MPI_ISCATTERV with MPI_IN_PLACE, MPI 3.1 section 5.12.4.
   *
   * @param sendBuf direct buffer with the contribution, not to be changed before the request
   *     completes
   * @throws IllegalArgumentException if {@code sendBuf} is not direct
   */
  public final Request iScatterv(
      Buffer sendBuf, int[] sendCounts, int[] displs, Datatype sendType, int root)
      throws MPIException {
    MPI.check();
    MPI.assertDirectBuffer(sendBuf);
    Request req =
        new Request(
            iScatterv(handle, sendBuf, sendCounts, displs, sendType.handle, null, 0, 0, root));
    req.addSendBufRef(sendBuf);
    return req;
  }

  /**
   * The side of a process other than the root of a nonblocking scatter with counts. Collective.
   *
   * <p>MPI_ISCATTERV, MPI 3.1 section 5.12.4.
   *
   * @param recvBuf direct buffer for the result, not to be touched before the request completes
   * @param recvCount number of items this process gets
   * @throws IllegalArgumentException if {@code recvBuf} is not direct
   */
  public final Request iScatterv(Buffer recvBuf, int recvCount, Datatype recvType, int root)
      throws MPIException {
    MPI.check();
    MPI.assertDirectBuffer(recvBuf);
    Request req =
        new Request(
            iScatterv(handle, null, null, null, 0, recvBuf, recvCount, recvType.handle, root));
    req.addRecvBufRef(recvBuf);
    return req;
  }

  private native long iScatterv(
      long comm,
      Buffer sendBuf,
      int[] sendCounts,
      int[] displs,
      long sendType,
      Buffer recvBuf,
      int recvCount,
      long recvType,
      int root)
      throws MPIException;

  /**
   * Collects the items of every process at every process, in the order of ranks. Collective.
   *
   * <p>MPI_ALLGATHER, MPI 3.1 section 5.7.
   *
   * @param sendBuf what this process contributes: array, heap buffer or direct buffer
   * @param recvBuf where the result goes: array, heap buffer or direct buffer
   */
  public final void allGather(
      Object sendBuf,
      int sendCount,
      Datatype sendType,
      Object recvBuf,
      int recvCount,
      Datatype recvType)
      throws MPIException {
    MPI.check();
    allGather(
        handle,
        array(sendBuf),
        isDirectBuffer(sendBuf),
        sendType.getOffset(sendBuf),
        sendCount,
        sendType.handle,
        sendType.baseType,
        array(recvBuf),
        isDirectBuffer(recvBuf),
        recvType.getOffset(recvBuf),
        recvCount,
        recvType.handle,
        recvType.baseType);
  }

  private native void allGather(
      long comm,
      Object sendBuf,
      boolean sendDirect,
      int sendOffset,
      int sendCount,
      long sendType,
      int sendBaseType,
      Object recvBuf,
      boolean recvDirect,
      int recvOffset,
      int recvCount,
      long recvType,
      int recvBaseType)
      throws MPIException;

  /**
   * Collects the items of every process at every process; each has its own in their place already.
   * Collective.
   *
   * <p>MPI_ALLGATHER with MPI_IN_PLACE, MPI 3.1 section 5.7.
   *
   * @param buf the data: array, heap buffer or direct buffer; {@code null} for zero items
   * @param count number of items of one process
   */
  public final void allGather(Object buf, int count, Datatype type) throws MPIException {
    MPI.check();
    allGather(
        handle,
        null,
        false,
        0,
        0,
        0,
        0,
        array(buf),
        isDirectBuffer(buf),
        type.getOffset(buf),
        count,
        type.handle,
        type.baseType);
  }

  /**
   * Starts to collect the items of every process at every process. Collective.
   *
   * <p>MPI_IALLGATHER, MPI 3.1 section 5.12.5.
   *
   * @param sendBuf direct buffer with the contribution, not to be changed before the request
   *     completes
   * @param recvBuf direct buffer for the result, not to be touched before the request completes
   * @throws IllegalArgumentException if a buffer is not direct
   */
  public final Request iAllGather(
      Buffer sendBuf,
      int sendCount,
      Datatype sendType,
      Buffer recvBuf,
      int recvCount,
      Datatype recvType)
      throws MPIException {
    MPI.check();
    MPI.assertDirectBuffer(sendBuf, recvBuf);
    Request req =
        new Request(
            iAllGather(
                handle, sendBuf, sendCount, sendType.handle, recvBuf, recvCount, recvType.handle));
    req.addSendBufRef(sendBuf);
    req.addRecvBufRef(recvBuf);
    return req;
  }

  private native long iAllGather(
      long comm,
      Buffer sendBuf,
      int sendCount,
      long sendType,
      Buffer recvBuf,
      int recvCount,
      long recvType)
      throws MPIException;

  /**
   * Starts to collect the items of every process at every process; each has its own in their place
   * already. Collective.
   *
   * <p>MPI_IALLGATHER with MPI_IN_PLACE, MPI 3.1 section 5.12.5.
   *
   * @param buf direct buffer with the data, not to be touched before the request completes
   * @param count number of items of one process
   * @throws IllegalArgumentException if {@code buf} is not direct
   */
  public final Request iAllGather(Buffer buf, int count, Datatype type) throws MPIException {
    MPI.check();
    MPI.assertDirectBuffer(buf);
    Request req = new Request(iAllGather(handle, null, 0, 0, buf, count, type.handle));
    req.addRecvBufRef(buf);
    return req;
  }

  /**
   * Collects a different number of items of every process at every process. Collective.
   *
   * <p>MPI_ALLGATHERV, MPI 3.1 section 5.7.
   *
   * @param sendBuf what this process contributes: array, heap buffer or direct buffer
   * @param recvBuf where the result goes: array, heap buffer or direct buffer
   */
  public final void allGatherv(
      Object sendBuf,
      int sendCount,
      Datatype sendType,
      Object recvBuf,
      int[] recvCounts,
      int[] displs,
      Datatype recvType)
      throws MPIException {
    MPI.check();
    allGatherv(
        handle,
        array(sendBuf),
        isDirectBuffer(sendBuf),
        sendType.getOffset(sendBuf),
        sendCount,
        sendType.handle,
        sendType.baseType,
        array(recvBuf),
        isDirectBuffer(recvBuf),
        recvType.getOffset(recvBuf),
        recvCounts,
        displs,
        recvType.handle,
        recvType.baseType);
  }

  private native void allGatherv(
      long comm,
      Object sendBuf,
      boolean sendDirect,
      int sendOffset,
      int sendCount,
      long sendType,
      int sendBaseType,
      Object recvBuf,
      boolean recvDirect,
      int recvOffset,
      int[] recvCounts,
      int[] displs,
      long recvType,
      int recvBaseType)
      throws MPIException;

  /**
   * Collects a different number of items of every process at every process; each has its own in
   * their place already. Collective.
   *
   * <p>MPI_ALLGATHERV with MPI_IN_PLACE, MPI 3.1 section 5.7.
   *
   * @param recvBuf where the result goes: array, heap buffer or direct buffer
   */
  public final void allGatherv(Object recvBuf, int[] recvCounts, int[] displs, Datatype recvType)
      throws MPIException {
    MPI.check();
    allGatherv(
        handle,
        null,
        false,
        0,
        0,
        0,
        0,
        array(recvBuf),
        isDirectBuffer(recvBuf),
        recvType.getOffset(recvBuf),
        recvCounts,
        displs,
        recvType.handle,
        recvType.baseType);
  }

  /**
   * Starts to collect a different number of items of every process at every process. Collective.
   *
   * <p>MPI_IALLGATHERV, MPI 3.1 section 5.12.5.
   *
   * @param sendBuf direct buffer with the contribution, not to be changed before the request
   *     completes
   * @param recvBuf direct buffer for the result, not to be touched before the request completes
   * @throws IllegalArgumentException if a buffer is not direct
   */
  public final Request iAllGatherv(
      Buffer sendBuf,
      int sendCount,
      Datatype sendType,
      Buffer recvBuf,
      int[] recvCounts,
      int[] displs,
      Datatype recvType)
      throws MPIException {
    MPI.check();
    MPI.assertDirectBuffer(sendBuf, recvBuf);
    Request req =
        new Request(
            iAllGatherv(
                handle,
                sendBuf,
                sendCount,
                sendType.handle,
                recvBuf,
                recvCounts,
                displs,
                recvType.handle));
    req.addSendBufRef(sendBuf);
    req.addRecvBufRef(recvBuf);
    return req;
  }

  private native long iAllGatherv(
      long comm,
      Buffer sendBuf,
      int sendCount,
      long sendType,
      Buffer recvBuf,
      int[] recvCounts,
      int[] displs,
      long recvType)
      throws MPIException;

  /**
   * Starts to collect a different number of items of every process at every process; each has its
   * own in their place already. Collective.
   *
   * <p>MPI_IALLGATHERV with MPI_IN_PLACE, MPI 3.1 section 5.12.5.
   *
   * @param recvBuf direct buffer for the result, not to be touched before the request completes
   * @throws IllegalArgumentException if {@code recvBuf} is not direct
   */
  public final Request iAllGatherv(
      Buffer recvBuf, int[] recvCounts, int[] displs, Datatype recvType) throws MPIException {
    MPI.check();
    MPI.assertDirectBuffer(recvBuf);
    Request req =
        new Request(iAllGatherv(handle, null, 0, 0, recvBuf, recvCounts, displs, recvType.handle));
    req.addRecvBufRef(recvBuf);
    return req;
  }

  /**
   * Sends a part to every process and receives one from every process. Collective.
   *
   * <p>MPI_ALLTOALL, MPI 3.1 section 5.8.
   *
   * @param sendBuf what this process contributes: array, heap buffer or direct buffer
   * @param recvBuf where the result goes: array, heap buffer or direct buffer
   */
  public final void allToAll(
      Object sendBuf,
      int sendCount,
      Datatype sendType,
      Object recvBuf,
      int recvCount,
      Datatype recvType)
      throws MPIException {
    MPI.check();
    allToAll(
        handle,
        array(sendBuf),
        isDirectBuffer(sendBuf),
        sendType.getOffset(sendBuf),
        sendCount,
        sendType.handle,
        sendType.baseType,
        array(recvBuf),
        isDirectBuffer(recvBuf),
        recvType.getOffset(recvBuf),
        recvCount,
        recvType.handle,
        recvType.baseType);
  }

  private native void allToAll(
      long comm,
      Object sendBuf,
      boolean sendDirect,
      int sendOffset,
      int sendCount,
      long sendType,
      int sendBaseType,
      Object recvBuf,
      boolean recvDirect,
      int recvOffset,
      int recvCount,
      long recvType,
      int recvBaseType)
      throws MPIException;

  /**
   * Starts to send a part to every process and to receive one from every process. Collective.
   *
   * <p>MPI_IALLTOALL, MPI 3.1 section 5.12.6.
   *
   * @param sendBuf direct buffer with the contribution, not to be changed before the request
   *     completes
   * @param recvBuf direct buffer for the result, not to be touched before the request completes
   * @throws IllegalArgumentException if a buffer is not direct
   */
  public final Request iAllToAll(
      Buffer sendBuf,
      int sendCount,
      Datatype sendType,
      Buffer recvBuf,
      int recvCount,
      Datatype recvType)
      throws MPIException {
    MPI.check();
    MPI.assertDirectBuffer(sendBuf, recvBuf);
    Request req =
        new Request(
            iAllToAll(
                handle, sendBuf, sendCount, sendType.handle, recvBuf, recvCount, recvType.handle));
    req.addSendBufRef(sendBuf);
    req.addRecvBufRef(recvBuf);
    return req;
  }

  private native long iAllToAll(
      long comm,
      Buffer sendBuf,
      int sendCount,
      long sendType,
      Buffer recvBuf,
      int recvCount,
      long recvType)
      throws MPIException;

  /**
   * Sends a part of any size to every process and receives one from every process. Collective.
   *
   * <p>MPI_ALLTOALLV, MPI 3.1 section 5.8.
   *
   * @param sendBuf what this process contributes: array, heap buffer or direct buffer
   * @param sendDispls where the data for each rank starts in {@code sendBuf}, in extents of the
   *     type
   * @param recvBuf where the result goes: array, heap buffer or direct buffer
   * @param recvDispls where the data of each rank starts in {@code recvBuf}, in extents of the type
   */
  public final void allToAllv(
      Object sendBuf,
      int[] sendCounts,
      int[] sendDispls,
      Datatype sendType,
      Object recvBuf,
      int[] recvCounts,
      int[] recvDispls,
      Datatype recvType)
      throws MPIException {
    MPI.check();
    allToAllv(
        handle,
        array(sendBuf),
        isDirectBuffer(sendBuf),
        sendType.getOffset(sendBuf),
        sendCounts,
        sendDispls,
        sendType.handle,
        sendType.baseType,
        array(recvBuf),
        isDirectBuffer(recvBuf),
        recvType.getOffset(recvBuf),
        recvCounts,
        recvDispls,
        recvType.handle,
        recvType.baseType);
  }

  private native void allToAllv(
      long comm,
      Object sendBuf,
      boolean sendDirect,
      int sendOffset,
      int[] sendCounts,
      int[] sendDispls,
      long sendType,
      int sendBaseType,
      Object recvBuf,
      boolean recvDirect,
      int recvOffset,
      int[] recvCounts,
      int[] recvDispls,
      long recvType,
      int recvBaseType)
      throws MPIException;

  /**
   * Starts to send a part of any size to every process and to receive one from every process.
   * Collective.
   *
   * <p>MPI_IALLTOALLV, MPI 3.1 section 5.12.6.
   *
   * @param sendBuf direct buffer with the contribution, not to be changed before the request
   *     completes
   * @param sendDispls where the data for each rank starts in {@code sendBuf}, in extents of the
   *     type
   * @param recvBuf direct buffer for the result, not to be touched before the request completes
   * @param recvDispls where the data of each rank starts in {@code recvBuf}, in extents of the type
   * @throws IllegalArgumentException if a buffer is not direct
   */
  public final Request iAllToAllv(
      Buffer sendBuf,
      int[] sendCounts,
      int[] sendDispls,
      Datatype sendType,
      Buffer recvBuf,
      int[] recvCounts,
      int[] recvDispls,
      Datatype recvType)
      throws MPIException {
    MPI.check();
    MPI.assertDirectBuffer(sendBuf, recvBuf);
    Request req =
        new Request(
            iAllToAllv(
                handle,
                sendBuf,
                sendCounts,
                sendDispls,
                sendType.handle,
                recvBuf,
                recvCounts,
                recvDispls,
                recvType.handle));
    req.addSendBufRef(sendBuf);
    req.addRecvBufRef(recvBuf);
    return req;
  }

  private native long iAllToAllv(
      long comm,
      Buffer sendBuf,
      int[] sendCounts,
      int[] sendDispls,
      long sendType,
      Buffer recvBuf,
      int[] recvCounts,
      int[] recvDispls,
      long recvType)
      throws MPIException;

  /**
   * Sends a part of any size and type to every process and receives one from every process.
   * Collective.
   *
   * <p>MPI_ALLTOALLW, MPI 3.1 section 5.8.
   *
   * @param sendBuf what this process contributes: array, heap buffer or direct buffer
   * @param sendDispls where the data for each rank starts in {@code sendBuf}, in bytes
   * @param sendTypes type of the items for each rank
   * @param recvBuf where the result goes: array, heap buffer or direct buffer
   * @param recvDispls where the data of each rank starts in {@code recvBuf}, in bytes
   * @param recvTypes type of the items from each rank
   */
  public final void allToAllw(
      Object sendBuf,
      int[] sendCounts,
      int[] sendDispls,
      Datatype[] sendTypes,
      Object recvBuf,
      int[] recvCounts,
      int[] recvDispls,
      Datatype[] recvTypes)
      throws MPIException {
    MPI.check();
    int[] sendOffsets = new int[sendTypes.length];
    for (int i = 0; i < sendTypes.length; i++) {
      sendOffsets[i] = sendTypes[i].getOffset(sendBuf);
    }
    int[] recvOffsets = new int[recvTypes.length];
    for (int i = 0; i < recvTypes.length; i++) {
      recvOffsets[i] = recvTypes[i].getOffset(recvBuf);
    }
    allToAllw(
        handle,
        array(sendBuf),
        isDirectBuffer(sendBuf),
        sendOffsets,
        sendCounts,
        sendDispls,
        convertTypeArray(sendTypes),
        convertTypeArrayBtype(sendTypes),
        array(recvBuf),
        isDirectBuffer(recvBuf),
        recvOffsets,
        recvCounts,
        recvDispls,
        convertTypeArray(recvTypes),
        convertTypeArrayBtype(recvTypes));
  }

  private native void allToAllw(
      long comm,
      Object sendBuf,
      boolean sendDirect,
      int[] sendOffsets,
      int[] sendCounts,
      int[] sendDispls,
      long[] sendTypes,
      int[] sendBaseTypes,
      Object recvBuf,
      boolean recvDirect,
      int[] recvOffsets,
      int[] recvCounts,
      int[] recvDispls,
      long[] recvTypes,
      int[] recvBaseTypes)
      throws MPIException;

  /**
   * Starts to send a part of any size and type to every process and to receive one from every
   * process. Collective.
   *
   * <p>MPI_IALLTOALLW, MPI 3.1 section 5.12.6.
   *
   * @param sendBuf direct buffer with the contribution, not to be changed before the request
   *     completes
   * @param sendDispls where the data for each rank starts in {@code sendBuf}, in bytes
   * @param sendTypes type of the items for each rank
   * @param recvBuf direct buffer for the result, not to be touched before the request completes
   * @param recvDispls where the data of each rank starts in {@code recvBuf}, in bytes
   * @param recvTypes type of the items from each rank
   * @throws IllegalArgumentException if a buffer is not direct
   */
  public final Request iAllToAllw(
      Buffer sendBuf,
      int[] sendCounts,
      int[] sendDispls,
      Datatype[] sendTypes,
      Buffer recvBuf,
      int[] recvCounts,
      int[] recvDispls,
      Datatype[] recvTypes)
      throws MPIException {
    MPI.check();
    MPI.assertDirectBuffer(sendBuf, recvBuf);
    Request req =
        new Request(
            iAllToAllw(
                handle,
                sendBuf,
                sendCounts,
                sendDispls,
                convertTypeArray(sendTypes),
                recvBuf,
                recvCounts,
                recvDispls,
                convertTypeArray(recvTypes)));
    req.addSendBufRef(sendBuf);
    req.addRecvBufRef(recvBuf);
    return req;
  }

  private native long iAllToAllw(
      long comm,
      Buffer sendBuf,
      int[] sendCounts,
      int[] sendDispls,
      long[] sendTypes,
      Buffer recvBuf,
      int[] recvCounts,
      int[] recvDispls,
      long[] recvTypes)
      throws MPIException;

  /**
   * Collects the items of every neighbor in the topology. Collective.
   *
   * <p>MPI_NEIGHBOR_ALLGATHER, MPI 3.1 section 7.6.1.
   *
   * @param sendBuf what this process contributes: array, heap buffer or direct buffer
   * @param recvBuf where the result goes: array, heap buffer or direct buffer
   */
  public final void neighborAllGather(
      Object sendBuf,
      int sendCount,
      Datatype sendType,
      Object recvBuf,
      int recvCount,
      Datatype recvType)
      throws MPIException {
    MPI.check();
    neighborAllGather(
        handle,
        array(sendBuf),
        isDirectBuffer(sendBuf),
        sendType.getOffset(sendBuf),
        sendCount,
        sendType.handle,
        sendType.baseType,
        array(recvBuf),
        isDirectBuffer(recvBuf),
        recvType.getOffset(recvBuf),
        recvCount,
        recvType.handle,
        recvType.baseType);
  }

  private native void neighborAllGather(
      long comm,
      Object sendBuf,
      boolean sendDirect,
      int sendOffset,
      int sendCount,
      long sendType,
      int sendBaseType,
      Object recvBuf,
      boolean recvDirect,
      int recvOffset,
      int recvCount,
      long recvType,
      int recvBaseType)
      throws MPIException;

  /**
   * Starts to collect the items of every neighbor in the topology. Collective.
   *
   * <p>MPI_INEIGHBOR_ALLGATHER, MPI 3.1 section 7.7.1.
   *
   * @param sendBuf direct buffer with the contribution, not to be changed before the request
   *     completes
   * @param recvBuf direct buffer for the result, not to be touched before the request completes
   * @throws IllegalArgumentException if a buffer is not direct
   */
  public final Request iNeighborAllGather(
      Buffer sendBuf,
      int sendCount,
      Datatype sendType,
      Buffer recvBuf,
      int recvCount,
      Datatype recvType)
      throws MPIException {
    MPI.check();
    MPI.assertDirectBuffer(sendBuf, recvBuf);
    Request req =
        new Request(
            iNeighborAllGather(
                handle, sendBuf, sendCount, sendType.handle, recvBuf, recvCount, recvType.handle));
    req.addSendBufRef(sendBuf);
    req.addRecvBufRef(recvBuf);
    return req;
  }

  private native long iNeighborAllGather(
      long comm,
      Buffer sendBuf,
      int sendCount,
      long sendType,
      Buffer recvBuf,
      int recvCount,
      long recvType)
      throws MPIException;

  /**
   * Collects a different number of items of every neighbor in the topology. Collective.
   *
   * <p>MPI_NEIGHBOR_ALLGATHERV, MPI 3.1 section 7.6.1.
   *
   * @param sendBuf what this process contributes: array, heap buffer or direct buffer
   * @param recvBuf where the result goes: array, heap buffer or direct buffer
   */
  public final void neighborAllGatherv(
      Object sendBuf,
      int sendCount,
      Datatype sendType,
      Object recvBuf,
      int[] recvCounts,
      int[] displs,
      Datatype recvType)
      throws MPIException {
    MPI.check();
    neighborAllGatherv(
        handle,
        array(sendBuf),
        isDirectBuffer(sendBuf),
        sendType.getOffset(sendBuf),
        sendCount,
        sendType.handle,
        sendType.baseType,
        array(recvBuf),
        isDirectBuffer(recvBuf),
        recvType.getOffset(recvBuf),
        recvCounts,
        displs,
        recvType.handle,
        recvType.baseType);
  }

  private native void neighborAllGatherv(
      long comm,
      Object sendBuf,
      boolean sendDirect,
      int sendOffset,
      int sendCount,
      long sendType,
      int sendBaseType,
      Object recvBuf,
      boolean recvDirect,
      int recvOffset,
      int[] recvCounts,
      int[] displs,
      long recvType,
      int recvBaseType);

  /**
   * Starts to collect a different number of items of every neighbor in the topology. Collective.
   *
   * <p>MPI_INEIGHBOR_ALLGATHERV, MPI 3.1 section 7.7.1.
   *
   * @param sendBuf direct buffer with the contribution, not to be changed before the request
   *     completes
   * @param recvBuf direct buffer for the result, not to be touched before the request completes
   * @throws IllegalArgumentException if a buffer is not direct
   */
  public final Request iNeighborAllGatherv(
      Buffer sendBuf,
      int sendCount,
      Datatype sendType,
      Buffer recvBuf,
      int[] recvCounts,
      int[] displs,
      Datatype recvType)
      throws MPIException {
    MPI.check();
    MPI.assertDirectBuffer(sendBuf, recvBuf);
    Request req =
        new Request(
            iNeighborAllGatherv(
                handle,
                sendBuf,
                sendCount,
                sendType.handle,
                recvBuf,
                recvCounts,
                displs,
                recvType.handle));
    req.addSendBufRef(sendBuf);
    req.addRecvBufRef(recvBuf);
    return req;
  }

  private native long iNeighborAllGatherv(
      long comm,
      Buffer sendBuf,
      int sendCount,
      long sendType,
      Buffer recvBuf,
      int[] recvCounts,
      int[] displs,
      long recvType)
      throws MPIException;

  /**
   * Sends a part to every neighbor in the topology and receives one from each. Collective.
   *
   * <p>MPI_NEIGHBOR_ALLTOALL, MPI 3.1 section 7.6.2.
   *
   * @param sendBuf what this process contributes: array, heap buffer or direct buffer
   * @param recvBuf where the result goes: array, heap buffer or direct buffer
   */
  public final void neighborAllToAll(
      Object sendBuf,
      int sendCount,
      Datatype sendType,
      Object recvBuf,
      int recvCount,
      Datatype recvType)
      throws MPIException {
    MPI.check();
    neighborAllToAll(
        handle,
        array(sendBuf),
        isDirectBuffer(sendBuf),
        sendType.getOffset(sendBuf),
        sendCount,
        sendType.handle,
        sendType.baseType,
        array(recvBuf),
        isDirectBuffer(recvBuf),
        recvType.getOffset(recvBuf),
        recvCount,
        recvType.handle,
        recvType.baseType);
  }

  private native void neighborAllToAll(
      long comm,
      Object sendBuf,
      boolean sendDirect,
      int sendOffset,
      int sendCount,
      long sendType,
      int sendBaseType,
      Object recvBuf,
      boolean recvDirect,
      int recvOffset,
      int recvCount,
      long recvType,
      int recvBaseType)
      throws MPIException;

  /**
   * Starts to send a part to every neighbor in the topology and to receive one from each.
   * Collective.
   *
   * <p>MPI_INEIGHBOR_ALLTOALL, MPI 3.1 section 7.7.2.
   *
   * @param sendBuf direct buffer with the contribution, not to be changed before the request
   *     completes
   * @param recvBuf direct buffer for the result, not to be touched before the request completes
   * @throws IllegalArgumentException if a buffer is not direct
   */
  public final Request iNeighborAllToAll(
      Buffer sendBuf,
      int sendCount,
      Datatype sendType,
      Buffer recvBuf,
      int recvCount,
      Datatype recvType)
      throws MPIException {
    MPI.check();
    MPI.assertDirectBuffer(sendBuf, recvBuf);
    Request req =
        new Request(
            iNeighborAllToAll(
                handle, sendBuf, sendCount, sendType.handle, recvBuf, recvCount, recvType.handle));
    req.addSendBufRef(sendBuf);
    req.addRecvBufRef(recvBuf);
    return req;
  }

  private native long iNeighborAllToAll(
      long comm,
      Buffer sendBuf,
      int sendCount,
      long sendType,
      Buffer recvBuf,
      int recvCount,
      long recvType);

  /**
   * Sends a part of any size to every neighbor in the topology and receives one from each.
   * Collective.
   *
   * <p>MPI_NEIGHBOR_ALLTOALLV, MPI 3.1 section 7.6.2.
   *
   * @param sendBuf what this process contributes: array, heap buffer or direct buffer
   * @param sendDispls where the data for each rank starts in {@code sendBuf}, in extents of the
   *     type
   * @param recvBuf where the result goes: array, heap buffer or direct buffer
   * @param recvDispls where the data of each rank starts in {@code recvBuf}, in extents of the type
   */
  public final void neighborAllToAllv(
      Object sendBuf,
      int[] sendCounts,
      int[] sendDispls,
      Datatype sendType,
      Object recvBuf,
      int[] recvCounts,
      int[] recvDispls,
      Datatype recvType)
      throws MPIException {
    MPI.check();
    neighborAllToAllv(
        handle,
        array(sendBuf),
        isDirectBuffer(sendBuf),
        sendType.getOffset(sendBuf),
        sendCounts,
        sendDispls,
        sendType.handle,
        sendType.baseType,
        array(recvBuf),
        isDirectBuffer(recvBuf),
        recvType.getOffset(recvBuf),
        recvCounts,
        recvDispls,
        recvType.handle,
        recvType.baseType);
  }

  private native void neighborAllToAllv(
      long comm,
      Object sendBuf,
      boolean sendDirect,
      int sendOffset,
      int[] sendCounts,
      int[] sendDispls,
      long sendType,
      int sendBaseType,
      Object recvBuf,
      boolean recvDirect,
      int recvOffset,
      int[] recvCounts,
      int[] recvDispls,
      long recvType,
      int recvBaseType)
      throws MPIException;

  /**
   * Starts to send a part of any size to every neighbor in the topology and to receive one from
   * each. Collective.
   *
   * <p>MPI_INEIGHBOR_ALLTOALLV, MPI 3.1 section 7.7.2.
   *
   * @param sendBuf direct buffer with the contribution, not to be changed before the request
   *     completes
   * @param sendDispls where the data for each rank starts in {@code sendBuf}, in extents of the
   *     type
   * @param recvBuf direct buffer for the result, not to be touched before the request completes
   * @param recvDispls where the data of each rank starts in {@code recvBuf}, in extents of the type
   * @throws IllegalArgumentException if a buffer is not direct
   */
  public final Request iNeighborAllToAllv(
      Buffer sendBuf,
      int[] sendCounts,
      int[] sendDispls,
      Datatype sendType,
      Buffer recvBuf,
      int[] recvCounts,
      int[] recvDispls,
      Datatype recvType)
      throws MPIException {
    MPI.check();
    MPI.assertDirectBuffer(sendBuf, recvBuf);
    Request req =
        new Request(
            iNeighborAllToAllv(
                handle,
                sendBuf,
                sendCounts,
                sendDispls,
                sendType.handle,
                recvBuf,
                recvCounts,
                recvDispls,
                recvType.handle));
    req.addSendBufRef(sendBuf);
    req.addRecvBufRef(recvBuf);
    return req;
  }

  private native long iNeighborAllToAllv(
      long comm,
      Buffer sendBuf,
      int[] sendCounts,
      int[] sendDispls,
      long sendType,
      Buffer recvBuf,
      int[] recvCounts,
      int[] recvDispls,
      long recvType)
      throws MPIException;

  /**
   * Combines the items of all processes, position by position, at the root. Collective. {@code
   * recvBuf} matters at the root only.
   *
   * <p>MPI_REDUCE, MPI 3.1 section 5.9.1.
   *
   * @param sendBuf what this process contributes: array, heap buffer or direct buffer
   * @param recvBuf where the result goes: array, heap buffer or direct buffer
   */
  public final void reduce(
      Object sendBuf, Object recvBuf, int count, Datatype type, Op op, int root)
      throws MPIException {
    MPI.check();
    op.setDatatype(type);
    reduce(
        handle,
        array(sendBuf),
        isDirectBuffer(sendBuf),
        type.getOffset(sendBuf),
        array(recvBuf),
        isDirectBuffer(recvBuf),
        type.getOffset(recvBuf),
        count,
        type.handle,
        type.baseType,
        op,
        op.handle,
        root);
  }

  /**
   * Combines the items of all processes at the root, in place; elsewhere {@code buf} holds what to
   * send. Collective.
   *
   * <p>MPI_REDUCE with MPI_IN_PLACE, MPI 3.1 section 5.9.1.
   *
   * @param buf the data: array, heap buffer or direct buffer; {@code null} for zero items
   */
  public final void reduce(Object buf, int count, Datatype type, Op op, int root)
      throws MPIException {
    MPI.check();
    op.setDatatype(type);
    reduce(
        handle,
        null,
        false,
        0,
        array(buf),
        isDirectBuffer(buf),
        type.getOffset(buf),
        count,
        type.handle,
        type.baseType,
        op,
        op.handle,
        root);
  }

  private native void reduce(
      long comm,
      Object sendBuf,
      boolean sendDirect,
      int sendOffset,
      Object recvBuf,
      boolean recvDirect,
      int recvOffset,
      int count,
      long type,
      int baseType,
      Op op,
      long opHandle,
      int root)
      throws MPIException;

  /**
   * Starts a reduction to the root. Collective. {@code recvBuf} matters at the root only.
   *
   * <p>MPI_IREDUCE, MPI 3.1 section 5.12.7.
   *
   * @param sendBuf direct buffer with the contribution, not to be changed before the request
   *     completes
   * @param recvBuf direct buffer for the result, not to be touched before the request completes
   * @throws IllegalArgumentException if a buffer is not direct
   * @throws UnsupportedOperationException if {@code op} is the user's own and no agent has made it
   *     ready
   */
  public final Request iReduce(
      Buffer sendBuf, Buffer recvBuf, int count, Datatype type, Op op, int root)
      throws MPIException {
    MPI.check();
    MPI.assertDirectBuffer(sendBuf, recvBuf);
    op.setDatatype(type);
    requireLasting(op.handle, op.uf);
    Request req =
        new Request(
            iReduce(
                handle, sendBuf, recvBuf, count, type.handle, type.baseType, op, op.handle, root));
    req.addSendBufRef(sendBuf);
    req.addRecvBufRef(recvBuf);
    return req;
  }

  /**
   * Starts a reduction to the root, in place; elsewhere {@code buf} holds what to send. Collective.
   *
   * <p>MPI_IREDUCE with MPI_IN_PLACE, MPI 3.1 section 5.12.7.
   *
   * @param buf direct buffer with the data, not to be touched before the request completes
   * @throws IllegalArgumentException if {@code buf} is not direct
   */
  public final Request iReduce(Buffer buf, int count, Datatype type, Op op, int root)
      throws MPIException {
    MPI.check();
    MPI.assertDirectBuffer(buf);
    op.setDatatype(type);
    requireLasting(op.handle, op.uf);
    Request req =
        new Request(
            iReduce(handle, null, buf, count, type.handle, type.baseType, op, op.handle, root));
    req.addRecvBufRef(buf);
    return req;
  }

  private native long iReduce(
      long comm,
      Buffer sendBuf,
      Buffer recvBuf,
      int count,
      long type,
      int baseType,
      Op op,
      long opHandle,
      int root)
      throws MPIException;

  /**
   * Combines the items of all processes, position by position, at every process. Collective.
   *
   * <p>MPI_ALLREDUCE, MPI 3.1 section 5.9.6.
   *
   * @param sendBuf what this process contributes: array, heap buffer or direct buffer
   * @param recvBuf where the result goes: array, heap buffer or direct buffer
   */
  public final void allReduce(Object sendBuf, Object recvBuf, int count, Datatype type, Op op)
      throws MPIException {
    MPI.check();
    op.setDatatype(type);
    allReduce(
        handle,
        array(sendBuf),
        isDirectBuffer(sendBuf),
        type.getOffset(sendBuf),
        array(recvBuf),
        isDirectBuffer(recvBuf),
        type.getOffset(recvBuf),
        count,
        type.handle,
        type.baseType,
        op,
        op.handle);
  }

  /**
   * Combines the items of all processes, position by position, at every process. Collective. In
   * place: {@code buf} holds this process's items before and the result after.
   *
   * <p>MPI_ALLREDUCE, MPI 3.1 section 5.9.6.
   *
   * @param buf the data: array, heap buffer or direct buffer; {@code null} for zero items
   */
  public final void allReduce(Object buf, int count, Datatype type, Op op) throws MPIException {
    MPI.check();
    op.setDatatype(type);
    allReduce(
        handle,
        null,
        false,
        0,
        array(buf),
        isDirectBuffer(buf),
        type.getOffset(buf),
        count,
        type.handle,
        type.baseType,
        op,
        op.handle);
  }

  private native void allReduce(
      long comm,
      Object sendBuf,
      boolean sendDirect,
      int sendOffset,
      Object recvBuf,
      boolean recvDirect,
      int recvOffset,
      int count,
      long type,
      int baseType,
      Op op,
      long opHandle)
      throws MPIException;

  /**
   * Starts a reduction whose result every process gets. Collective.
   *
   * <p>MPI_IALLREDUCE, MPI 3.1 section 5.12.8.
   *
   * @param sendBuf direct buffer with the contribution, not to be changed before the request
   *     completes
   * @param recvBuf direct buffer for the result, not to be touched before the request completes
   * @throws IllegalArgumentException if a buffer is not direct
   * @throws UnsupportedOperationException if {@code op} is the user's own and no agent has made it
   *     ready
   */
  public final Request iAllReduce(Buffer sendBuf, Buffer recvBuf, int count, Datatype type, Op op)
      throws MPIException {
    MPI.check();
    MPI.assertDirectBuffer(sendBuf, recvBuf);
    op.setDatatype(type);
    requireLasting(op.handle, op.uf);
    Request req =
        new Request(
            iAllReduce(handle, sendBuf, recvBuf, count, type.handle, type.baseType, op, op.handle));
    req.addSendBufRef(sendBuf);
    req.addRecvBufRef(recvBuf);
    return req;
  }

  /**
   * Starts a reduction whose result every process gets. Collective. In place: {@code buf} holds
   * this process's items before and the result after.
   *
   * <p>MPI_IALLREDUCE, MPI 3.1 section 5.12.8.
   *
   * @param buf direct buffer with the data, not to be touched before the request completes
   * @throws IllegalArgumentException if {@code buf} is not direct
   */
  public final Request iAllReduce(Buffer buf, int count, Datatype type, Op op) throws MPIException {
    MPI.check();
    MPI.assertDirectBuffer(buf);
    op.setDatatype(type);
    requireLasting(op.handle, op.uf);
    Request req =
        new Request(
            iAllReduce(handle, null, buf, count, type.handle, type.baseType, op, op.handle));
    req.addRecvBufRef(buf);
    return req;
  }

  private native long iAllReduce(
      long comm,
      Buffer sendBuf,
      Buffer recvBuf,
      int count,
      long type,
      int baseType,
      Op op,
      long opHandle)
      throws MPIException;

  /**
   * Combines the items of all processes and hands every process its part of the result. Collective.
   *
   * <p>MPI_REDUCE_SCATTER, MPI 3.1 section 5.10.2.
   *
   * @param sendBuf what this process contributes: array, heap buffer or direct buffer
   * @param recvBuf where the result goes: array, heap buffer or direct buffer
   * @param counts number of items for each rank; length is the group size
   */
  public final void reduceScatter(
      Object sendBuf, Object recvBuf, int[] counts, Datatype type, Op op) throws MPIException {
    MPI.check();
    op.setDatatype(type);
    reduceScatter(
        handle,
        array(sendBuf),
        isDirectBuffer(sendBuf),
        type.getOffset(sendBuf),
        array(recvBuf),
        isDirectBuffer(recvBuf),
        type.getOffset(recvBuf),
        counts,
        type.handle,
        type.baseType,
        op,
        op.handle);
  }

  /**
   * Combines the items of all processes and hands every process its part of the result. Collective.
   * In place: {@code buf} holds this process's items before and the result after.
   *
   * <p>MPI_REDUCE_SCATTER, MPI 3.1 section 5.10.2.
   *
   * @param buf the data: array, heap buffer or direct buffer; {@code null} for zero items
   * @param counts number of items for each rank; length is the group size
   */
  public final void reduceScatter(Object buf, int[] counts, Datatype type, Op op)
      throws MPIException {
    MPI.check();
    op.setDatatype(type);
    reduceScatter(
        handle,
        null,
        false,
        0,
        array(buf),
        isDirectBuffer(buf),
        type.getOffset(buf),
        counts,
        type.handle,
        type.baseType,
        op,
        op.handle);
  }

  private native void reduceScatter(
      long comm,
      Object sendBuf,
      boolean sendDirect,
      int sendOffset,
      Object recvBuf,
      boolean recvDirect,
      int recvOffset,
      int[] counts,
      long type,
      int baseType,
      Op op,
      long opHandle)
      throws MPIException;

  /**
   * Starts a reduction whose result is scattered. Collective.
   *
   * <p>MPI_IREDUCE_SCATTER, MPI 3.1 section 5.12.10.
   *
   * @param sendBuf direct buffer with the contribution, not to be changed before the request
   *     completes
   * @param recvBuf direct buffer for the result, not to be touched before the request completes
   * @param counts number of items for each rank; length is the group size
   * @throws IllegalArgumentException if a buffer is not direct
   * @throws UnsupportedOperationException if {@code op} is the user's own and no agent has made it
   *     ready
   */
  public final Request iReduceScatter(
      Buffer sendBuf, Buffer recvBuf, int[] counts, Datatype type, Op op) throws MPIException {
    MPI.check();
    MPI.assertDirectBuffer(sendBuf, recvBuf);
    op.setDatatype(type);
    requireLasting(op.handle, op.uf);
    Request req =
        new Request(
            iReduceScatter(
                handle, sendBuf, recvBuf, counts, type.handle, type.baseType, op, op.handle));
    req.addSendBufRef(sendBuf);
    req.addRecvBufRef(recvBuf);
    return req;
  }

  /**
   * Starts a reduction whose result is scattered, in place. Collective.
   *
   * <p>MPI_IREDUCE_SCATTER with MPI_IN_PLACE, MPI 3.1 section 5.12.10.
   *
   * @param buf direct buffer with the data, not to be touched before the request completes
   * @param counts number of items for each rank; length is the group size
   * @throws IllegalArgumentException if {@code buf} is not direct
   */
  public final Request iReduceScatter(Buffer buf, int[] counts, Datatype type, Op op)
      throws MPIException {
    MPI.check();
    MPI.assertDirectBuffer(buf);
    op.setDatatype(type);
    requireLasting(op.handle, op.uf);
    Request req =
        new Request(
            iReduceScatter(handle, null, buf, counts, type.handle, type.baseType, op, op.handle));
    req.addRecvBufRef(buf);
    return req;
  }

  private native long iReduceScatter(
      long comm,
      Buffer sendBuf,
      Object recvBuf,
      int[] counts,
      long type,
      int baseType,
      Op op,
      long opHandle)
      throws MPIException;

  /**
   * Combines the items of all processes and hands every process a part of the same size.
   * Collective.
   *
   * <p>MPI_REDUCE_SCATTER_BLOCK, MPI 3.1 section 5.10.1.
   *
   * @param sendBuf what this process contributes: array, heap buffer or direct buffer
   * @param recvBuf where the result goes: array, heap buffer or direct buffer
   */
  public final void reduceScatterBlock(
      Object sendBuf, Object recvBuf, int count, Datatype type, Op op) throws MPIException {
    MPI.check();
    op.setDatatype(type);
    reduceScatterBlock(
        handle,
        array(sendBuf),
        isDirectBuffer(sendBuf),
        type.getOffset(sendBuf),
        array(recvBuf),
        isDirectBuffer(recvBuf),
        type.getOffset(recvBuf),
        count,
        type.handle,
        type.baseType,
        op,
        op.handle);
  }

  /**
   * Combines the items of all processes and hands every process a part of the same size.
   * Collective. In place: {@code buf} holds this process's items before and the result after.
   *
   * <p>MPI_REDUCE_SCATTER_BLOCK, MPI 3.1 section 5.10.1.
   *
   * @param buf the data: array, heap buffer or direct buffer; {@code null} for zero items
   */
  public final void reduceScatterBlock(Object buf, int count, Datatype type, Op op)
      throws MPIException {
    MPI.check();
    op.setDatatype(type);
    reduceScatterBlock(
        handle,
        null,
        false,
        0,
        array(buf),
        isDirectBuffer(buf),
        type.getOffset(buf),
        count,
        type.handle,
        type.baseType,
        op,
        op.handle);
  }

  private native void reduceScatterBlock(
      long comm,
      Object sendBuf,
      boolean sendDirect,
      int sendOffset,
      Object recvBuf,
      boolean recvDirect,
      int recvOffset,
      int count,
      long type,
      int baseType,
      Op op,
      long opHandle)
      throws MPIException;

  /**
   * Starts a reduction whose result is scattered in parts of the same size. Collective.
   *
   * <p>MPI_IREDUCE_SCATTER_BLOCK, MPI 3.1 section 5.12.9.
   *
   * @param sendBuf direct buffer with the contribution, not to be changed before the request
   *     completes
   * @param recvBuf direct buffer for the result, not to be touched before the request completes
   * @throws IllegalArgumentException if a buffer is not direct
   * @throws UnsupportedOperationException if {@code op} is the user's own and no agent has made it
   *     ready
   */
  public final Request iReduceScatterBlock(
      Buffer sendBuf, Buffer recvBuf, int count, Datatype type, Op op) throws MPIException {
    MPI.check();
    MPI.assertDirectBuffer(sendBuf, recvBuf);
    op.setDatatype(type);
    requireLasting(op.handle, op.uf);
    Request req =
        new Request(
            iReduceScatterBlock(
                handle, sendBuf, recvBuf, count, type.handle, type.baseType, op, op.handle));
    req.addSendBufRef(sendBuf);
    req.addRecvBufRef(recvBuf);
    return req;
  }

  /**
   * Starts a reduction whose result is scattered in parts of the same size. Collective. In place:
   * {@code buf} holds this process's items before and the result after.
   *
   * <p>MPI_IREDUCE_SCATTER_BLOCK, MPI 3.1 section 5.12.9.
   *
   * @param buf direct buffer with the data, not to be touched before the request completes
   * @throws IllegalArgumentException if {@code buf} is not direct
   */
  public final Request iReduceScatterBlock(Buffer buf, int count, Datatype type, Op op)
      throws MPIException {
    MPI.check();
    MPI.assertDirectBuffer(buf);
    op.setDatatype(type);
    requireLasting(op.handle, op.uf);
    Request req =
        new Request(
            iReduceScatterBlock(
                handle, null, buf, count, type.handle, type.baseType, op, op.handle));
    req.addRecvBufRef(buf);
    return req;
  }

  private native long iReduceScatterBlock(
      long comm,
      Buffer sendBuf,
      Buffer recvBuf,
      int count,
      long type,
      int baseType,
      Op op,
      long opHandle)
      throws MPIException;

  /**
   * Combines two local buffers: {@code inOutBuf} = {@code inBuf} op {@code inOutBuf}.
   *
   * <p>MPI_REDUCE_LOCAL, MPI 3.1 section 5.9.7.
   *
   * @param inBuf the data to read: array, heap buffer or direct buffer
   * @param inOutBuf second operand and result: array, heap buffer or direct buffer
   */
  public static void reduceLocal(Object inBuf, Object inOutBuf, int count, Datatype type, Op op)
      throws MPIException {
    MPI.check();
    op.setDatatype(type);
    if (op.uf == null) {
      reduceLocal(
          array(inBuf),
          isDirectBuffer(inBuf),
          type.getOffset(inBuf),
          array(inOutBuf),
          isDirectBuffer(inOutBuf),
          type.getOffset(inOutBuf),
          count,
          type.handle,
          op.handle);
    } else {
      reduceLocalUf(
          array(inBuf),
          isDirectBuffer(inBuf),
          type.getOffset(inBuf),
          array(inOutBuf),
          isDirectBuffer(inOutBuf),
          type.getOffset(inOutBuf),
          count,
          type.handle,
          type.baseType,
          op,
          op.handle);
    }
  }

  private static native void reduceLocal(
      Object inBuf,
      boolean inDirect,
      int inOffset,
      Object inOutBuf,
      boolean inOutDirect,
      int inOutOffset,
      int count,
      long type,
      long opHandle)
      throws MPIException;

  private static native void reduceLocalUf(
      Object inBuf,
      boolean inDirect,
      int inOffset,
      Object inOutBuf,
      boolean inOutDirect,
      int inOutOffset,
      int count,
      long type,
      int baseType,
      Op op,
      long opHandle)
      throws MPIException;

  /**
   * Names this communicator, for messages and tools.
   *
   * <p>MPI_COMM_SET_NAME, MPI 3.1 section 6.8.
   *
   * @param name the name, at most {@link MPI#MAX_OBJECT_NAME} - 1 bytes
   */
  public final void setName(String name) throws MPIException {
    MPI.check();
    setName(handle, name);
  }

  private native void setName(long comm, String name) throws MPIException;

  /**
   * The name of this communicator.
   *
   * <p>MPI_COMM_GET_NAME, MPI 3.1 section 6.8.
   *
   * @return the name, empty when it has none
   */
  public final String getName() throws MPIException {
    MPI.check();
    return getName(handle);
  }

  private native String getName(long comm) throws MPIException;

  private long[] convertTypeArray(Datatype[] types) {
    long[] handles = new long[types.length];
    for (int i = 0; i < types.length; i++) {
      handles[i] = types[i].handle;
    }
    return handles;
  }

  private int[] convertTypeArrayBtype(Datatype[] types) {
    int[] baseTypes = new int[types.length];
    for (int i = 0; i < types.length; i++) {
      baseTypes[i] = types[i].baseType;
    }
    return baseTypes;
  }
}
