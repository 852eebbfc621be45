package mpi;

import java.nio.Buffer;
import org.legio.mpi.Buffers;

/**
 * A window: memory that other processes of a communicator may access (MPI 3.1, chapter 11).
 *
 * <p>Buffers are direct. A put, get or accumulate is complete only after the synchronization that
 * ends its epoch.
 */
public final class Win implements Freeable {
  private long handle;

  /** The null window. */
  public static final int WIN_NULL = 0;

  /** Flavor of an allocated window whose memory is its process's own. */
  public static final int FLAVOR_PRIVATE = 0;

  /** Flavor of an allocated window whose memory all processes of the node can address. */
  public static final int FLAVOR_SHARED = 1;

  /**
   * Exposes a buffer. Collective.
   *
   * <p>MPI_WIN_CREATE, MPI 3.1 section 11.2.1.
   *
   * @param base direct buffer to expose
   * @param size how much of it, in elements of the buffer
   * @param dispUnit unit of displacements, in elements of the buffer
   * @param comm the communicator
   * @throws IllegalArgumentException if {@code base} is not direct
   */
  public Win(Buffer base, int size, int dispUnit, Info info, Comm comm) throws MPIException {
    MPI.check();
    MPI.assertDirectBuffer(base);
    int elementSize = Buffers.elementSize(base);
    handle = createWin(base, size * elementSize, dispUnit * elementSize, info.handle, comm.handle);
  }

  private native long createWin(Buffer base, int size, int dispUnit, long info, long comm)
      throws MPIException;

  /**
   * Allocates memory and exposes it. Collective.
   *
   * <p>MPI_WIN_ALLOCATE and MPI_WIN_ALLOCATE_SHARED, MPI 3.1 sections 11.2.2 and 11.2.3.
   *
   * @param size how much, in elements of {@code base}
   * @param dispUnit unit of displacements, in elements of {@code base}
   * @param comm the communicator
   * @param base direct buffer that takes the address of the memory in its first 8 bytes
   * @param flavor {@link #FLAVOR_PRIVATE} or {@link #FLAVOR_SHARED}
   * @throws IllegalArgumentException if {@code base} is not direct, or the flavor unknown
   */
  public Win(int size, int dispUnit, Info info, Comm comm, Buffer base, int flavor)
      throws MPIException {
    MPI.check();
    MPI.assertDirectBuffer(base);
    int elementSize = Buffers.elementSize(base);
    int bytes = size * elementSize;
    int unit = dispUnit * elementSize;
    handle =
        switch (flavor) {
          case FLAVOR_PRIVATE -> allocateWin(bytes, unit, info.handle, comm.handle, base);
          case FLAVOR_SHARED -> allocateSharedWin(bytes, unit, info.handle, comm.handle, base);
          default ->
              throw new IllegalArgumentException(
                  "flavor=" + flavor + " is neither FLAVOR_PRIVATE=0 nor FLAVOR_SHARED=1");
        };
  }

  private native long allocateWin(int size, int dispUnit, long info, long comm, Buffer base)
      throws MPIException;

  private native long allocateSharedWin(int size, int dispUnit, long info, long comm, Buffer base)
      throws MPIException;

  /**
   * Makes a window without memory, for {@link #attach}. Collective.
   *
   * <p>MPI_WIN_CREATE_DYNAMIC, MPI 3.1 section 11.2.4.
   *
   * @param comm the communicator
   */
  public Win(Info info, Comm comm) throws MPIException {
    MPI.check();
    handle = createDynamicWin(info.handle, comm.handle);
  }

  private native long createDynamicWin(long info, long comm) throws MPIException;

  private int getBaseType(Datatype originType, Datatype targetType) {
    if (originType.baseType != targetType.baseType) {
      throw new IllegalArgumentException(
          "The types at origin and target must be made of the same primitive: "
              + originType.baseType
              + " != "
              + targetType.baseType);
    }
    return originType.baseType;
  }

  /**
   * Adds memory to a dynamic window.
   *
   * <p>MPI_WIN_ATTACH, MPI 3.1 section 11.2.4.
   *
   * @param base direct buffer to expose
   * @param size how much of it, in elements of the buffer
   * @throws IllegalArgumentException if {@code base} is not direct
   */
  public void attach(Buffer base, int size) throws MPIException {
    MPI.check();
    MPI.assertDirectBuffer(base);
    attach(handle, base, size * Buffers.elementSize(base));
  }

  private native void attach(long win, Buffer base, int size) throws MPIException;

  /**
   * Takes memory out of a dynamic window.
   *
   * <p>MPI_WIN_DETACH, MPI 3.1 section 11.2.4.
   *
   * @param base buffer given to {@link #attach}
   * @throws IllegalArgumentException if {@code base} is not direct
   */
  public void detach(Buffer base) throws MPIException {
    MPI.check();
    MPI.assertDirectBuffer(base);
    detach(handle, base);
  }

  private native void detach(long win, Buffer base) throws MPIException;

  /**
   * The group of this window.
   *
   * <p>MPI_WIN_GET_GROUP, MPI 3.1 section 11.2.6.
   *
   * @return a new object, to be freed by the caller
   */
  public Group getGroup() throws MPIException {
    MPI.check();
    return new Group(getGroup(handle));
  }

  private native long getGroup(long win) throws MPIException;

  /**
   * Writes to the memory of another process.
   *
   * <p>MPI_PUT, MPI 3.1 section 11.3.1.
   *
   * @param origin direct buffer at this process
   * @param originCount number of items at this process
   * @param originType type of an item at this process
   * @param targetRank rank that owns the memory
   * @param targetDisp displacement in the target's window, in its displacement units
   * @param targetCount number of items at the target
   * @param targetType type of an item at the target
   * @throws IllegalArgumentException if {@code origin} is not direct, or the types are made of
   *     different primitives
   */
  public void put(
      Buffer origin,
      int originCount,
      Datatype originType,
      int targetRank,
      int targetDisp,
      int targetCount,
      Datatype targetType)
      throws MPIException {
    MPI.check();
    MPI.assertDirectBuffer(origin);
    put(
        handle,
        origin,
        originCount,
        originType.handle,
        targetRank,
        targetDisp,
        targetCount,
        targetType.handle,
        getBaseType(originType, targetType));
  }

  private native void put(
      long win,
      Buffer origin,
      int originCount,
      long originType,
      int targetRank,
      int targetDisp,
      int targetCount,
      long targetType,
      int baseType)
      throws MPIException;

  /**
   * Reads from the memory of another process.
   *
   * <p>MPI_GET, MPI 3.1 section 11.3.2.
   *
   * @param origin direct buffer at this process
   * @param originCount number of items at this process
   * @param originType type of an item at this process
   * @param targetRank rank that owns the memory
   * @param targetDisp displacement in the target's window, in its displacement units
   * @param targetCount number of items at the target
   * @param targetType type of an item at the target
   * @throws IllegalArgumentException if {@code origin} is not direct, or the types are made of
   *     different primitives
   */
  public void get(
      Buffer origin,
      int originCount,
      Datatype originType,
      int targetRank,
      int targetDisp,
      int targetCount,
      Datatype targetType)
      throws MPIException {
    MPI.check();
    MPI.assertDirectBuffer(origin);
    get(
        handle,
        origin,
        originCount,
        originType.handle,
        targetRank,
        targetDisp,
        targetCount,
        targetType.handle,
        getBaseType(originType, targetType));
  }

  private native void get(
      long win,
      Buffer origin,
      int originCount,
      long originType,
      int targetRank,
      int targetDisp,
      int targetCount,
      long targetType,
      int baseType)
      throws MPIException;

  /**
   * Combines items with those in the memory of another process.
   *
   * <p>MPI_ACCUMULATE, MPI 3.1 section 11.3.4.
   *
   * @param origin direct buffer at this process
   * @param originCount number of items at this process
   * @param originType type of an item at this process
   * @param targetRank rank that owns the memory
   * @param targetDisp displacement in the target's window, in its displacement units
   * @param targetCount number of items at the target
   * @param targetType type of an item at the target
   * @throws IllegalArgumentException if {@code origin} is not direct, or the types are made of
   *     different primitives
   */
  public void accumulate(
      Buffer origin,
      int originCount,
      Datatype originType,
      int targetRank,
      int targetDisp,
      int targetCount,
      Datatype targetType,
      Op op)
      throws MPIException {
    MPI.check();
    MPI.assertDirectBuffer(origin);
    op.setDatatype(originType);
    accumulate(
        handle,
        origin,
        originCount,
        originType.handle,
        targetRank,
        targetDisp,
        targetCount,
        targetType.handle,
        op,
        op.handle,
        getBaseType(originType, targetType));
  }

  private native void accumulate(
      long win,
      Buffer origin,
      int originCount,
      long originType,
      int targetRank,
      int targetDisp,
      int targetCount,
      long targetType,
      Op op,
      long opHandle,
      int baseType)
      throws MPIException;

  /**
   * Ends one epoch and begins the next. Collective.
   *
   * <p>MPI_WIN_FENCE, MPI 3.1 section 11.5.1.
   *
   * @param assertion hints about the calls around it, 0 for none
   */
  public void fence(int assertion) throws MPIException {
    MPI.check();
    fence(handle, assertion);
  }

  private native void fence(long win, int assertion) throws MPIException;

  /**
   * Begins an epoch of accesses to a group.
   *
   * <p>MPI_WIN_START, MPI 3.1 section 11.5.2.
   *
   * @param group the group
   * @param assertion hints about the calls around it, 0 for none
   */
  public void start(Group group, int assertion) throws MPIException {
    MPI.check();
    start(handle, group.handle, assertion);
  }

  private native void start(long win, long group, int assertion) throws MPIException;

  /**
   * Ends the epoch of accesses that {@link #start} began.
   *
   * <p>MPI_WIN_COMPLETE, MPI 3.1 section 11.5.2.
   */
  public void complete() throws MPIException {
    MPI.check();
    complete(handle);
  }

  private native void complete(long win) throws MPIException;

  /**
   * Begins an epoch of accesses by a group.
   *
   * <p>MPI_WIN_POST, MPI 3.1 section 11.5.2.
   *
   * @param group the group
   * @param assertion hints about the calls around it, 0 for none
   */
  public void post(Group group, int assertion) throws MPIException {
    MPI.check();
    post(handle, group.handle, assertion);
  }

  private native void post(long win, long group, int assertion) throws MPIException;

  /**
   * Waits for the end of the epoch that {@link #post} began.
   *
   * <p>MPI_WIN_WAIT, MPI 3.1 section 11.5.2.
   */
  public void waitFor() throws MPIException {
    MPI.check();
    waitFor(handle);
  }

  private native void waitFor(long win) throws MPIException;

  /**
   * Ends the epoch that {@link #post} began, if it can be done at once.
   *
   * <p>MPI_WIN_TEST, MPI 3.1 section 11.5.2.
   *
   * @return true when it has ended
   */
  public boolean test() throws MPIException {
    MPI.check();
    return test(handle);
  }

  private native boolean test(long win) throws MPIException;

  /**
   * Begins an epoch of accesses to one process.
   *
   * <p>MPI_WIN_LOCK, MPI 3.1 section 11.5.3.
   *
   * @param lockType {@link MPI#LOCK_EXCLUSIVE} or {@link MPI#LOCK_SHARED}
   * @param rank rank of the process
   * @param assertion hints about the calls around it, 0 for none
   */
  public void lock(int lockType, int rank, int assertion) throws MPIException {
    MPI.check();
    lock(handle, lockType, rank, assertion);
  }

  private native void lock(long win, int lockType, int rank, int assertion) throws MPIException;

  /**
   * Ends the epoch that {@link #lock} began; its accesses are then complete.
   *
   * <p>MPI_WIN_UNLOCK, MPI 3.1 section 11.5.3.
   *
   * @param rank rank of the process
   */
  public void unlock(int rank) throws MPIException {
    MPI.check();
    unlock(handle, rank);
  }

  private native void unlock(long win, int rank) throws MPIException;

  /**
   * Sets what happens when a call on this window fails.
   *
   * <p>MPI_WIN_SET_ERRHANDLER, MPI 3.1 section 8.3.2.
   *
   * @param errhandler the handler
   */
  public void setErrhandler(Errhandler errhandler) throws MPIException {
    MPI.check();
    setErrhandler(handle, errhandler.handle);
  }

  private native void setErrhandler(long win, long errhandler) throws MPIException;

  /**
   * The error handler in force.
   *
   * <p>MPI_WIN_GET_ERRHANDLER, MPI 3.1 section 8.3.2.
   *
   * @return the handler
   */
  public Errhandler getErrhandler() throws MPIException {
    MPI.check();
    return new Errhandler(getErrhandler(handle));
  }

  private native long getErrhandler(long win);

  /**
   * Calls the error handler of this window.
   *
   * <p>MPI_WIN_CALL_ERRHANDLER, MPI 3.1 section 8.3.4.
   *
   * @param errorCode the error code to hand over
   */
  public void callErrhandler(int errorCode) throws MPIException {
    MPI.check();
    callErrhandler(handle, errorCode);
  }

  private native void callErrhandler(long win, int errorCode) throws MPIException;

  /**
   * Makes a key for attributes of windows.
   *
   * <p>MPI_WIN_CREATE_KEYVAL, MPI 3.1 section 6.7.3.
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
   * <p>MPI_WIN_FREE_KEYVAL, MPI 3.1 section 6.7.3.
   *
   * @param keyval key made by {@code createKeyval}, or a predefined one
   */
  public static void freeKeyval(int keyval) throws MPIException {
    MPI.check();
    freeKeyval_jni(keyval);
  }

  private static native void freeKeyval_jni(int keyval) throws MPIException;

  /**
   * Attaches a copy of a value to this window.
   *
   * <p>MPI_WIN_SET_ATTR, MPI 3.1 section 6.7.3.
   *
   * @param keyval key made by {@code createKeyval}, or a predefined one
   * @param value the value; must be {@link java.io.Serializable}
   */
  public void setAttr(int keyval, Object value) throws MPIException {
    MPI.check();
    setAttr(handle, keyval, MPI.attrSet(value));
  }

  private native void setAttr(long win, int keyval, byte[] value) throws MPIException;

  /**
   * Reads an attribute: a copy of the value set, or an {@link Integer} for {@link MPI#WIN_SIZE} and
   * {@link MPI#WIN_DISP_UNIT}, a {@link Long} for {@link MPI#WIN_BASE}.
   *
   * <p>MPI_WIN_GET_ATTR, MPI 3.1 sections 6.7.3 and 11.2.6.
   *
   * @param keyval key made by {@code createKeyval}, or a predefined one
   * @return the value; {@code null} when there is none
   */
  public Object getAttr(int keyval) throws MPIException {
    MPI.check();
    Object value = getAttr(handle, keyval);
    return value instanceof byte[] bytes ? MPI.attrGet(bytes) : value;
  }

  private native Object getAttr(long win, int keyval) throws MPIException;

  /**
   * Removes an attribute.
   *
   * <p>MPI_WIN_DELETE_ATTR, MPI 3.1 section 6.7.3.
   *
   * @param keyval key made by {@code createKeyval}, or a predefined one
   */
  public void deleteAttr(int keyval) throws MPIException {
    MPI.check();
    deleteAttr(handle, keyval);
  }

  private native void deleteAttr(long win, int keyval) throws MPIException;

  /**
   * Frees this window. Collective.
   *
   * <p>MPI_WIN_FREE, MPI 3.1 section 11.2.5.
   */
  @Override
  public void free() throws MPIException {
    MPI.check();
    handle = free(handle);
  }

  private native long free(long win) throws MPIException;

  /**
   * The hints in use.
   *
   * <p>MPI_WIN_GET_INFO, MPI 3.1 section 11.2.7.
   *
   * @return a new object, to be freed by the caller
   */
  public Info getInfo() throws MPIException {
    MPI.check();
    return new Info(getInfo(handle));
  }

  private native long getInfo(long win) throws MPIException;

  /**
   * Gives this window new hints. Collective.
   *
   * <p>MPI_WIN_SET_INFO, MPI 3.1 section 11.2.7.
   */
  public void setInfo(Info info) throws MPIException {
    MPI.check();
    setInfo(handle, info.handle);
  }

  private native void setInfo(long win, long info) throws MPIException;

  /**
   * Starts to write to the memory of another process.
   *
   * <p>MPI_RPUT, MPI 3.1 section 11.3.5.
   *
   * @param origin direct buffer at this process
   * @param originCount number of items at this process
   * @param originType type of an item at this process
   * @param targetRank rank that owns the memory
   * @param targetDisp displacement in the target's window, in its displacement units
   * @param targetCount number of items at the target
   * @param targetType type of an item at the target
   * @throws IllegalArgumentException if {@code origin} is not direct, or the types are made of
   *     different primitives
   */
  public final Request rPut(
      Buffer origin,
      int originCount,
      Datatype originType,
      int targetRank,
      int targetDisp,
      int targetCount,
      Datatype targetType)
      throws MPIException {
    MPI.check();
    MPI.assertDirectBuffer(origin);
    Request req =
        new Request(
            rPut(
                handle,
                origin,
                originCount,
                originType.handle,
                targetRank,
                targetDisp,
                targetCount,
                targetType.handle,
                getBaseType(originType, targetType)));
    req.addSendBufRef(origin);
    return req;
  }

  private native long rPut(
      long win,
      Buffer origin,
      int originCount,
      long originType,
      int targetRank,
      int targetDisp,
      int targetCount,
      long targetType,
      int baseType)
      throws MPIException;

  /**
   * Starts to read from the memory of another process.
   *
   * <p>MPI_RGET, MPI 3.1 section 11.3.5.
   *
   * @param origin direct buffer at this process
   * @param originCount number of items at this process
   * @param originType type of an item at this process
   * @param targetRank rank that owns the memory
   * @param targetDisp displacement in the target's window, in its displacement units
   * @param targetCount number of items at the target
   * @param targetType type of an item at the target
   * @throws IllegalArgumentException if {@code origin} is not direct, or the types are made of
   *     different primitives
   */
  public final Request rGet(
      Buffer origin,
      int originCount,
      Datatype originType,
      int targetRank,
      int targetDisp,
      int targetCount,
      Datatype targetType)
      throws MPIException {
    MPI.check();
    MPI.assertDirectBuffer(origin);
    Request req =
        new Request(
            rGet(
                handle,
                origin,
                originCount,
                originType.handle,
                targetRank,
                targetDisp,
                targetCount,
                targetType.handle,
                getBaseType(originType, targetType)));
    req.addRecvBufRef(origin);
    return req;
  }

  private native long rGet(
      long win,
      Buffer origin,
      int originCount,
      long originType,
      int targetRank,
      int targetDisp,
      int targetCount,
      long targetType,
      int baseType)
      throws MPIException;

  /**
   * Starts to combine items with those in the memory of another process.
   *
   * <p>MPI_RACCUMULATE, MPI 3.1 section 11.3.5.
   *
   * @param origin direct buffer at this process
   * @param originCount number of items at this process
   * @param originType type of an item at this process
   * @param targetRank rank that owns the memory
   * @param targetDisp displacement in the target's window, in its displacement units
   * @param targetCount number of items at the target
   * @param targetType type of an item at the target
   * @throws IllegalArgumentException if {@code origin} is not direct, or the types are made of
   *     different primitives
   */
  public Request rAccumulate(
      Buffer origin,
      int originCount,
      Datatype originType,
      int targetRank,
      int targetDisp,
      int targetCount,
      Datatype targetType,
      Op op)
      throws MPIException {
    MPI.check();
    MPI.assertDirectBuffer(origin);
    op.setDatatype(originType);
    Request req =
        new Request(
            rAccumulate(
                handle,
                origin,
                originCount,
                originType.handle,
                targetRank,
                targetDisp,
                targetCount,
                targetType.handle,
                op,
                op.handle,
                getBaseType(originType, targetType)));
    req.addSendBufRef(origin);
    return req;
  }

  private native long rAccumulate(
      long win,
      Buffer origin,
      int originCount,
      long originType,
      int targetRank,
      int targetDisp,
      int targetCount,
      long targetType,
      Op op,
      long opHandle,
      int baseType)
      throws MPIException;

  /**
   * Combines items with those in the memory of another process, and reads what these were.
   *
   * <p>MPI_GET_ACCUMULATE, MPI 3.1 section 11.3.4.
   *
   * @param origin direct buffer at this process
   * @param originCount number of items at this process
   * @param originType type of an item at this process
   * @param result direct buffer for what the target held before
   * @param resultCount number of items in {@code result}
   * @param resultType type of an item in {@code result}
   * @param targetRank rank that owns the memory
   * @param targetDisp displacement in the target's window, in its displacement units
   * @param targetCount number of items at the target
   * @param targetType type of an item at the target
   * @throws IllegalArgumentException if a buffer is not direct, or the types are made of different
   *     primitives
   */
  public void getAccumulate(
      Buffer origin,
      int originCount,
      Datatype originType,
      Buffer result,
      int resultCount,
      Datatype resultType,
      int targetRank,
      int targetDisp,
      int targetCount,
      Datatype targetType,
      Op op)
      throws MPIException {
    MPI.check();
    MPI.assertDirectBuffer(origin, result);
    op.setDatatype(originType);
    getAccumulate(
        handle,
        origin,
        originCount,
        originType.handle,
        result,
        resultCount,
        resultType.handle,
        targetRank,
        targetDisp,
        targetCount,
        targetType.handle,
        op,
        op.handle,
        getBaseType(originType, targetType));
  }

  private native void getAccumulate(
      long win,
      Buffer origin,
      int originCount,
      long originType,
      Buffer result,
      int resultCount,
      long resultType,
      int targetRank,
      int targetDisp,
      int targetCount,
      long targetType,
      Op op,
      long opHandle,
      int baseType)
      throws MPIException;

  /**
   * Starts to combine items with those in the memory of another process, and to read what these
   * were.
   *
   * <p>MPI_RGET_ACCUMULATE, MPI 3.1 section 11.3.5.
   *
   * @param origin direct buffer at this process
   * @param originCount number of items at this process
   * @param originType type of an item at this process
   * @param result direct buffer for what the target held before
   * @param resultCount number of items in {@code result}
   * @param resultType type of an item in {@code result}
   * @param targetRank rank that owns the memory
   * @param targetDisp displacement in the target's window, in its displacement units
   * @param targetCount number of items at the target
   * @param targetType type of an item at the target
   * @throws IllegalArgumentException if a buffer is not direct, or the types are made of different
   *     primitives
   */
  public Request rGetAccumulate(
      Buffer origin,
      int originCount,
      Datatype originType,
      Buffer result,
      int resultCount,
      Datatype resultType,
      int targetRank,
      int targetDisp,
      int targetCount,
      Datatype targetType,
      Op op)
      throws MPIException {
    MPI.check();
    MPI.assertDirectBuffer(origin, result);
    op.setDatatype(originType);
    Request req =
        new Request(
            rGetAccumulate(
                handle,
                origin,
                originCount,
                originType.handle,
                result,
                resultCount,
                resultType.handle,
                targetRank,
                targetDisp,
                targetCount,
                targetType.handle,
                op,
                op.handle,
                getBaseType(originType, targetType)));
    req.addSendBufRef(origin);
    req.addRecvBufRef(result);
    return req;
  }

  private native long rGetAccumulate(
      long win,
      Buffer origin,
      int originCount,
      long originType,
      Buffer result,
      int resultCount,
      long resultType,
      int targetRank,
      int targetDisp,
      int targetCount,
      long targetType,
      Op op,
      long opHandle,
      int baseType)
      throws MPIException;

  /**
   * Begins an epoch of accesses to all processes, shared with others.
   *
   * <p>MPI_WIN_LOCK_ALL, MPI 3.1 section 11.5.3.
   *
   * @param assertion hints about the calls around it, 0 for none
   */
  public void lockAll(int assertion) throws MPIException {
    MPI.check();
    lockAll(handle, assertion);
  }

  private native void lockAll(long win, int assertion) throws MPIException;

  /**
   * Ends the epoch that {@link #lockAll} began; its accesses are then complete.
   *
   * <p>MPI_WIN_UNLOCK_ALL, MPI 3.1 section 11.5.3.
   */
  public void unlockAll() throws MPIException {
    MPI.check();
    unlockAll(handle);
  }

  private native void unlockAll(long win) throws MPIException;

  /**
   * Makes the private and the public copy of this process's memory agree.
   *
   * <p>MPI_WIN_SYNC, MPI 3.1 section 11.5.4.
   */
  public void sync() throws MPIException {
    MPI.check();
    sync(handle);
  }

  private native void sync(long win) throws MPIException;

  /**
   * Completes all accesses to one process, there too.
   *
   * <p>MPI_WIN_FLUSH, MPI 3.1 section 11.5.4.
   *
   * @param targetRank rank that owns the memory
   */
  public void flush(int targetRank) throws MPIException {
    MPI.check();
    flush(handle, targetRank);
  }

  private native void flush(long win, int targetRank) throws MPIException;

  /**
   * Completes all accesses, at their targets too.
   *
   * <p>MPI_WIN_FLUSH_ALL, MPI 3.1 section 11.5.4.
   */
  public void flushAll() throws MPIException {
    MPI.check();
    flushAll(handle);
  }

  private native void flushAll(long win) throws MPIException;

  /**
   * Replaces an item in the memory of another process if it has the expected value, and reads what
   * it was.
   *
   * <p>MPI_COMPARE_AND_SWAP, MPI 3.1 section 11.3.4.
   *
   * @param origin direct buffer with the new value
   * @param compare direct buffer with the expected value
   * @param result direct buffer for what the target held before
   * @param type type of the item, of an integer or of bytes
   * @param targetRank rank that owns the memory
   * @param targetDisp displacement in the target's window, in its displacement units
   * @throws IllegalArgumentException if a buffer is not direct
   */
  public void compareAndSwap(
      Buffer origin, Buffer compare, Buffer result, Datatype type, int targetRank, int targetDisp)
      throws MPIException {
    MPI.check();
    MPI.assertDirectBuffer(origin, compare);
    MPI.assertDirectBuffer(result);
    compareAndSwap(handle, origin, compare, result, type.handle, targetRank, targetDisp);
  }

  private native void compareAndSwap(
      long win,
      Buffer origin,
      Buffer compare,
      Buffer result,
      long type,
      int targetRank,
      int targetDisp)
      throws MPIException;

  /**
   * Combines an item with one in the memory of another process, and reads what that was.
   *
   * <p>MPI_FETCH_AND_OP, MPI 3.1 section 11.3.4.
   *
   * @param origin direct buffer at this process
   * @param result direct buffer for what the target held before
   * @param targetRank rank that owns the memory
   * @param targetDisp displacement in the target's window, in its displacement units
   * @throws IllegalArgumentException if a buffer is not direct
   */
  public void fetchAndOp(
      Buffer origin, Buffer result, Datatype type, int targetRank, int targetDisp, Op op)
      throws MPIException {
    MPI.check();
    MPI.assertDirectBuffer(origin, result);
    op.setDatatype(type);
    fetchAndOp(
        handle, origin, result, type.handle, targetRank, targetDisp, op, op.handle, type.baseType);
  }

  private native void fetchAndOp(
      long win,
      Buffer origin,
      Buffer result,
      long type,
      int targetRank,
      int targetDisp,
      Op op,
      long opHandle,
      int baseType)
      throws MPIException;

  /**
   * Completes all accesses to one process, at this process only.
   *
   * <p>MPI_WIN_FLUSH_LOCAL, MPI 3.1 section 11.5.4.
   *
   * @param targetRank rank that owns the memory
   */
  public void flushLocal(int targetRank) throws MPIException {
    MPI.check();
    flushLocal(handle, targetRank);
  }

  private native void flushLocal(long win, int targetRank) throws MPIException;

  /**
   * Completes all accesses, at this process only.
   *
   * <p>MPI_WIN_FLUSH_LOCAL_ALL, MPI 3.1 section 11.5.4.
   */
  public void flushLocalAll() throws MPIException {
    MPI.check();
    flushLocalAll(handle);
  }

  private native void flushLocalAll(long win) throws MPIException;

  /**
   * The name of this window.
   *
   * <p>MPI_WIN_GET_NAME, MPI 3.1 section 6.8.
   *
   * @return the name, empty when it has none
   */
  public String getName() throws MPIException {
    MPI.check();
    return getName(handle);
  }

  private native String getName(long win) throws MPIException;

  /**
   * Names this window, for messages and tools.
   *
   * <p>MPI_WIN_SET_NAME, MPI 3.1 section 6.8.
   *
   * @param name the name, at most {@link MPI#MAX_OBJECT_NAME} - 1 bytes
   */
  public void setName(String name) throws MPIException {
    MPI.check();
    setName(handle, name);
  }

  private native void setName(long win, String name) throws MPIException;
}
