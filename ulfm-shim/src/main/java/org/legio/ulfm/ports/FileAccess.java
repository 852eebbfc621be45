package org.legio.ulfm.ports;

/**
 * Opens, reads, writes and closes files, with the parameters of the binding's natives (see {@link
 * Pmpi}). A file is given by its handle.
 *
 * <p>MPI standard 4.0, chapter 14.
 */
public interface FileAccess {

  /** Reads or writes. */
  void fileTransfer(long file, FileCall call) throws Exception;

  /** Begins to read or to write; returns the request. */
  long startFileTransfer(long file, FileCall call) throws Exception;

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

  @BindingNative(owner = "mpi.File", name = "seek")
  void fileSeek(long file, long offset, int whence) throws Exception;

  @BindingNative(owner = "mpi.File", name = "getPosition")
  long fileGetPosition(long file) throws Exception;

  @BindingNative(owner = "mpi.File", name = "getByteOffset")
  long fileGetByteOffset(long file, long offset) throws Exception;

  @BindingNative(owner = "mpi.File", name = "seekShared")
  void fileSeekShared(long file, long offset, int whence) throws Exception;

  @BindingNative(owner = "mpi.File", name = "getPositionShared")
  long fileGetPositionShared(long file) throws Exception;

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
