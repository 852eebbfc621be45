package org.legio.core.files;

import java.nio.Buffer;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.legio.core.Communicator;
import org.legio.core.CommunicatorMaker;
import org.legio.core.CommunicatorRegistry;
import org.legio.core.Communicators;
import org.legio.core.Context;
import org.legio.core.HandleMap;
import org.legio.ulfm.Outcome;
import org.legio.ulfm.Pmpi;

/**
 * The handler of files. Each method has the parameters of the native whose name it bears.
 *
 * <p>The program's handle of a file is one that MPI has opened for this member alone, so that
 * nobody's death touches it and every call can be made on it. What MPI would do together, the
 * members agree on over a communicator of the file's own. Unknown handles pass through.
 */
public final class Files {
  private final Context context;
  private final Pmpi pmpi;
  private final CommunicatorRegistry communicators;
  private final CommunicatorMaker maker;
  private final Communicators ends;
  private final SharedAccess shared;
  private final HandleMap<OpenFile> files = new HandleMap<>();

  /** One call of MPI's. */
  @FunctionalInterface
  interface Call {
    /** Makes it. */
    void make() throws Exception;
  }

  /** One call of MPI's that returns something. */
  @FunctionalInterface
  interface Question {
    /** Makes it. */
    long ask() throws Exception;
  }

  /**
   * Makes the handler.
   *
   * @param ends what ends communicators
   */
  public Files(
      Context context,
      CommunicatorRegistry communicators,
      CommunicatorMaker maker,
      Communicators ends) {
    this.context = context;
    this.pmpi = context.pmpi();
    this.communicators = communicators;
    this.maker = maker;
    this.ends = ends;
    this.shared = new SharedAccess(context);
  }

  private @Nullable OpenFile find(long file) {
    return files.find(file);
  }

  /** The exception for the program. */
  private Exception raise(String call, long file, Exception thrown) {
    OpenFile open = find(file);
    return open == null ? thrown : open.raise(call, thrown);
  }

  /** Makes a call that concerns nobody else. */
  private void alone(String call, long file, Call mpi) throws Exception {
    try {
      mpi.make();
    } catch (Exception e) {
      throw raise(call, file, e);
    }
  }

  /** Likewise, for a call that returns something. */
  private long asked(String call, long file, Question mpi) throws Exception {
    try {
      return mpi.ask();
    } catch (Exception e) {
      throw raise(call, file, e);
    }
  }

  /**
   * Makes a call that all members make, each for itself; then they meet. An argument that MPI
   * refuses concerns nobody else.
   */
  private void together(String call, long file, Call mpi) throws Exception {
    together(call, file, mpi, mpi);
  }

  /**
   * Likewise, by another call on files of ours: with one member, MPI's collective calls only add
   * copies to what its individual ones do.
   */
  private void together(String call, long file, Call mpi, Call individual) throws Exception {
    OpenFile open = find(file);
    if (open == null) {
      mpi.make();
      return;
    }
    Exception thrown = caught(individual);
    if (thrown == null || context.binding().outcome(thrown) != Outcome.ARGUMENT) {
      open.members().meet();
    }
    if (thrown != null) {
      throw open.raise(call, thrown);
    }
  }

  private static @Nullable Exception caught(Call mpi) {
    try {
      mpi.make();
      return null;
    } catch (Exception e) {
      return e;
    }
  }

  // ------------------------------------------------------------------ open, close, delete

  /** {@code MPI_File_open}: at all living members or at none. */
  public long open(long comm, String name, int mode, long info) throws Exception {
    Communicator parent = communicators.find(comm);
    if (parent == null) {
      return pmpi.fileOpen(comm, name, mode, info);
    }
    Communicator own = maker.duplicatePrivately("open", parent);
    try {
      OpenFile opened = new Opening(context, new Members(context, own), name, mode, info).run();
      files.put(opened.handle(), opened);
      return opened.handle();
    } catch (Exception e) {
      ends.freePrivate(own);
      throw e;
    }
  }

  /** {@code MPI_File_close}: when all have closed it, one removes what is to be removed. */
  public long close(long file) throws Exception {
    OpenFile open = find(file);
    if (open == null) {
      return pmpi.fileClose(file);
    }
    files.remove(file, open);
    long[] left = {0};
    Exception thrown = caught(() -> left[0] = pmpi.fileClose(file));
    open.pointer().close();
    Notice removed = open.members().once(again -> remove(open));
    ends.freePrivate(open.members().comm());
    if (thrown != null) {
      throw open.raise("close", thrown);
    }
    if (removed.isError()) {
      throw open.raise("close", Errors.ofRemoval(context, open, removed));
    }
    return left[0];
  }

  private long remove(OpenFile open) throws Exception {
    open.pointer().delete();
    if (open.isDeletedOnClose()) {
      java.nio.file.Files.deleteIfExists(Path.of(open.name()));
    }
    return 0;
  }

  /** {@code MPI_File_delete}. */
  public void delete(String name, long info) throws Exception {
    pmpi.fileDelete(name, info);
  }

  // ------------------------------------------------------------------ what all do to the file

  /** {@code MPI_File_set_size}: nobody leaves before it has been set. */
  public void setSize(long file, long size) throws Exception {
    byOne("setSize", file, size, () -> pmpi.fileSetSize(file, size));
  }

  /** {@code MPI_File_preallocate}. */
  public void preallocate(long file, long size) throws Exception {
    byOne("preallocate", file, size, () -> pmpi.filePreallocate(file, size));
  }

  /** Has one member do something to the file itself. */
  private void byOne(String call, long file, long argument, Call mpi) throws Exception {
    OpenFile open = find(file);
    if (open == null) {
      mpi.make();
      return;
    }
    same(call, open, argument);
    Notice done =
        open.members()
            .once(
                again -> {
                  mpi.make();
                  return 0;
                });
    if (done.isError()) {
      throw open.raise(call, context.binding().newException(done.errorCode(), done.text()));
    }
  }

  /** Checks that all members have given the same argument; throws at all of them otherwise. */
  private void same(String call, OpenFile open, long argument) throws Exception {
    Members members = open.members();
    @Nullable Notice[] all = members.exchange(Notice.of(argument));
    Notice first = Objects.requireNonNull(all[Members.lowest(all)]);
    for (Notice each : all) {
      if (each != null && each.value() != first.value()) {
        throw open.raise(call, Errors.other(context)); // at all: nobody goes on alone
      }
    }
  }

  /** {@code MPI_File_set_atomicity}. */
  public void setAtomicity(long file, boolean atomic) throws Exception {
    OpenFile open = find(file);
    if (open != null) {
      same("setAtomicity", open, atomic ? 1 : 0);
    }
    alone("setAtomicity", file, () -> pmpi.fileSetAtomicity(file, atomic));
  }

  /** {@code MPI_File_sync}. */
  public void sync(long file) throws Exception {
    together("sync", file, () -> pmpi.fileSync(file));
  }

  /** {@code MPI_File_set_info}. */
  public void setInfo(long file, long info) throws Exception {
    together("setInfo", file, () -> pmpi.fileSetInfo(file, info));
  }

  /** {@code MPI_File_set_view}: when all members have set theirs, all pointers are at 0. */
  public void setView(
      long file,
      long displacement,
      long elementType,
      long fileType,
      String representation,
      long info)
      throws Exception {
    OpenFile open = find(file);
    Call mpi =
        () -> pmpi.fileSetView(file, displacement, elementType, fileType, representation, info);
    if (open == null) {
      mpi.make();
      return;
    }
    Members members = open.members();
    Exception thrown = caught(mpi);
    Notice own = thrown == null ? Notice.of(0) : members.failed(thrown);
    if (Members.firstError(members.exchange(own)) == null) {
      open.setElementBytes(pmpi.typeSize(elementType));
      open.pointer().settle(0);
    }
    if (thrown != null) {
      throw open.raise("setView", thrown);
    }
  }

  // ------------------------------------------------------------------ one member's access

  /** {@code MPI_File_read_at}. */
  public void readAt(
      long file,
      long offset,
      @Nullable Object buf,
      boolean direct,
      int bufOffset,
      int count,
      long type,
      int baseType,
      long[] status)
      throws Exception {
    alone(
        "readAt",
        file,
        () -> pmpi.fileReadAt(file, offset, buf, direct, bufOffset, count, type, baseType, status));
  }

  /** {@code MPI_File_write_at}. */
  public void writeAt(
      long file,
      long offset,
      @Nullable Object buf,
      boolean direct,
      int bufOffset,
      int count,
      long type,
      int baseType,
      long[] status)
      throws Exception {
    alone(
        "writeAt",
        file,
        () ->
            pmpi.fileWriteAt(file, offset, buf, direct, bufOffset, count, type, baseType, status));
  }

  /** {@code MPI_File_read}. */
  public void read(
      long file,
      @Nullable Object buf,
      boolean direct,
      int bufOffset,
      int count,
      long type,
      int baseType,
      long[] status)
      throws Exception {
    alone(
        "read",
        file,
        () -> pmpi.fileRead(file, buf, direct, bufOffset, count, type, baseType, status));
  }

  /** {@code MPI_File_write}. */
  public void write(
      long file,
      @Nullable Object buf,
      boolean direct,
      int bufOffset,
      int count,
      long type,
      int baseType,
      long[] status)
      throws Exception {
    alone(
        "write",
        file,
        () -> pmpi.fileWrite(file, buf, direct, bufOffset, count, type, baseType, status));
  }

  /** {@code MPI_File_iread_at}. */
  public long iReadAt(long file, long offset, Buffer buf, int count, long type) throws Exception {
    return asked("iReadAt", file, () -> pmpi.fileIReadAt(file, offset, buf, count, type));
  }

  /** {@code MPI_File_iwrite_at}. */
  public long iWriteAt(long file, long offset, Buffer buf, int count, long type) throws Exception {
    return asked("iWriteAt", file, () -> pmpi.fileIWriteAt(file, offset, buf, count, type));
  }

  /** {@code MPI_File_iread}. */
  public long iRead(long file, Buffer buf, int count, long type) throws Exception {
    return asked("iRead", file, () -> pmpi.fileIRead(file, buf, count, type));
  }

  /** {@code MPI_File_iwrite}. */
  public long iWrite(long file, Buffer buf, int count, long type) throws Exception {
    return asked("iWrite", file, () -> pmpi.fileIWrite(file, buf, count, type));
  }

  // ------------------------------------------------------------------ all members' access

  /** {@code MPI_File_read_at_all}. */
  public void readAtAll(
      long file,
      long offset,
      @Nullable Object buf,
      boolean direct,
      int bufOffset,
      int count,
      long type,
      int baseType,
      long[] status)
      throws Exception {
    together(
        "readAtAll",
        file,
        () ->
            pmpi.fileReadAtAll(file, offset, buf, direct, bufOffset, count, type, baseType, status),
        () -> pmpi.fileReadAt(file, offset, buf, direct, bufOffset, count, type, baseType, status));
  }

  /** {@code MPI_File_write_at_all}. */
  public void writeAtAll(
      long file,
      long offset,
      @Nullable Object buf,
      boolean direct,
      int bufOffset,
      int count,
      long type,
      int baseType,
      long[] status)
      throws Exception {
    together(
        "writeAtAll",
        file,
        () ->
            pmpi.fileWriteAtAll(
                file, offset, buf, direct, bufOffset, count, type, baseType, status),
        () ->
            pmpi.fileWriteAt(file, offset, buf, direct, bufOffset, count, type, baseType, status));
  }

  /** {@code MPI_File_read_all}. */
  public void readAll(
      long file,
      @Nullable Object buf,
      boolean direct,
      int bufOffset,
      int count,
      long type,
      int baseType,
      long[] status)
      throws Exception {
    together(
        "readAll",
        file,
        () -> pmpi.fileReadAll(file, buf, direct, bufOffset, count, type, baseType, status),
        () -> pmpi.fileRead(file, buf, direct, bufOffset, count, type, baseType, status));
  }

  /** {@code MPI_File_write_all}. */
  public void writeAll(
      long file,
      @Nullable Object buf,
      boolean direct,
      int bufOffset,
      int count,
      long type,
      int baseType,
      long[] status)
      throws Exception {
    together(
        "writeAll",
        file,
        () -> pmpi.fileWriteAll(file, buf, direct, bufOffset, count, type, baseType, status),
        () -> pmpi.fileWrite(file, buf, direct, bufOffset, count, type, baseType, status));
  }

  /** {@code MPI_File_iread_at_all}: waits for nobody. */
  public long iReadAtAll(long file, long offset, Buffer buf, int count, long type)
      throws Exception {
    return asked("iReadAtAll", file, () -> pmpi.fileIReadAtAll(file, offset, buf, count, type));
  }

  /** {@code MPI_File_iwrite_at_all}: waits for nobody. */
  public long iWriteAtAll(long file, long offset, Buffer buf, int count, long type)
      throws Exception {
    return asked("iWriteAtAll", file, () -> pmpi.fileIWriteAtAll(file, offset, buf, count, type));
  }

  /** {@code MPI_File_iread_all}: waits for nobody. */
  public long iReadAll(long file, Buffer buf, int count, long type) throws Exception {
    return asked("iReadAll", file, () -> pmpi.fileIReadAll(file, buf, count, type));
  }

  /** {@code MPI_File_iwrite_all}: waits for nobody. */
  public long iWriteAll(long file, Buffer buf, int count, long type) throws Exception {
    return asked("iWriteAll", file, () -> pmpi.fileIWriteAll(file, buf, count, type));
  }

  /** {@code MPI_File_read_at_all_begin}: waits for nobody. */
  public void readAtAllBegin(long file, long offset, Object buf, int count, long type)
      throws Exception {
    alone("readAtAllBegin", file, () -> pmpi.fileReadAtAllBegin(file, offset, buf, count, type));
  }

  /** {@code MPI_File_read_at_all_end}. */
  public void readAtAllEnd(long file, Object buf, long[] status) throws Exception {
    alone("readAtAllEnd", file, () -> pmpi.fileReadAtAllEnd(file, buf, status));
  }

  /** {@code MPI_File_write_at_all_begin}: waits for nobody. */
  public void writeAtAllBegin(long file, long offset, Object buf, int count, long type)
      throws Exception {
    alone("writeAtAllBegin", file, () -> pmpi.fileWriteAtAllBegin(file, offset, buf, count, type));
  }

  /** {@code MPI_File_write_at_all_end}. */
  public void writeAtAllEnd(long file, Object buf, long[] status) throws Exception {
    alone("writeAtAllEnd", file, () -> pmpi.fileWriteAtAllEnd(file, buf, status));
  }

  /** {@code MPI_File_read_all_begin}: waits for nobody. */
  public void readAllBegin(long file, Object buf, int count, long type) throws Exception {
    alone("readAllBegin", file, () -> pmpi.fileReadAllBegin(file, buf, count, type));
  }

  /** {@code MPI_File_read_all_end}. */
  public void readAllEnd(long file, Object buf, long[] status) throws Exception {
    alone("readAllEnd", file, () -> pmpi.fileReadAllEnd(file, buf, status));
  }

  /** {@code MPI_File_write_all_begin}: waits for nobody. */
  public void writeAllBegin(long file, Object buf, int count, long type) throws Exception {
    alone("writeAllBegin", file, () -> pmpi.fileWriteAllBegin(file, buf, count, type));
  }

  /** {@code MPI_File_write_all_end}. */
  public void writeAllEnd(long file, Object buf, long[] status) throws Exception {
    alone("writeAllEnd", file, () -> pmpi.fileWriteAllEnd(file, buf, status));
  }

  // ------------------------------------------------------------------ asking

  /** {@code MPI_File_get_size}. */
  public long getSize(long file) throws Exception {
    return asked("getSize", file, () -> pmpi.fileGetSize(file));
  }

  /** {@code MPI_File_get_info}. */
  public long getInfo(long file) throws Exception {
    return asked("getInfo", file, () -> pmpi.fileGetInfo(file));
  }

  /** {@code MPI_File_get_position}. */
  public long getPosition(long file) throws Exception {
    return asked("getPosition", file, () -> pmpi.fileGetPosition(file));
  }

  /** {@code MPI_File_get_byte_offset}. */
  public long getByteOffset(long file, long offset) throws Exception {
    return asked("getByteOffset", file, () -> pmpi.fileGetByteOffset(file, offset));
  }

  /** {@code MPI_File_seek}. */
  public void seek(long file, long offset, int whence) throws Exception {
    alone("seek", file, () -> pmpi.fileSeek(file, offset, whence));
  }

  /** {@code MPI_File_get_group}: the dead are in it. */
  public long getGroup(long file) throws Exception {
    OpenFile open = find(file);
    return open == null
        ? pmpi.fileGetGroup(file)
        : context.world().newGroup(open.members().comm().members());
  }

  /** {@code MPI_File_get_amode}: as the program has given it. */
  public int getAMode(long file) throws Exception {
    OpenFile open = find(file);
    return open == null ? pmpi.fileGetAMode(file) : open.mode();
  }

  /** {@code MPI_File_get_atomicity}. */
  public boolean getAtomicity(long file) throws Exception {
    try {
      return pmpi.fileGetAtomicity(file);
    } catch (Exception e) {
      throw raise("getAtomicity", file, e);
    }
  }

  /** {@code MPI_File_get_type_extent}. */
  public int getTypeExtent(long file, long type) throws Exception {
    try {
      return pmpi.fileGetTypeExtent(file, type);
    } catch (Exception e) {
      throw raise("getTypeExtent", file, e);
    }
  }

  // ------------------------------------------------------------------ errors

  /** {@code MPI_File_set_errhandler}: what the program sets is kept; MPI itself always returns. */
  public void setErrhandler(long file, long errhandler) throws Exception {
    OpenFile open = find(file);
    if (open == null) {
      pmpi.fileSetErrhandler(file, errhandler);
    } else {
      open.setErrorHandler(errhandler);
    }
  }

  /** {@code MPI_File_get_errhandler}. */
  public long getErrhandler(long file) throws Exception {
    OpenFile open = find(file);
    return open == null ? pmpi.fileGetErrhandler(file) : open.errorHandler();
  }

  /** {@code MPI_File_mpierrhandler}. */
  public void callErrhandler(long file, int errorCode) throws Exception {
    OpenFile open = find(file);
    if (open == null || open.returnsErrors()) {
      pmpi.fileCallErrhandler(file, errorCode);
    } else {
      throw context
          .policies()
          .fatal(
              "MPI_File_call_errhandler",
              "file " + open.name(),
              errorCode,
              context.binding().errorText(errorCode));
    }
  }

  // ------------------------------------------------------------------ the shared pointer

  /** {@code MPI_File_read_shared}. */
  public void readShared(
      long file,
      @Nullable Object buf,
      boolean direct,
      int bufOffset,
      int count,
      long type,
      int baseType,
      long[] status)
      throws Exception {
    OpenFile open = find(file);
    alone(
        "readShared",
        file,
        () -> {
          if (open == null) {
            pmpi.fileReadShared(file, buf, direct, bufOffset, count, type, baseType, status);
          } else {
            pmpi.fileReadAt(
                file,
                shared.next(open, count, type),
                buf,
                direct,
                bufOffset,
                count,
                type,
                baseType,
                status);
          }
        });
  }

  /** {@code MPI_File_iread_shared}. */
  public long iReadShared(long file, Buffer buf, int count, long type) throws Exception {
    OpenFile open = find(file);
    return asked(
        "iReadShared",
        file,
        () ->
            open == null
                ? pmpi.fileIReadShared(file, buf, count, type)
                : pmpi.fileIReadAt(file, shared.next(open, count, type), buf, count, type));
  }

  /** {@code MPI_File_read_ordered}. */
  public void readOrdered(
      long file,
      @Nullable Object buf,
      boolean direct,
      int bufOffset,
      int count,
      long type,
      int baseType,
      long[] status)
      throws Exception {
    OpenFile open = find(file);
    alone(
        "readOrdered",
        file,
        () -> {
          if (open == null) {
            pmpi.fileReadOrdered(file, buf, direct, bufOffset, count, type, baseType, status);
          } else {
            pmpi.fileReadAt(
                file,
                shared.nextInOrder(open, count, type),
                buf,
                direct,
                bufOffset,
                count,
                type,
                baseType,
                status);
          }
        });
  }

  /** {@code MPI_File_read_ordered_begin}. */
  public void readOrderedBegin(long file, Object buf, int count, long type) throws Exception {
    OpenFile open = find(file);
    alone(
        "readOrderedBegin",
        file,
        () -> {
          if (open == null) {
            pmpi.fileReadOrderedBegin(file, buf, count, type);
          } else {
            pmpi.fileReadAtAllBegin(file, shared.nextInOrder(open, count, type), buf, count, type);
          }
        });
  }

  /** {@code MPI_File_read_ordered_end}. */
  public void readOrderedEnd(long file, Object buf, long[] status) throws Exception {
    OpenFile open = find(file);
    alone(
        "readOrderedEnd",
        file,
        () -> {
          if (open == null) {
            pmpi.fileReadOrderedEnd(file, buf, status);
          } else {
            pmpi.fileReadAtAllEnd(file, buf, status);
          }
        });
  }

  /** {@code MPI_File_write_shared}. */
  public void writeShared(
      long file,
      @Nullable Object buf,
      boolean direct,
      int bufOffset,
      int count,
      long type,
      int baseType,
      long[] status)
      throws Exception {
    OpenFile open = find(file);
    alone(
        "writeShared",
        file,
        () -> {
          if (open == null) {
            pmpi.fileWriteShared(file, buf, direct, bufOffset, count, type, baseType, status);
          } else {
            pmpi.fileWriteAt(
                file,
                shared.next(open, count, type),
                buf,
                direct,
                bufOffset,
                count,
                type,
                baseType,
                status);
          }
        });
  }

  /** {@code MPI_File_iwrite_shared}. */
  public long iWriteShared(long file, Buffer buf, int count, long type) throws Exception {
    OpenFile open = find(file);
    return asked(
        "iWriteShared",
        file,
        () ->
            open == null
                ? pmpi.fileIWriteShared(file, buf, count, type)
                : pmpi.fileIWriteAt(file, shared.next(open, count, type), buf, count, type));
  }

  /** {@code MPI_File_write_ordered}. */
  public void writeOrdered(
      long file,
      @Nullable Object buf,
      boolean direct,
      int bufOffset,
      int count,
      long type,
      int baseType,
      long[] status)
      throws Exception {
    OpenFile open = find(file);
    alone(
        "writeOrdered",
        file,
        () -> {
          if (open == null) {
            pmpi.fileWriteOrdered(file, buf, direct, bufOffset, count, type, baseType, status);
          } else {
            pmpi.fileWriteAt(
                file,
                shared.nextInOrder(open, count, type),
                buf,
                direct,
                bufOffset,
                count,
                type,
                baseType,
                status);
          }
        });
  }

  /** {@code MPI_File_write_ordered_begin}. */
  public void writeOrderedBegin(long file, Object buf, int count, long type) throws Exception {
    OpenFile open = find(file);
    alone(
        "writeOrderedBegin",
        file,
        () -> {
          if (open == null) {
            pmpi.fileWriteOrderedBegin(file, buf, count, type);
          } else {
            pmpi.fileWriteAtAllBegin(file, shared.nextInOrder(open, count, type), buf, count, type);
          }
        });
  }

  /** {@code MPI_File_write_ordered_end}. */
  public void writeOrderedEnd(long file, Object buf, long[] status) throws Exception {
    OpenFile open = find(file);
    alone(
        "writeOrderedEnd",
        file,
        () -> {
          if (open == null) {
            pmpi.fileWriteOrderedEnd(file, buf, status);
          } else {
            pmpi.fileWriteAtAllEnd(file, buf, status);
          }
        });
  }

  /** {@code MPI_File_seek_shared}. */
  public void seekShared(long file, long offset, int whence) throws Exception {
    OpenFile open = find(file);
    alone(
        "seekShared",
        file,
        () -> {
          if (open == null) {
            pmpi.fileSeekShared(file, offset, whence);
          } else {
            shared.seek(open, offset, whence);
          }
        });
  }

  /** {@code MPI_File_get_position_shared}. */
  public long getPositionShared(long file) throws Exception {
    OpenFile open = find(file);
    return asked(
        "getPositionShared",
        file,
        () -> open == null ? pmpi.fileGetPositionShared(file) : shared.position(open));
  }
}
