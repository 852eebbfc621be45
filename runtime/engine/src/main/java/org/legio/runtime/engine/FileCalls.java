package org.legio.runtime.engine;

import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import org.legio.runtime.engine.datatype.Datatype;

/** The natives on files as a whole. */
final class FileCalls extends FileFamily {

  /** An action on a file. */
  @FunctionalInterface
  private interface Deed {
    void run() throws IOException;
  }

  FileCalls(RankState state) {
    super(state);
  }

  private void attempt(FileHandle file, Deed deed) throws MpiErrorException {
    try {
      deed.run();
    } catch (IOException e) {
      throw error(file, e);
    }
  }

  // ------------------------------------------------------------------ open, close, delete

  /** Opens a file. Errors are returned, because a file that is not open has no error handler. */
  long fileOpen(long comm, String name, int mode, long info) throws Exception {
    Comm parent = comm(comm);
    if (!FileSystem.isValid(mode)) {
      throw new MpiErrorException(MpiError.AMODE, name + ": no file has mode " + mode);
    }
    return state.files.add(new FileOpening(state, parent, name, mode).run(this));
  }

  long fileClose(long handle) throws Exception {
    FileHandle file = file(handle);
    try {
      meet(file, "fileClose");
    } finally {
      state.files.remove(handle);
      state.forget(file.comm());
    }
    attempt(file, file.stored()::close);
    if (isFirstLiving(file.comm())) {
      attempt(file, () -> file.stored().closeForAll(universe.effects()));
    }
    return Predefined.FILE_NULL;
  }

  private boolean isFirstLiving(Comm comm) {
    for (int member : comm.context.group) {
      if (!state.knowsDead(member)) {
        return member == state.rank;
      }
    }
    return false;
  }

  void fileDelete(String name, long info) throws Exception {
    try {
      universe.effects().delete(Path.of(name));
    } catch (IOException e) {
      throw new MpiErrorException(FileSystem.errorClass(e), name + ": " + e);
    }
  }

  // ------------------------------------------------------------------ collective changes

  void fileSetSize(long handle, long size) throws Exception {
    FileHandle file = writable(handle, size);
    attempt(file, () -> file.stored().bytes().resize(size));
    meet(file, "fileSetSize");
  }

  void filePreallocate(long handle, long size) throws Exception {
    FileHandle file = writable(handle, size);
    attempt(file, () -> file.stored().bytes().extend(size));
    meet(file, "filePreallocate");
  }

  private FileHandle writable(long handle, long size) throws MpiErrorException {
    FileHandle file = file(handle);
    if (size < 0) {
      throw error(file, MpiError.ARG, "size=" + size + " is negative");
    } else if (file.stored().isReadOnly()) {
      throw error(file, MpiError.READ_ONLY, "it is open for reading only");
    }
    return file;
  }

  void fileSetView(
      long handle,
      long displacement,
      long elementType,
      long fileType,
      String representation,
      long info)
      throws Exception {
    FileHandle file = file(handle);
    Datatype element = type(file.comm(), elementType);
    Datatype type = type(file.comm(), fileType);
    if (displacement < 0) {
      throw error(file, MpiError.ARG, "displacement=" + displacement + " is negative");
    }
    if (element.size() == 0 || type.size() == 0 || type.size() % element.size() != 0) {
      throw error(file, MpiError.ARG, "the view's type is not made of its elements");
    }
    file.view =
        new FileView(displacement, element, type, isReversed(file, String.valueOf(representation)));
    file.position = 0;
    try {
      attempt(file, () -> file.stored().setSharedPosition(0));
    } finally {
      meet(file, "fileSetView");
    }
  }

  /** Whether a data representation has the other byte order: MPI 4.1, section 14.5. */
  private boolean isReversed(FileHandle file, String representation) throws MpiErrorException {
    return switch (representation) {
      case "native", "internal" -> false;
      case "external32" -> ByteOrder.nativeOrder() != ByteOrder.BIG_ENDIAN;
      default ->
          throw error(
              file,
              MpiError.UNSUPPORTED_DATAREP,
              "no data representation is called %s: take native, internal or external32"
                  .formatted(representation));
    };
  }

  void fileSetAtomicity(long handle, boolean atomic) throws Exception {
    FileHandle file = file(handle);
    file.isAtomic = atomic;
    meet(file, "fileSetAtomicity");
  }

  boolean fileGetAtomicity(long handle) throws Exception {
    return file(handle).isAtomic;
  }

  /** Does nothing but check the file: every access is complete at once. */
  void fileSync(long handle) throws Exception {
    meet(file(handle), "fileSync");
  }

  /** Ignores the hints. */
  void fileSetInfo(long handle, long info) throws Exception {
    meet(file(handle), "fileSetInfo");
  }

  // ------------------------------------------------------------------ asking

  long fileGetInfo(long handle) throws Exception {
    file(handle);
    return state.infos.add(new LinkedHashMap<>());
  }

  long fileGetSize(long handle) throws Exception {
    FileHandle file = file(handle);
    try {
      return file.stored().bytes().size();
    } catch (IOException e) {
      throw error(file, e);
    }
  }

  long fileGetGroup(long handle) throws Exception {
    return newGroup(file(handle).comm().context.group);
  }

  int fileGetAMode(long handle) throws Exception {
    return file(handle).stored().mode();
  }

  int fileGetTypeExtent(long handle, long type) throws Exception {
    return type(file(handle).comm(), type).extent();
  }

  // ------------------------------------------------------------------ errors

  void fileSetErrhandler(long handle, long errhandler) throws Exception {
    file(handle).comm().errorHandler = errhandler;
  }

  long fileGetErrhandler(long handle) throws Exception {
    return file(handle).comm().errorHandler;
  }

  void fileCallErrhandler(long handle, int errorCode) throws Exception {
    FileHandle file = file(handle);
    if (file.comm().errorHandler != Predefined.ERRORS_RETURN) {
      throw error(file, errorCode, "callErrhandler");
    }
  }
}
