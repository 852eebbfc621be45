package mpi;

import static mpi.MPI.isDirectBuffer;
import static org.legio.mpi.Buffers.array;
import static org.legio.mpi.Buffers.isOnHeap;

import java.nio.Buffer;

/**
 * A file opened by all processes of a communicator together (MPI 3.1, chapter 13).
 *
 * <p>Each process sees the file through a view; offsets are counted in the etypes of that view.
 * Calls named {@code ...All} and {@code ...Ordered} are collective, {@code ...Shared} use the one
 * file pointer that all share, {@code ...At} take the position as an argument. Unlike those of
 * communicators, errors of files are thrown by default.
 */
public final class File {
  private long handle;
  private FileView view;
  private Status beginStatus;

  /**
   * Opens a file. Collective.
   *
   * <p>MPI_FILE_OPEN, MPI 3.1 section 13.2.1.
   *
   * @param comm the communicator
   * @param filename path of the file
   * @param amode sum of {@code MPI.MODE_...}
   */
  public File(Comm comm, String filename, int amode) throws MPIException {
    this(comm, filename, amode, MPI.INFO_NULL);
  }

  /**
   * Opens a file. Collective.
   *
   * <p>MPI_FILE_OPEN, MPI 3.1 section 13.2.1.
   *
   * @param comm the communicator
   * @param filename path of the file
   * @param amode sum of {@code MPI.MODE_...}
   */
  public File(Comm comm, String filename, int amode, Info info) throws MPIException {
    MPI.check();
    handle = open(comm.handle, filename, amode, info.handle);
    view = new FileView(0, MPI.BYTE, MPI.BYTE, "native");
  }

  private native long open(long comm, String filename, int amode, long info) throws MPIException;

  /**
   * Closes the file. Collective.
   *
   * <p>MPI_FILE_CLOSE, MPI 3.1 section 13.2.2.
   */
  public void close() throws MPIException {
    MPI.check();
    handle = close(handle);
  }

  private native long close(long fh) throws MPIException;

  /**
   * Deletes a file.
   *
   * <p>MPI_FILE_DELETE, MPI 3.1 section 13.2.3.
   *
   * @param filename path of the file
   */
  public static void delete(String filename) throws MPIException {
    delete(filename, MPI.INFO_NULL);
  }

  /**
   * Deletes a file.
   *
   * <p>MPI_FILE_DELETE, MPI 3.1 section 13.2.3.
   *
   * @param filename path of the file
   */
  public static void delete(String filename, Info info) throws MPIException {
    MPI.check();
    delete(filename, info.handle);
  }

  private static native void delete(String filename, long info) throws MPIException;

  /**
   * Cuts or extends the file. Collective.
   *
   * <p>MPI_FILE_SET_SIZE, MPI 3.1 section 13.2.4.
   *
   * @param size its new size, in bytes
   */
  public void setSize(long size) throws MPIException {
    MPI.check();
    setSize(handle, size);
  }

  private native void setSize(long fh, long size) throws MPIException;

  /**
   * Makes sure that there is room on the device. Collective.
   *
   * <p>MPI_FILE_PREALLOCATE, MPI 3.1 section 13.2.5.
   *
   * @param size room for the first so many bytes of the file
   */
  public void preallocate(long size) throws MPIException {
    MPI.check();
    preallocate(handle, size);
  }

  private native void preallocate(long fh, long size) throws MPIException;

  /**
   * Size of the file.
   *
   * <p>MPI_FILE_GET_SIZE, MPI 3.1 section 13.2.6.
   *
   * @return its size, in bytes
   */
  public long getSize() throws MPIException {
    MPI.check();
    return getSize(handle);
  }

  private native long getSize(long fh) throws MPIException;

  /**
   * The group that opened the file.
   *
   * <p>MPI_FILE_GET_GROUP, MPI 3.1 section 13.2.7.
   *
   * @return a new object, to be freed by the caller
   */
  public Group getGroup() throws MPIException {
    MPI.check();
    return new Group(getGroup(handle));
  }

  private native long getGroup(long fh) throws MPIException;

  /**
   * The mode that the file was opened in.
   *
   * <p>MPI_FILE_GET_AMODE, MPI 3.1 section 13.2.7.
   *
   * @return sum of {@code MPI.MODE_...}
   */
  public int getAMode() throws MPIException {
    MPI.check();
    return getAMode(handle);
  }

  private native int getAMode(long fh) throws MPIException;

  /**
   * Gives the file new hints. Collective.
   *
   * <p>MPI_FILE_SET_INFO, MPI 3.1 section 13.2.8.
   */
  public void setInfo(Info info) throws MPIException {
    MPI.check();
    setInfo(handle, info.handle);
  }

  private native void setInfo(long fh, long info) throws MPIException;

  /**
   * The hints in use.
   *
   * <p>MPI_FILE_GET_INFO, MPI 3.1 section 13.2.8.
   *
   * @return a new object, to be freed by the caller
   */
  public Info getInfo() throws MPIException {
    MPI.check();
    return new Info(getInfo(handle));
  }

  private native long getInfo(long fh) throws MPIException;

  /**
   * Changes what this process sees of the file. Collective.
   *
   * <p>MPI_FILE_SET_VIEW, MPI 3.1 section 13.3.
   *
   * @param disp where the view begins, in bytes
   * @param etype elementary type, the unit of offsets
   * @param filetype pattern of etypes that this process sees
   * @param datarep data representation, such as {@code "native"}
   */
  public void setView(long disp, Datatype etype, Datatype filetype, String datarep)
      throws MPIException {
    setView(disp, etype, filetype, datarep, MPI.INFO_NULL);
  }

  /**
   * Changes what this process sees of the file. Collective.
   *
   * <p>MPI_FILE_SET_VIEW, MPI 3.1 section 13.3.
   *
   * @param disp where the view begins, in bytes
   * @param etype elementary type, the unit of offsets
   * @param filetype pattern of etypes that this process sees
   * @param datarep data representation, such as {@code "native"}
   */
  public void setView(long disp, Datatype etype, Datatype filetype, String datarep, Info info)
      throws MPIException {
    MPI.check();
    setView(handle, disp, etype.handle, filetype.handle, datarep, info.handle);
    view = new FileView(disp, etype, filetype, datarep);
  }

  private native void setView(
      long fh, long disp, long etype, long filetype, String datarep, long info) throws MPIException;

  /**
   * What this process sees of the file.
   *
   * <p>MPI_FILE_GET_VIEW, MPI 3.1 section 13.3.
   *
   * @return the view last set, or the whole file as bytes
   */
  public FileView getView() {
    return view;
  }

  /**
   * Reads at a position.
   *
   * <p>MPI_FILE_READ_AT, MPI 3.1 section 13.4.2.
   *
   * @param offset position, in etypes from the start of the view
   * @param buf the data: array, heap buffer or direct buffer; {@code null} for zero items
   */
  public Status readAt(long offset, Object buf, int count, Datatype type) throws MPIException {
    MPI.check();
    Status status = new Status();
    readAt(
        handle,
        offset,
        array(buf),
        isDirectBuffer(buf),
        type.getOffset(buf),
        count,
        type.handle,
        type.baseType,
        status.data);
    return status;
  }

  private native void readAt(
      long fh,
      long fileOffset,
      Object buf,
      boolean direct,
      int offset,
      int count,
      long type,
      int baseType,
      long[] status)
      throws MPIException;

  /**
   * Reads at a position. Collective.
   *
   * <p>MPI_FILE_READ_AT_ALL, MPI 3.1 section 13.4.2.
   *
   * @param offset position, in etypes from the start of the view
   * @param buf the data: array, heap buffer or direct buffer; {@code null} for zero items
   */
  public Status readAtAll(long offset, Object buf, int count, Datatype type) throws MPIException {
    MPI.check();
    Status status = new Status();
    readAtAll(
        handle,
        offset,
        array(buf),
        isDirectBuffer(buf),
        type.getOffset(buf),
        count,
        type.handle,
        type.baseType,
        status.data);
    return status;
  }

  private native void readAtAll(
      long fh,
      long fileOffset,
      Object buf,
      boolean direct,
      int offset,
      int count,
      long type,
      int baseType,
      long[] status)
      throws MPIException;

  /**
   * Writes at a position.
   *
   * <p>MPI_FILE_WRITE_AT, MPI 3.1 section 13.4.2.
   *
   * @param offset position, in etypes from the start of the view
   * @param buf the data: array, heap buffer or direct buffer; {@code null} for zero items
   */
  public Status writeAt(long offset, Object buf, int count, Datatype type) throws MPIException {
    MPI.check();
    Status status = new Status();
    writeAt(
        handle,
        offset,
        array(buf),
        isDirectBuffer(buf),
        type.getOffset(buf),
        count,
        type.handle,
        type.baseType,
        status.data);
    return status;
  }

  private native void writeAt(
      long fh,
      long fileOffset,
      Object buf,
      boolean direct,
      int offset,
      int count,
      long type,
      int baseType,
      long[] status)
      throws MPIException;

  /**
   * Writes at a position. Collective.
   *
   * <p>MPI_FILE_WRITE_AT_ALL, MPI 3.1 section 13.4.2.
   *
   * @param offset position, in etypes from the start of the view
   * @param buf the data: array, heap buffer or direct buffer; {@code null} for zero items
   */
  public Status writeAtAll(long offset, Object buf, int count, Datatype type) throws MPIException {
    MPI.check();
    Status status = new Status();
    writeAtAll(
        handle,
        offset,
        array(buf),
        isDirectBuffer(buf),
        type.getOffset(buf),
        count,
        type.handle,
        type.baseType,
        status.data);
    return status;
  }

  private native void writeAtAll(
      long fh,
      long fileOffset,
      Object buf,
      boolean direct,
      int offset,
      int count,
      long type,
      int baseType,
      long[] status)
      throws MPIException;

  /**
   * Starts to read at a position.
   *
   * <p>MPI_FILE_IREAD_AT, MPI 3.1 section 13.4.2.
   *
   * @param offset position, in etypes from the start of the view
   * @param buf direct buffer with the data, not to be touched before the request completes
   * @throws IllegalArgumentException if {@code buf} is not direct
   */
  public Request iReadAt(long offset, Buffer buf, int count, Datatype type) throws MPIException {
    MPI.check();
    MPI.assertDirectBuffer(buf);
    Request req = new Request(iReadAt(handle, offset, buf, count, type.handle));
    req.addRecvBufRef(buf);
    return req;
  }

  private native long iReadAt(long fh, long offset, Buffer buf, int count, long type)
      throws MPIException;

  /**
   * Starts to read at a position. Collective.
   *
   * <p>MPI_FILE_IREAD_AT_ALL, MPI 3.1 section 13.4.2.
   *
   * @param offset position, in etypes from the start of the view
   * @param buf direct buffer with the data, not to be touched before the request completes
   * @throws IllegalArgumentException if {@code buf} is not direct
   */
  public Request iReadAtAll(long offset, Buffer buf, int count, Datatype type) throws MPIException {
    MPI.check();
    MPI.assertDirectBuffer(buf);
    Request req = new Request(iReadAtAll(handle, offset, buf, count, type.handle));
    req.addRecvBufRef(buf);
    return req;
  }

  private native long iReadAtAll(long fh, long offset, Buffer buf, int count, long type)
      throws MPIException;

  /**
   * Starts to write at a position.
   *
   * <p>MPI_FILE_IWRITE_AT, MPI 3.1 section 13.4.2.
   *
   * @param offset position, in etypes from the start of the view
   * @param buf direct buffer with the data, not to be touched before the request completes
   * @throws IllegalArgumentException if {@code buf} is not direct
   */
  public Request iWriteAt(long offset, Buffer buf, int count, Datatype type) throws MPIException {
    MPI.check();
    MPI.assertDirectBuffer(buf);
    Request req = new Request(iWriteAt(handle, offset, buf, count, type.handle));
    req.addSendBufRef(buf);
    return req;
  }

  private native long iWriteAt(long fh, long offset, Buffer buf, int count, long type)
      throws MPIException;

  /**
   * Starts to write at a position. Collective.
   *
   * <p>MPI_FILE_IWRITE_AT_ALL, MPI 3.1 section 13.4.2.
   *
   * @param offset position, in etypes from the start of the view
   * @param buf direct buffer with the data, not to be touched before the request completes
   * @throws IllegalArgumentException if {@code buf} is not direct
   */
  public Request iWriteAtAll(long offset, Buffer buf, int count, Datatype type)
      throws MPIException {
    MPI.check();
    MPI.assertDirectBuffer(buf);
    Request req = new Request(iWriteAtAll(handle, offset, buf, count, type.handle));
    req.addSendBufRef(buf);
    return req;
  }

  private native long iWriteAtAll(long fh, long offset, Buffer buf, int count, long type)
      throws MPIException;

  /**
   * Reads at this process's file pointer.
   *
   * <p>MPI_FILE_READ, MPI 3.1 section 13.4.3.
   *
   * @param buf the data: array, heap buffer or direct buffer; {@code null} for zero items
   */
  public Status read(Object buf, int count, Datatype type) throws MPIException {
    MPI.check();
    Status status = new Status();
    read(
        handle,
        array(buf),
        isDirectBuffer(buf),
        type.getOffset(buf),
        count,
        type.handle,
        type.baseType,
        status.data);
    return status;
  }

  private native void read(
      long fh,
      Object buf,
      boolean direct,
      int offset,
      int count,
      long type,
      int baseType,
      long[] status)
      throws MPIException;

  /**
   * Reads at this process's file pointer. Collective.
   *
   * <p>MPI_FILE_READ_ALL, MPI 3.1 section 13.4.3.
   *
   * @param buf the data: array, heap buffer or direct buffer; {@code null} for zero items
   */
  public Status readAll(Object buf, int count, Datatype type) throws MPIException {
    MPI.check();
    Status status = new Status();
    readAll(
        handle,
        array(buf),
        isDirectBuffer(buf),
        type.getOffset(buf),
        count,
        type.handle,
        type.baseType,
        status.data);
    return status;
  }

  private native void readAll(
      long fh,
      Object buf,
      boolean direct,
      int offset,
      int count,
      long type,
      int baseType,
      long[] status)
      throws MPIException;

  /**
   * Writes at this process's file pointer.
   *
   * <p>MPI_FILE_WRITE, MPI 3.1 section 13.4.3.
   *
   * @param buf the data: array, heap buffer or direct buffer; {@code null} for zero items
   */
  public Status write(Object buf, int count, Datatype type) throws MPIException {
    MPI.check();
    Status status = new Status();
    write(
        handle,
        array(buf),
        isDirectBuffer(buf),
        type.getOffset(buf),
        count,
        type.handle,
        type.baseType,
        status.data);
    return status;
  }

  private native void write(
      long fh,
      Object buf,
      boolean direct,
      int offset,
      int count,
      long type,
      int baseType,
      long[] status)
      throws MPIException;

  /**
   * Writes at this process's file pointer. Collective.
   *
   * <p>MPI_FILE_WRITE_ALL, MPI 3.1 section 13.4.3.
   *
   * @param buf the data: array, heap buffer or direct buffer; {@code null} for zero items
   */
  public Status writeAll(Object buf, int count, Datatype type) throws MPIException {
    MPI.check();
    Status status = new Status();
    writeAll(
        handle,
        array(buf),
        isDirectBuffer(buf),
        type.getOffset(buf),
        count,
        type.handle,
        type.baseType,
        status.data);
    return status;
  }

  private native void writeAll(
      long fh,
      Object buf,
      boolean direct,
      int offset,
      int count,
      long type,
      int baseType,
      long[] status)
      throws MPIException;

  /**
   * Starts to read at this process's file pointer.
   *
   * <p>MPI_FILE_IREAD, MPI 3.1 section 13.4.3.
   *
   * @param buf direct buffer with the data, not to be touched before the request completes
   * @throws IllegalArgumentException if {@code buf} is not direct
   */
  public Request iRead(Buffer buf, int count, Datatype type) throws MPIException {
    MPI.check();
    MPI.assertDirectBuffer(buf);
    Request req = new Request(iRead(handle, buf, count, type.handle));
    req.addRecvBufRef(buf);
    return req;
  }

  private native long iRead(long fh, Buffer buf, int count, long type) throws MPIException;

  /**
   * Starts to read at this process's file pointer. Collective.
   *
   * <p>MPI_FILE_IREAD_ALL, MPI 3.1 section 13.4.3.
   *
   * @param buf direct buffer with the data, not to be touched before the request completes
   * @throws IllegalArgumentException if {@code buf} is not direct
   */
  public Request iReadAll(Buffer buf, int count, Datatype type) throws MPIException {
    MPI.check();
    MPI.assertDirectBuffer(buf);
    Request req = new Request(iReadAll(handle, buf, count, type.handle));
    req.addRecvBufRef(buf);
    return req;
  }

  private native long iReadAll(long fh, Buffer buf, int count, long type) throws MPIException;

  /**
   * Starts to write at this process's file pointer.
   *
   * <p>MPI_FILE_IWRITE, MPI 3.1 section 13.4.3.
   *
   * @param buf direct buffer with the data, not to be touched before the request completes
   * @throws IllegalArgumentException if {@code buf} is not direct
   */
  public Request iWrite(Buffer buf, int count, Datatype type) throws MPIException {
    MPI.check();
    MPI.assertDirectBuffer(buf);
    Request req = new Request(iWrite(handle, buf, count, type.handle));
    req.addSendBufRef(buf);
    return req;
  }

  private native long iWrite(long fh, Buffer buf, int count, long type) throws MPIException;

  /**
   * Starts to write at this process's file pointer. Collective.
   *
   * <p>MPI_FILE_IWRITE_ALL, MPI 3.1 section 13.4.3.
   *
   * @param buf direct buffer with the data, not to be touched before the request completes
   * @throws IllegalArgumentException if {@code buf} is not direct
   */
  public Request iWriteAll(Buffer buf, int count, Datatype type) throws MPIException {
    MPI.check();
    MPI.assertDirectBuffer(buf);
    Request req = new Request(iWriteAll(handle, buf, count, type.handle));
    req.addSendBufRef(buf);
    return req;
  }

  private native long iWriteAll(long fh, Buffer buf, int count, long type) throws MPIException;

  /**
   * Moves this process's file pointer.
   *
   * <p>MPI_FILE_SEEK, MPI 3.1 section 13.4.3.
   *
   * @param offset how far from {@code whence}, in etypes
   * @param whence {@link MPI#SEEK_SET}, {@link MPI#SEEK_CUR} or {@link MPI#SEEK_END}
   */
  public void seek(long offset, int whence) throws MPIException {
    MPI.check();
    seek(handle, offset, whence);
  }

  private native void seek(long fh, long offset, int whence) throws MPIException;

  /**
   * Position of this process's file pointer.
   *
   * <p>MPI_FILE_GET_POSITION, MPI 3.1 section 13.4.3.
   *
   * @return the position, in etypes
   */
  public long getPosition() throws MPIException {
    MPI.check();
    return getPosition(handle);
  }

  private native long getPosition(long fh) throws MPIException;

  /**
   * Position in the file of a position in the view.
   *
   * <p>MPI_FILE_GET_BYTE_OFFSET, MPI 3.1 section 13.4.3.
   *
   * @param offset position, in etypes from the start of the view
   * @return the position, in bytes from the start of the file
   */
  public long getByteOffset(long offset) throws MPIException {
    MPI.check();
    return getByteOffset(handle, offset);
  }

  private native long getByteOffset(long fh, long offset) throws MPIException;

  /**
   * Reads at the shared file pointer.
   *
   * <p>MPI_FILE_READ_SHARED, MPI 3.1 section 13.4.4.
   *
   * @param buf the data: array, heap buffer or direct buffer; {@code null} for zero items
   */
  public Status readShared(Object buf, int count, Datatype type) throws MPIException {
    MPI.check();
    Status status = new Status();
    readShared(
        handle,
        array(buf),
        isDirectBuffer(buf),
        type.getOffset(buf),
        count,
        type.handle,
        type.baseType,
        status.data);
    return status;
  }

  private native void readShared(
      long fh,
      Object buf,
      boolean direct,
      int offset,
      int count,
      long type,
      int baseType,
      long[] status)
      throws MPIException;

  /**
   * Writes at the shared file pointer.
   *
   * <p>MPI_FILE_WRITE_SHARED, MPI 3.1 section 13.4.4.
   *
   * @param buf the data: array, heap buffer or direct buffer; {@code null} for zero items
   */
  public Status writeShared(Object buf, int count, Datatype type) throws MPIException {
    MPI.check();
    Status status = new Status();
    writeShared(
        handle,
        array(buf),
        isDirectBuffer(buf),
        type.getOffset(buf),
        count,
        type.handle,
        type.baseType,
        status.data);
    return status;
  }

  private native void writeShared(
      long fh,
      Object buf,
      boolean direct,
      int offset,
      int count,
      long type,
      int baseType,
      long[] status)
      throws MPIException;

  /**
   * Starts to read at the shared file pointer.
   *
   * <p>MPI_FILE_IREAD_SHARED, MPI 3.1 section 13.4.4.
   *
   * @param buf direct buffer with the data, not to be touched before the request completes
   * @throws IllegalArgumentException if {@code buf} is not direct
   */
  public Request iReadShared(Buffer buf, int count, Datatype type) throws MPIException {
    MPI.check();
    MPI.assertDirectBuffer(buf);
    Request req = new Request(iReadShared(handle, buf, count, type.handle));
    req.addRecvBufRef(buf);
    return req;
  }

  private native long iReadShared(long fh, Buffer buf, int count, long type) throws MPIException;

  /**
   * Starts to write at the shared file pointer.
   *
   * <p>MPI_FILE_IWRITE_SHARED, MPI 3.1 section 13.4.4.
   *
   * @param buf direct buffer with the data, not to be touched before the request completes
   * @throws IllegalArgumentException if {@code buf} is not direct
   */
  public Request iWriteShared(Buffer buf, int count, Datatype type) throws MPIException {
    MPI.check();
    MPI.assertDirectBuffer(buf);
    Request req = new Request(iWriteShared(handle, buf, count, type.handle));
    req.addSendBufRef(buf);
    return req;
  }

  private native long iWriteShared(long fh, Buffer buf, int count, long type) throws MPIException;

  /**
   * Reads at the shared file pointer, in the order of ranks. Collective.
   *
   * <p>MPI_FILE_READ_ORDERED, MPI 3.1 section 13.4.4.
   *
   * @param buf the data: array, heap buffer or direct buffer; {@code null} for zero items
   */
  public Status readOrdered(Object buf, int count, Datatype type) throws MPIException {
    MPI.check();
    Status status = new Status();
    readOrdered(
        handle,
        array(buf),
        isDirectBuffer(buf),
        type.getOffset(buf),
        count,
        type.handle,
        type.baseType,
        status.data);
    return status;
  }

  private native void readOrdered(
      long fh,
      Object buf,
      boolean direct,
      int offset,
      int count,
      long type,
      int baseType,
      long[] status)
      throws MPIException;

  /**
   * Writes at the shared file pointer, in the order of ranks. Collective.
   *
   * <p>MPI_FILE_WRITE_ORDERED, MPI 3.1 section 13.4.4.
   *
   * @param buf the data: array, heap buffer or direct buffer; {@code null} for zero items
   */
  public Status writeOrdered(Object buf, int count, Datatype type) throws MPIException {
    MPI.check();
    Status status = new Status();
    writeOrdered(
        handle,
        array(buf),
        isDirectBuffer(buf),
        type.getOffset(buf),
        count,
        type.handle,
        type.baseType,
        status.data);
    return status;
  }

  private native void writeOrdered(
      long fh,
      Object buf,
      boolean direct,
      int offset,
      int count,
      long type,
      int baseType,
      long[] status)
      throws MPIException;

  /**
   * Moves the shared file pointer. Collective.
   *
   * <p>MPI_FILE_SEEK_SHARED, MPI 3.1 section 13.4.4.
   *
   * @param offset how far from {@code whence}, in etypes
   * @param whence {@link MPI#SEEK_SET}, {@link MPI#SEEK_CUR} or {@link MPI#SEEK_END}
   */
  public void seekShared(long offset, int whence) throws MPIException {
    MPI.check();
    seekShared(handle, offset, whence);
  }

  private native void seekShared(long fh, long offset, int whence) throws MPIException;

  /**
   * Position of the shared file pointer.
   *
   * <p>MPI_FILE_GET_POSITION_SHARED, MPI 3.1 section 13.4.4.
   *
   * @return the position, in etypes
   */
  public long getPositionShared() throws MPIException {
    MPI.check();
    return getPositionShared(handle);
  }

  private native long getPositionShared(long fh) throws MPIException;

  /**
   * Begins to read at a position. Collective.
   *
   * <p>MPI_FILE_READ_AT_ALL_BEGIN, MPI 3.1 section 13.4.5.
   *
   * @param offset position, in etypes from the start of the view
   * @param buf direct buffer with the data, not to be touched before the matching end; for an array
   *     or a heap buffer the whole transfer is done here
   */
  public void readAtAllBegin(long offset, Object buf, int count, Datatype type)
      throws MPIException {
    MPI.check();
    if (isOnHeap(buf)) {
      beginStatus = readAtAll(offset, buf, count, type);
      return;
    }
    readAtAllBegin(handle, offset, buf, count, type.handle);
    beginStatus = new Status();
  }

  private native void readAtAllBegin(long fh, long offset, Object buf, int count, long type)
      throws MPIException;

  /**
   * Waits for the end of {@link #readAtAllBegin}. Collective.
   *
   * <p>MPI_FILE_READ_AT_ALL_END, MPI 3.1 section 13.4.5.
   *
   * @param buf the buffer that the begin was called with
   * @throws MPIException if no begin is pending, MPI is not running, or the library reports an
   *     error and the handler in force returns it
   */
  public Status readAtAllEnd(Object buf) throws MPIException {
    MPI.check();
    Status status = getBeginStatus();
    if (!isOnHeap(buf)) {
      readAtAllEnd(handle, buf, status.data);
    }
    return status;
  }

  private native void readAtAllEnd(long fh, Object buf, long[] status) throws MPIException;

  /**
   * Begins to write at a position. Collective.
   *
   * <p>MPI_FILE_WRITE_AT_ALL_BEGIN, MPI 3.1 section 13.4.5.
   *
   * @param offset position, in etypes from the start of the view
   * @param buf direct buffer with the data, not to be touched before the matching end; for an array
   *     or a heap buffer the whole transfer is done here
   */
  public void writeAtAllBegin(long offset, Object buf, int count, Datatype type)
      throws MPIException {
    MPI.check();
    if (isOnHeap(buf)) {
      beginStatus = writeAtAll(offset, buf, count, type);
      return;
    }
    writeAtAllBegin(handle, offset, buf, count, type.handle);
    beginStatus = new Status();
  }

  private native void writeAtAllBegin(long fh, long offset, Object buf, int count, long type)
      throws MPIException;

  /**
   * Waits for the end of {@link #writeAtAllBegin}. Collective.
   *
   * <p>MPI_FILE_WRITE_AT_ALL_END, MPI 3.1 section 13.4.5.
   *
   * @param buf the buffer that the begin was called with
   * @throws MPIException if no begin is pending, MPI is not running, or the library reports an
   *     error and the handler in force returns it
   */
  public Status writeAtAllEnd(Object buf) throws MPIException {
    MPI.check();
    Status status = getBeginStatus();
    if (!isOnHeap(buf)) {
      writeAtAllEnd(handle, buf, status.data);
    }
    return status;
  }

  private native void writeAtAllEnd(long fh, Object buf, long[] status) throws MPIException;

  /**
   * Begins to read at this process's file pointer. Collective.
   *
   * <p>MPI_FILE_READ_ALL_BEGIN, MPI 3.1 section 13.4.5.
   *
   * @param buf direct buffer with the data, not to be touched before the matching end; for an array
   *     or a heap buffer the whole transfer is done here
   */
  public void readAllBegin(Object buf, int count, Datatype type) throws MPIException {
    MPI.check();
    if (isOnHeap(buf)) {
      beginStatus = readAll(buf, count, type);
      return;
    }
    readAllBegin(handle, buf, count, type.handle);
    beginStatus = new Status();
  }

  private native void readAllBegin(long fh, Object buf, int count, long type) throws MPIException;

  /**
   * Waits for the end of {@link #readAllBegin}. Collective.
   *
   * <p>MPI_FILE_READ_ALL_END, MPI 3.1 section 13.4.5.
   *
   * @param buf the buffer that the begin was called with
   * @throws MPIException if no begin is pending, MPI is not running, or the library reports an
   *     error and the handler in force returns it
   */
  public Status readAllEnd(Object buf) throws MPIException {
    MPI.check();
    Status status = getBeginStatus();
    if (!isOnHeap(buf)) {
      readAllEnd(handle, buf, status.data);
    }
    return status;
  }

  private native void readAllEnd(long fh, Object buf, long[] status) throws MPIException;

  /**
   * Begins to write at this process's file pointer. Collective.
   *
   * <p>MPI_FILE_WRITE_ALL_BEGIN, MPI 3.1 section 13.4.5.
   *
   * @param buf direct buffer with the data, not to be touched before the matching end; for an array
   *     or a heap buffer the whole transfer is done here
   */
  public void writeAllBegin(Object buf, int count, Datatype type) throws MPIException {
    MPI.check();
    if (isOnHeap(buf)) {
      beginStatus = writeAll(buf, count, type);
      return;
    }
    writeAllBegin(handle, buf, count, type.handle);
    beginStatus = new Status();
  }

  private native void writeAllBegin(long fh, Object buf, int count, long type) throws MPIException;

  /**
   * Waits for the end of {@link #writeAllBegin}. Collective.
   *
   * <p>MPI_FILE_WRITE_ALL_END, MPI 3.1 section 13.4.5.
   *
   * @param buf the buffer that the begin was called with
   * @throws MPIException if no begin is pending, MPI is not running, or the library reports an
   *     error and the handler in force returns it
   */
  public Status writeAllEnd(Object buf) throws MPIException {
    MPI.check();
    Status status = getBeginStatus();
    if (!isOnHeap(buf)) {
      writeAllEnd(handle, buf, status.data);
    }
    return status;
  }

  private native void writeAllEnd(long fh, Object buf, long[] status) throws MPIException;

  /**
   * Begins to read at the shared file pointer, in the order of ranks. Collective.
   *
   * <p>MPI_FILE_READ_ORDERED_BEGIN, MPI 3.1 section 13.4.5.
   *
   * @param buf direct buffer with the data, not to be touched before the matching end; for an array
   *     or a heap buffer the whole transfer is done here
   */
  public void readOrderedBegin(Object buf, int count, Datatype type) throws MPIException {
    MPI.check();
    if (isOnHeap(buf)) {
      beginStatus = readOrdered(buf, count, type);
      return;
    }
    readOrderedBegin(handle, buf, count, type.handle);
    beginStatus = new Status();
  }

  private native void readOrderedBegin(long fh, Object buf, int count, long type)
      throws MPIException;

  /**
   * Waits for the end of {@link #readOrderedBegin}. Collective.
   *
   * <p>MPI_FILE_READ_ORDERED_END, MPI 3.1 section 13.4.5.
   *
   * @param buf the buffer that the begin was called with
   * @throws MPIException if no begin is pending, MPI is not running, or the library reports an
   *     error and the handler in force returns it
   */
  public Status readOrderedEnd(Object buf) throws MPIException {
    MPI.check();
    Status status = getBeginStatus();
    if (!isOnHeap(buf)) {
      readOrderedEnd(handle, buf, status.data);
    }
    return status;
  }

  private native void readOrderedEnd(long fh, Object buf, long[] status) throws MPIException;

  /**
   * Begins to write at the shared file pointer, in the order of ranks. Collective.
   *
   * <p>MPI_FILE_WRITE_ORDERED_BEGIN, MPI 3.1 section 13.4.5.
   *
   * @param buf direct buffer with the data, not to be touched before the matching end; for an array
   *     or a heap buffer the whole transfer is done here
   */
  public void writeOrderedBegin(Object buf, int count, Datatype type) throws MPIException {
    MPI.check();
    if (isOnHeap(buf)) {
      beginStatus = writeOrdered(buf, count, type);
      return;
    }
    writeOrderedBegin(handle, buf, count, type.handle);
    beginStatus = new Status();
  }

  private native void writeOrderedBegin(long fh, Object buf, int count, long type)
      throws MPIException;

  /**
   * Waits for the end of {@link #writeOrderedBegin}. Collective.
   *
   * <p>MPI_FILE_WRITE_ORDERED_END, MPI 3.1 section 13.4.5.
   *
   * @param buf the buffer that the begin was called with
   * @throws MPIException if no begin is pending, MPI is not running, or the library reports an
   *     error and the handler in force returns it
   */
  public Status writeOrderedEnd(Object buf) throws MPIException {
    MPI.check();
    Status status = getBeginStatus();
    if (!isOnHeap(buf)) {
      writeOrderedEnd(handle, buf, status.data);
    }
    return status;
  }

  private native void writeOrderedEnd(long fh, Object buf, long[] status) throws MPIException;

  private Status getBeginStatus() {
    Status status = beginStatus;
    if (status == null) {
      throw new IllegalStateException(
          "No split collective is under way on this file; call its begin first");
    }
    beginStatus = null;
    return status;
  }

  /**
   * Extent of a type in the file.
   *
   * <p>MPI_FILE_GET_TYPE_EXTENT, MPI 3.1 section 13.5.1.
   *
   * @return the extent, in elements of the primitive that the type is made of
   */
  public int getTypeExtent(Datatype type) throws MPIException {
    MPI.check();
    return getTypeExtent(handle, type.handle) / type.baseSize;
  }

  private native int getTypeExtent(long fh, long type) throws MPIException;

  /**
   * Sets whether conflicting accesses are to be atomic. Collective.
   *
   * <p>MPI_FILE_SET_ATOMICITY, MPI 3.1 section 13.6.1.
   *
   * @param atomicity true for atomic accesses
   */
  public void setAtomicity(boolean atomicity) throws MPIException {
    MPI.check();
    setAtomicity(handle, atomicity);
  }

  private native void setAtomicity(long fh, boolean atomicity) throws MPIException;

  /**
   * Whether conflicting accesses are atomic.
   *
   * <p>MPI_FILE_GET_ATOMICITY, MPI 3.1 section 13.6.1.
   *
   * @return true when they are
   */
  public boolean getAtomicity() throws MPIException {
    MPI.check();
    return getAtomicity(handle);
  }

  private native boolean getAtomicity(long fh) throws MPIException;

  /**
   * Sends what this process has written to the device. Collective.
   *
   * <p>MPI_FILE_SYNC, MPI 3.1 section 13.6.1.
   */
  public void sync() throws MPIException {
    MPI.check();
    sync(handle);
  }

  private native void sync(long fh) throws MPIException;

  /**
   * Sets what happens when a call on this file fails.
   *
   * <p>MPI_FILE_SET_ERRHANDLER, MPI 3.1 section 8.3.3.
   *
   * @param errhandler the handler
   */
  public void setErrhandler(Errhandler errhandler) throws MPIException {
    MPI.check();
    setErrhandler(handle, errhandler.handle);
  }

  private native void setErrhandler(long fh, long errhandler) throws MPIException;

  /**
   * The error handler in force.
   *
   * <p>MPI_FILE_GET_ERRHANDLER, MPI 3.1 section 8.3.3.
   *
   * @return the handler
   */
  public Errhandler getErrhandler() throws MPIException {
    MPI.check();
    return new Errhandler(getErrhandler(handle));
  }

  private native long getErrhandler(long fh);

  /**
   * Calls the error handler of this file.
   *
   * <p>MPI_FILE_CALL_ERRHANDLER, MPI 3.1 section 8.3.4.
   *
   * @param errorCode the error code to hand over
   */
  public void callErrhandler(int errorCode) throws MPIException {
    MPI.check();
    callErrhandler(handle, errorCode);
  }

  private native void callErrhandler(long fh, int errorCode) throws MPIException;
}
