package org.legio.ulfm;

import java.nio.Buffer;
import org.jspecify.annotations.Nullable;

/**
 * Files, with the parameters of the binding's natives (see {@link Pmpi}); a file is a handle.
 *
 * <p>MPI standard 4.0, chapter 14.
 */
public interface FileAccess {

  @BindingNative(owner = "mpi.File", name = "open")
  long fileOpen(long comm, String name, int mode, long info) throws Exception;

  @BindingNative(owner = "mpi.File", name = "close")
  long fileClose(long file) throws Exception;

  @BindingNative(owner = "mpi.File", name = "delete")
  void fileDelete(String name, long info) throws Exception;

  @BindingNative(owner = "mpi.File", name = "setSize")
  void fileSetSize(long file, long size) throws Exception;

  @BindingNative(owner = "mpi.File", name = "preallocate")
  void filePreallocate(long file, long size) throws Exception;

  @BindingNative(owner = "mpi.File", name = "getSize")
  long fileGetSize(long file) throws Exception;

  @BindingNative(owner = "mpi.File", name = "getGroup")
  long fileGetGroup(long file) throws Exception;

  @BindingNative(owner = "mpi.File", name = "getAMode")
  int fileGetAMode(long file) throws Exception;

  @BindingNative(owner = "mpi.File", name = "setInfo")
  void fileSetInfo(long file, long info) throws Exception;

  @BindingNative(owner = "mpi.File", name = "getInfo")
  long fileGetInfo(long file) throws Exception;

  @BindingNative(owner = "mpi.File", name = "setView")
  void fileSetView(
      long file,
      long displacement,
      long elementType,
      long fileType,
      String representation,
      long info)
      throws Exception;

  @BindingNative(owner = "mpi.File", name = "readAt")
  void fileReadAt(
      long file,
      long offset,
      @Nullable Object buf,
      boolean direct,
      int bufOffset,
      int count,
      long type,
      int baseType,
      long[] status)
      throws Exception;

  @BindingNative(owner = "mpi.File", name = "readAtAll")
  void fileReadAtAll(
      long file,
      long offset,
      @Nullable Object buf,
      boolean direct,
      int bufOffset,
      int count,
      long type,
      int baseType,
      long[] status)
      throws Exception;

  @BindingNative(owner = "mpi.File", name = "writeAt")
  void fileWriteAt(
      long file,
      long offset,
      @Nullable Object buf,
      boolean direct,
      int bufOffset,
      int count,
      long type,
      int baseType,
      long[] status)
      throws Exception;

  @BindingNative(owner = "mpi.File", name = "writeAtAll")
  void fileWriteAtAll(
      long file,
      long offset,
      @Nullable Object buf,
      boolean direct,
      int bufOffset,
      int count,
      long type,
      int baseType,
      long[] status)
      throws Exception;

  @BindingNative(owner = "mpi.File", name = "iReadAt")
  long fileIReadAt(long file, long offset, Buffer buf, int count, long type) throws Exception;

  @BindingNative(owner = "mpi.File", name = "iReadAtAll")
  long fileIReadAtAll(long file, long offset, Buffer buf, int count, long type) throws Exception;

  @BindingNative(owner = "mpi.File", name = "iWriteAt")
  long fileIWriteAt(long file, long offset, Buffer buf, int count, long type) throws Exception;

  @BindingNative(owner = "mpi.File", name = "iWriteAtAll")
  long fileIWriteAtAll(long file, long offset, Buffer buf, int count, long type) throws Exception;

  @BindingNative(owner = "mpi.File", name = "read")
  void fileRead(
      long file,
      @Nullable Object buf,
      boolean direct,
      int bufOffset,
      int count,
      long type,
      int baseType,
      long[] status)
      throws Exception;

  @BindingNative(owner = "mpi.File", name = "readAll")
  void fileReadAll(
      long file,
      @Nullable Object buf,
      boolean direct,
      int bufOffset,
      int count,
      long type,
      int baseType,
      long[] status)
      throws Exception;

  @BindingNative(owner = "mpi.File", name = "write")
  void fileWrite(
      long file,
      @Nullable Object buf,
      boolean direct,
      int bufOffset,
      int count,
      long type,
      int baseType,
      long[] status)
      throws Exception;

  @BindingNative(owner = "mpi.File", name = "writeAll")
  void fileWriteAll(
      long file,
      @Nullable Object buf,
      boolean direct,
      int bufOffset,
      int count,
      long type,
      int baseType,
      long[] status)
      throws Exception;

  @BindingNative(owner = "mpi.File", name = "iRead")
  long fileIRead(long file, Buffer buf, int count, long type) throws Exception;

  @BindingNative(owner = "mpi.File", name = "iReadAll")
  long fileIReadAll(long file, Buffer buf, int count, long type) throws Exception;

  @BindingNative(owner = "mpi.File", name = "iWrite")
  long fileIWrite(long file, Buffer buf, int count, long type) throws Exception;

  @BindingNative(owner = "mpi.File", name = "iWriteAll")
  long fileIWriteAll(long file, Buffer buf, int count, long type) throws Exception;

  @BindingNative(owner = "mpi.File", name = "seek")
  void fileSeek(long file, long offset, int whence) throws Exception;

  @BindingNative(owner = "mpi.File", name = "getPosition")
  long fileGetPosition(long file) throws Exception;

  @BindingNative(owner = "mpi.File", name = "getByteOffset")
  long fileGetByteOffset(long file, long offset) throws Exception;

  @BindingNative(owner = "mpi.File", name = "readShared")
  void fileReadShared(
      long file,
      @Nullable Object buf,
      boolean direct,
      int bufOffset,
      int count,
      long type,
      int baseType,
      long[] status)
      throws Exception;

  @BindingNative(owner = "mpi.File", name = "writeShared")
  void fileWriteShared(
      long file,
      @Nullable Object buf,
      boolean direct,
      int bufOffset,
      int count,
      long type,
      int baseType,
      long[] status)
      throws Exception;

  @BindingNative(owner = "mpi.File", name = "iReadShared")
  long fileIReadShared(long file, Buffer buf, int count, long type) throws Exception;

  @BindingNative(owner = "mpi.File", name = "iWriteShared")
  long fileIWriteShared(long file, Buffer buf, int count, long type) throws Exception;

  @BindingNative(owner = "mpi.File", name = "readOrdered")
  void fileReadOrdered(
      long file,
      @Nullable Object buf,
      boolean direct,
      int bufOffset,
      int count,
      long type,
      int baseType,
      long[] status)
      throws Exception;

  @BindingNative(owner = "mpi.File", name = "writeOrdered")
  void fileWriteOrdered(
      long file,
      @Nullable Object buf,
      boolean direct,
      int bufOffset,
      int count,
      long type,
      int baseType,
      long[] status)
      throws Exception;

  @BindingNative(owner = "mpi.File", name = "seekShared")
  void fileSeekShared(long file, long offset, int whence) throws Exception;

  @BindingNative(owner = "mpi.File", name = "getPositionShared")
  long fileGetPositionShared(long file) throws Exception;

  @BindingNative(owner = "mpi.File", name = "readAtAllBegin")
  void fileReadAtAllBegin(long file, long offset, Object buf, int count, long type)
      throws Exception;

  @BindingNative(owner = "mpi.File", name = "readAtAllEnd")
  void fileReadAtAllEnd(long file, Object buf, long[] status) throws Exception;

  @BindingNative(owner = "mpi.File", name = "writeAtAllBegin")
  void fileWriteAtAllBegin(long file, long offset, Object buf, int count, long type)
      throws Exception;

  @BindingNative(owner = "mpi.File", name = "writeAtAllEnd")
  void fileWriteAtAllEnd(long file, Object buf, long[] status) throws Exception;

  @BindingNative(owner = "mpi.File", name = "readAllBegin")
  void fileReadAllBegin(long file, Object buf, int count, long type) throws Exception;

  @BindingNative(owner = "mpi.File", name = "readAllEnd")
  void fileReadAllEnd(long file, Object buf, long[] status) throws Exception;

  @BindingNative(owner = "mpi.File", name = "writeAllBegin")
  void fileWriteAllBegin(long file, Object buf, int count, long type) throws Exception;

  @BindingNative(owner = "mpi.File", name = "writeAllEnd")
  void fileWriteAllEnd(long file, Object buf, long[] status) throws Exception;

  @BindingNative(owner = "mpi.File", name = "readOrderedBegin")
  void fileReadOrderedBegin(long file, Object buf, int count, long type) throws Exception;

  @BindingNative(owner = "mpi.File", name = "readOrderedEnd")
  void fileReadOrderedEnd(long file, Object buf, long[] status) throws Exception;

  @BindingNative(owner = "mpi.File", name = "writeOrderedBegin")
  void fileWriteOrderedBegin(long file, Object buf, int count, long type) throws Exception;

  @BindingNative(owner = "mpi.File", name = "writeOrderedEnd")
  void fileWriteOrderedEnd(long file, Object buf, long[] status) throws Exception;

  @BindingNative(owner = "mpi.File", name = "getTypeExtent")
  int fileGetTypeExtent(long file, long type) throws Exception;

  @BindingNative(owner = "mpi.File", name = "setAtomicity")
  void fileSetAtomicity(long file, boolean atomic) throws Exception;

  @BindingNative(owner = "mpi.File", name = "getAtomicity")
  boolean fileGetAtomicity(long file) throws Exception;

  @BindingNative(owner = "mpi.File", name = "sync")
  void fileSync(long file) throws Exception;

  @BindingNative(owner = "mpi.File", name = "setErrhandler")
  void fileSetErrhandler(long file, long errhandler) throws Exception;

  @BindingNative(owner = "mpi.File", name = "getErrhandler")
  long fileGetErrhandler(long file) throws Exception;

  @BindingNative(owner = "mpi.File", name = "callErrhandler")
  void fileCallErrhandler(long file, int errorCode) throws Exception;
}
