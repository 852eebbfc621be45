package mpi;

import static mpi.MPI.isDirectBuffer;
import static org.legio.mpi.Buffers.array;
import static org.legio.mpi.Reductions.requireLasting;

import java.nio.Buffer;

/** A communicator within one group (MPI 3.1, section 6.4). */
public class Intracomm extends Comm {
  /** Makes a communicator without a handle, for {@link #setType} to fill in. */
  protected Intracomm() {}

  /**
   * Wraps a native communicator.
   *
   * @param handle the native communicator
   */
  protected Intracomm(long handle) {
    super(handle);
  }

  /**
   * Wraps what an {@code iDup} native has returned.
   *
   * @param commRequest two handles: the communicator and the request to wait for before using it
   */
  protected Intracomm(long[] commRequest) {
    super(commRequest);
  }

  /**
   * Duplicates this communicator as {@link #dup} does, but wraps its error in an unchecked
   * exception.
   */
  @Override
  public Intracomm clone() {
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
  @Override
  public Intracomm dup() throws MPIException {
    MPI.check();
    return new Intracomm(dup(handle));
  }

  /**
   * Starts to duplicate this communicator. Collective.
   *
   * <p>MPI_COMM_IDUP, MPI 3.1 section 6.4.2.
   *
   * @return the new communicator, usable once its {@link #getRequest} has completed
   */
  @Override
  public Intracomm iDup() throws MPIException {
    MPI.check();
    return new Intracomm(iDup(handle));
  }

  /**
   * Duplicates this communicator with new hints. Collective.
   *
   * <p>MPI_COMM_DUP_WITH_INFO, MPI 3.1 section 6.4.2.
   */
  @Override
  public Intracomm dupWithInfo(Info info) throws MPIException {
    MPI.check();
    return new Intracomm(dupWithInfo(handle, info.handle));
  }

  /**
   * Divides this communicator into one for each color. Collective.
   *
   * <p>MPI_COMM_SPLIT, MPI 3.1 section 6.4.2.
   *
   * @param color which part this process goes to: from 0, or {@link MPI#UNDEFINED} for none
   * @param key order of ranks in the new communicator; those with the same key keep their order
   * @return the communicator of this process's color, null for {@link MPI#UNDEFINED}
   */
  public final Intracomm split(int color, int key) throws MPIException {
    MPI.check();
    return new Intracomm(split(handle, color, key));
  }

  private native long split(long comm, int color, int key) throws MPIException;

  /**
   * Divides this communicator by what processes share. Collective.
   *
   * <p>MPI_COMM_SPLIT_TYPE, MPI 3.1 section 6.4.2.
   *
   * @param splitType {@link #TYPE_SHARED}, or {@link MPI#UNDEFINED} for none
   * @param key order of ranks in the new communicator; those with the same key keep their order
   * @return the communicator of this process's part, null for {@link MPI#UNDEFINED}
   */
  public final Intracomm splitType(int splitType, int key, Info info) throws MPIException {
    MPI.check();
    return new Intracomm(splitType(handle, splitType, key, info.handle));
  }

  private native long splitType(long comm, int splitType, int key, long info) throws MPIException;

  /**
   * Makes a communicator of a subgroup. Collective over this communicator.
   *
   * <p>MPI_COMM_CREATE, MPI 3.1 section 6.4.2.
   *
   * @param group the group
   * @return the new communicator, null at those that are no members
   */
  public final Intracomm create(Group group) throws MPIException {
    MPI.check();
    return new Intracomm(create(handle, group.handle));
  }

  private native long create(long comm, long group);

  /**
   * Makes a communicator of a subgroup. Collective over that group only.
   *
   * <p>MPI_COMM_CREATE_GROUP, MPI 3.1 section 6.4.2.
   *
   * @param group the group
   * @param tag tag that tells concurrent calls apart
   * @return the new communicator, null at those that are no members
   */
  public final Intracomm createGroup(Group group, int tag) throws MPIException {
    MPI.check();
    return new Intracomm(createGroup(handle, group.handle, tag));
  }

  private native long createGroup(long comm, long group, int tag);

  /**
   * Makes a communicator with a Cartesian topology. Collective.
   *
   * <p>MPI_CART_CREATE, MPI 3.1 section 7.5.1.
   *
   * @param dims number of processes along each dimension
   * @param periods whether each dimension wraps around
   * @param reorder whether ranks may be renumbered to fit the machine
   * @return the new communicator, null at those left over
   */
  public final CartComm createCart(int[] dims, boolean[] periods, boolean reorder)
      throws MPIException {
    MPI.check();
    return new CartComm(createCart(handle, dims, periods, reorder));
  }

  private native long createCart(long comm, int[] dims, boolean[] periods, boolean reorder)
      throws MPIException;

  /**
   * Makes a communicator with a graph topology. Collective.
   *
   * <p>MPI_GRAPH_CREATE, MPI 3.1 section 7.5.3.
   *
   * @param index for each node, the number of edges of it and all nodes before it
   * @param edges the neighbors of node 0, then those of node 1, and so on
   * @param reorder whether ranks may be renumbered to fit the machine
   * @return the new communicator, null at those left over
   */
  public final GraphComm createGraph(int[] index, int[] edges, boolean reorder)
      throws MPIException {
    MPI.check();
    return new GraphComm(createGraph(handle, index, edges, reorder));
  }

  private native long createGraph(long comm, int[] index, int[] edges, boolean reorder)
      throws MPIException;

  /**
   * Makes a communicator with a weighted graph topology, each process naming any edges. Collective.
   *
   * <p>MPI_DIST_GRAPH_CREATE, MPI 3.1 section 7.5.4.
   *
   * @param sources nodes that edges are named of
   * @param degrees number of edges of each of them
   * @param destinations where these edges go to, node by node
   * @param weights weights of these edges
   * @param reorder whether ranks may be renumbered to fit the machine
   */
  public final GraphComm createDistGraph(
      int[] sources, int[] degrees, int[] destinations, int[] weights, Info info, boolean reorder)
      throws MPIException {
    MPI.check();
    return new GraphComm(
        createDistGraph(
            handle, sources, degrees, destinations, weights, info.handle, reorder, true));
  }

  /**
   * Makes a communicator with a graph topology, each process naming any edges. Collective.
   *
   * <p>MPI_DIST_GRAPH_CREATE with MPI_UNWEIGHTED, MPI 3.1 section 7.5.4.
   *
   * @param sources nodes that edges are named of
   * @param degrees number of edges of each of them
   * @param destinations where these edges go to, node by node
   * @param reorder whether ranks may be renumbered to fit the machine
   */
  public final GraphComm createDistGraph(
      int[] sources, int[] degrees, int[] destinations, Info info, boolean reorder)
      throws MPIException {
    MPI.check();
    return new GraphComm(
        createDistGraph(handle, sources, degrees, destinations, null, info.handle, reorder, false));
  }

  private native long createDistGraph(
      long comm,
      int[] sources,
      int[] degrees,
      int[] destinations,
      int[] weights,
      long info,
      boolean reorder,
      boolean weighted)
      throws MPIException;

  /**
   * Makes a communicator with a weighted graph topology, each process naming its own edges.
   * Collective.
   *
   * <p>MPI_DIST_GRAPH_CREATE_ADJACENT, MPI 3.1 section 7.5.4.
   *
   * @param sources where edges to this process come from
   * @param sourceWeights weights of these edges
   * @param destinations where edges of this process go to
   * @param destWeights weights of these edges
   * @param reorder whether ranks may be renumbered to fit the machine
   */
  public final GraphComm createDistGraphAdjacent(
      int[] sources,
      int[] sourceWeights,
      int[] destinations,
      int[] destWeights,
      Info info,
      boolean reorder)
      throws MPIException {
    MPI.check();
    return new GraphComm(
        createDistGraphAdjacent(
            handle, sources, sourceWeights, destinations, destWeights, info.handle, reorder, true));
  }

  /**
   * Makes a communicator with a graph topology, each process naming its own edges. Collective.
   *
   * <p>MPI_DIST_GRAPH_CREATE_ADJACENT with MPI_UNWEIGHTED, MPI 3.1 section 7.5.4.
   *
   * @param sources where edges to this process come from
   * @param destinations where edges of this process go to
   * @param reorder whether ranks may be renumbered to fit the machine
   */
  public final GraphComm createDistGraphAdjacent(
      int[] sources, int[] destinations, Info info, boolean reorder) throws MPIException {
    MPI.check();
    return new GraphComm(
        createDistGraphAdjacent(
            handle, sources, null, destinations, null, info.handle, reorder, false));
  }

  private native long createDistGraphAdjacent(
      long comm,
      int[] sources,
      int[] sourceWeights,
      int[] destinations,
      int[] destWeights,
      long info,
      boolean reorder,
      boolean weighted)
      throws MPIException;

  /**
   * Combines the items of all processes up to this one. Collective.
   *
   * <p>MPI_SCAN, MPI 3.1 section 5.11.1.
   *
   * @param sendBuf what this process contributes: array, heap buffer or direct buffer
   * @param recvBuf where the result goes: array, heap buffer or direct buffer
   */
  public final void scan(Object sendBuf, Object recvBuf, int count, Datatype type, Op op)
      throws MPIException {
    MPI.check();
    op.setDatatype(type);
    scan(
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
   * Combines the items of all processes up to this one. Collective. In place: {@code buf} holds
   * this process's items before and the result after.
   *
   * <p>MPI_SCAN, MPI 3.1 section 5.11.1.
   *
   * @param buf the data: array, heap buffer or direct buffer; {@code null} for zero items
   */
  public final void scan(Object buf, int count, Datatype type, Op op) throws MPIException {
    MPI.check();
    op.setDatatype(type);
    scan(
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

  private native void scan(
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
   * Starts to combine the items of all processes up to this one. Collective.
   *
   * <p>MPI_ISCAN, MPI 3.1 section 5.12.11.
   *
   * @param sendBuf direct buffer with the contribution, not to be changed before the request
   *     completes
   * @param recvBuf direct buffer for the result, not to be touched before the request completes
   * @throws IllegalArgumentException if a buffer is not direct
   * @throws UnsupportedOperationException if {@code op} is the user's own and no agent has made it
   *     ready
   */
  public final Request iScan(Buffer sendBuf, Buffer recvBuf, int count, Datatype type, Op op)
      throws MPIException {
    MPI.check();
    MPI.assertDirectBuffer(sendBuf, recvBuf);
    op.setDatatype(type);
    requireLasting(op.handle, op.uf);
    Request req =
        new Request(
            iScan(handle, sendBuf, recvBuf, count, type.handle, type.baseType, op, op.handle));
    req.addSendBufRef(sendBuf);
    req.addRecvBufRef(recvBuf);
    return req;
  }

  /**
   * Starts to combine the items of all processes up to this one. Collective. In place: {@code buf}
   * holds this process's items before and the result after.
   *
   * <p>MPI_ISCAN, MPI 3.1 section 5.12.11.
   *
   * @param buf direct buffer with the data, not to be touched before the request completes
   * @throws IllegalArgumentException if {@code buf} is not direct
   */
  public final Request iScan(Buffer buf, int count, Datatype type, Op op) throws MPIException {
    MPI.check();
    MPI.assertDirectBuffer(buf);
    op.setDatatype(type);
    requireLasting(op.handle, op.uf);
    Request req =
        new Request(iScan(handle, null, buf, count, type.handle, type.baseType, op, op.handle));
    req.addRecvBufRef(buf);
    return req;
  }

  private native long iScan(
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
   * Combines the items of all processes before this one; undefined at rank 0. Collective.
   *
   * <p>MPI_EXSCAN, MPI 3.1 section 5.11.2.
   *
   * @param sendBuf what this process contributes: array, heap buffer or direct buffer
   * @param recvBuf where the result goes: array, heap buffer or direct buffer
   */
  public final void exScan(Object sendBuf, Object recvBuf, int count, Datatype type, Op op)
      throws MPIException {
    MPI.check();
    op.setDatatype(type);
    exScan(
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
   * Combines the items of all processes before this one; undefined at rank 0. Collective. In place:
   * {@code buf} holds this process's items before and the result after.
   *
   * <p>MPI_EXSCAN, MPI 3.1 section 5.11.2.
   *
   * @param buf the data: array, heap buffer or direct buffer; {@code null} for zero items
   */
  public final void exScan(Object buf, int count, Datatype type, Op op) throws MPIException {
    MPI.check();
    op.setDatatype(type);
    exScan(
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

  private native void exScan(
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
   * Starts to combine the items of all processes before this one; undefined at rank 0. Collective.
   *
   * <p>MPI_IEXSCAN, MPI 3.1 section 5.12.12.
   *
   * @param sendBuf direct buffer with the contribution, not to be changed before the request
   *     completes
   * @param recvBuf direct buffer for the result, not to be touched before the request completes
   * @throws IllegalArgumentException if a buffer is not direct
   * @throws UnsupportedOperationException if {@code op} is the user's own and no agent has made it
   *     ready
   */
  public final Request iExScan(Buffer sendBuf, Buffer recvBuf, int count, Datatype type, Op op)
      throws MPIException {
    MPI.check();
    MPI.assertDirectBuffer(sendBuf, recvBuf);
    op.setDatatype(type);
    requireLasting(op.handle, op.uf);
    Request req =
        new Request(
            iExScan(handle, sendBuf, recvBuf, count, type.handle, type.baseType, op, op.handle));
    req.addSendBufRef(sendBuf);
    req.addRecvBufRef(recvBuf);
    return req;
  }

  /**
   * Starts to combine the items of all processes before this one; undefined at rank 0. Collective.
   * In place: {@code buf} holds this process's items before and the result after.
   *
   * <p>MPI_IEXSCAN, MPI 3.1 section 5.12.12.
   *
   * @param buf direct buffer with the data, not to be touched before the request completes
   * @throws IllegalArgumentException if {@code buf} is not direct
   */
  public final Request iExScan(Buffer buf, int count, Datatype type, Op op) throws MPIException {
    MPI.check();
    MPI.assertDirectBuffer(buf);
    op.setDatatype(type);
    requireLasting(op.handle, op.uf);
    Request req =
        new Request(iExScan(handle, null, buf, count, type.handle, type.baseType, op, op.handle));
    req.addRecvBufRef(buf);
    return req;
  }

  private native long iExScan(
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
   * Opens a port for other programs to connect to.
   *
   * <p>MPI_OPEN_PORT, MPI 3.1 section 10.4.2.
   *
   * @return name of the port
   */
  public static String openPort() throws MPIException {
    return openPort(MPI.INFO_NULL);
  }

  /**
   * Opens a port for other programs to connect to.
   *
   * <p>MPI_OPEN_PORT, MPI 3.1 section 10.4.2.
   *
   * @return name of the port
   */
  public static String openPort(Info info) throws MPIException {
    MPI.check();
    return openPort(info.handle);
  }

  private static native String openPort(long info) throws MPIException;

  /**
   * Closes a port.
   *
   * <p>MPI_CLOSE_PORT, MPI 3.1 section 10.4.2.
   *
   * @param name name of the port
   */
  public static void closePort(String name) throws MPIException {
    MPI.check();
    closePort_jni(name);
  }

  private static native void closePort_jni(String name) throws MPIException;

  /**
   * Waits for another program to connect. Collective.
   *
   * <p>MPI_COMM_ACCEPT, MPI 3.1 section 10.4.2.
   *
   * @param port name of the port; significant at the root
   * @return the communicator with the other program
   */
  public final Intercomm accept(String port, int root) throws MPIException {
    return accept(port, MPI.INFO_NULL, root);
  }

  /**
   * Waits for another program to connect. Collective.
   *
   * <p>MPI_COMM_ACCEPT, MPI 3.1 section 10.4.2.
   *
   * @param port name of the port; significant at the root
   * @return the communicator with the other program
   */
  public final Intercomm accept(String port, Info info, int root) throws MPIException {
    MPI.check();
    return new Intercomm(accept(handle, port, info.handle, root));
  }

  private native long accept(long comm, String port, long info, int root) throws MPIException;

  /**
   * Connects to another program. Collective.
   *
   * <p>MPI_COMM_CONNECT, MPI 3.1 section 10.4.3.
   *
   * @param port name of the port; significant at the root
   * @return the communicator with the other program
   */
  public final Intercomm connect(String port, int root) throws MPIException {
    return connect(port, MPI.INFO_NULL, root);
  }

  /**
   * Connects to another program. Collective.
   *
   * <p>MPI_COMM_CONNECT, MPI 3.1 section 10.4.3.
   *
   * @param port name of the port; significant at the root
   * @return the communicator with the other program
   */
  public final Intercomm connect(String port, Info info, int root) throws MPIException {
    MPI.check();
    return new Intercomm(connect(handle, port, info.handle, root));
  }

  private native long connect(long comm, String port, long info, int root) throws MPIException;

  /**
   * Publishes a port under the name of a service.
   *
   * <p>MPI_PUBLISH_NAME, MPI 3.1 section 10.4.4.
   *
   * @param service name of the service
   * @param port name of the port
   */
  public static void publishName(String service, String port) throws MPIException {
    publishName(service, MPI.INFO_NULL, port);
  }

  /**
   * Publishes a port under the name of a service.
   *
   * <p>MPI_PUBLISH_NAME, MPI 3.1 section 10.4.4.
   *
   * @param service name of the service
   * @param port name of the port
   */
  public static void publishName(String service, Info info, String port) throws MPIException {
    MPI.check();
    publishName(service, info.handle, port);
  }

  private static native void publishName(String service, long info, String port)
      throws MPIException;

  /**
   * Withdraws what {@link #publishName} has published.
   *
   * <p>MPI_UNPUBLISH_NAME, MPI 3.1 section 10.4.4.
   *
   * @param service name of the service
   * @param port name of the port
   */
  public static void unpublishName(String service, String port) throws MPIException {
    unpublishName(service, MPI.INFO_NULL, port);
  }

  /**
   * Withdraws what {@link #publishName} has published.
   *
   * <p>MPI_UNPUBLISH_NAME, MPI 3.1 section 10.4.4.
   *
   * @param service name of the service
   * @param port name of the port
   */
  public static void unpublishName(String service, Info info, String port) throws MPIException {
    MPI.check();
    unpublishName(service, info.handle, port);
  }

  private static native void unpublishName(String service, long info, String port)
      throws MPIException;

  /**
   * Finds the port of a service.
   *
   * <p>MPI_LOOKUP_NAME, MPI 3.1 section 10.4.4.
   *
   * @param service name of the service
   * @return name of the port
   */
  public static String lookupName(String service) throws MPIException {
    return lookupName(service, MPI.INFO_NULL);
  }

  /**
   * Finds the port of a service.
   *
   * <p>MPI_LOOKUP_NAME, MPI 3.1 section 10.4.4.
   *
   * @param service name of the service
   * @return name of the port
   */
  public static String lookupName(String service, Info info) throws MPIException {
    MPI.check();
    return lookupName(service, info.handle);
  }

  private static native String lookupName(String service, long info) throws MPIException;

  /**
   * Starts processes. Collective; all but the root and the error codes are significant at the root
   * only.
   *
   * <p>MPI_COMM_SPAWN, MPI 3.1 section 10.3.2.
   *
   * @param command program to run
   * @param args its arguments, {@code null} for none
   * @param maxprocs number of processes
   * @param errcodes takes an error code for each process; {@code null} when not wanted
   * @return the communicator with the new processes
   */
  public final Intercomm spawn(
      String command, String[] args, int maxprocs, Info info, int root, int[] errcodes)
      throws MPIException {
    MPI.check();
    return new Intercomm(spawn(handle, command, args, maxprocs, info.handle, root, errcodes));
  }

  private native long spawn(
      long comm, String command, String[] args, int maxprocs, long info, int root, int[] errcodes)
      throws MPIException;

  /**
   * Starts processes of several programs. Collective; all but the root and the error codes are
   * significant at the root only.
   *
   * <p>MPI_COMM_SPAWN_MULTIPLE, MPI 3.1 section 10.3.3.
   *
   * @param commands programs to run
   * @param args their arguments, {@code null} for none
   * @param maxprocs number of processes of each
   * @param info hints for each
   * @param errcodes takes an error code for each process; {@code null} when not wanted
   * @return the communicator with the new processes
   */
  public final Intercomm spawnMultiple(
      String[] commands, String[][] args, int[] maxprocs, Info[] info, int root, int[] errcodes)
      throws MPIException {
    MPI.check();
    long[] infoHandles = new long[info.length];
    for (int i = 0; i < info.length; i++) {
      infoHandles[i] = info[i].handle;
    }
    return new Intercomm(
        spawnMultiple(handle, commands, args, maxprocs, infoHandles, root, errcodes));
  }

  private native long spawnMultiple(
      long comm,
      String[] commands,
      String[][] args,
      int[] maxprocs,
      long[] info,
      int root,
      int[] errcodes)
      throws MPIException;
}
