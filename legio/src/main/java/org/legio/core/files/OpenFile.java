package org.legio.core.files;

import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.legio.core.creation.PolicyInfo;
import org.legio.core.repair.Context;
import org.legio.core.repair.ErrorHandler;
import org.legio.ulfm.ports.FileCall;
import org.legio.ulfm.ports.FileTransfer;
import org.legio.ulfm.ports.FileTransfer.Form;
import org.legio.ulfm.ports.FileTransfer.Place;
import org.legio.ulfm.ports.MpiConstants;
import org.legio.ulfm.ports.Outcome;
import org.legio.ulfm.ports.Pmpi;
import org.legio.ulfm.ports.Serves;

/**
 * A file as the program knows it: opened by several members, though each has its own handle. Serves
 * all calls on it; each method has the parameters of the native whose name it bears, but for the
 * handle.
 */
public final class OpenFile {
  private final Context context;
  private final Pmpi pmpi;
  private final Files files;
  private final Identity identity;
  private final long handle;
  private final Members members;
  private final SharedPointer pointer;
  private final SharedAccess shared;
  private final ErrorHandler errorHandler;
  private final PolicyInfo policyInfo;
  private volatile int elementBytes = 1;

  /**
   * What a file is known by.
   *
   * @param handle this member's own handle, which nobody else is a member of
   * @param name its name, as the program has given it
   * @param mode as the program has given it
   */
  record Identity(long handle, String name, int mode) {}

  /** One call of MPI's. */
  @FunctionalInterface
  interface Call {
    void make() throws Exception;
  }

  /** One call of MPI's that returns something. */
  @FunctionalInterface
  interface Question<T> {
    T ask() throws Exception;
  }

  /**
   * Takes a file over.
   *
   * @param programsHandler the error handler that the program believes to be set; MPI itself
   *     returns its errors
   */
  OpenFile(
      Context context,
      Files files,
      Identity identity,
      Members members,
      SharedPointer pointer,
      long programsHandler) {
    this.context = context;
    this.pmpi = context.pmpi();
    this.files = files;
    this.identity = identity;
    this.handle = identity.handle();
    this.members = members;
    this.pointer = pointer;
    this.shared = new SharedAccess(context, this);
    this.policyInfo = new PolicyInfo(context);
    this.errorHandler = new ErrorHandler(context, () -> "file " + name(), programsHandler);
  }

  long handle() {
    return handle;
  }

  String name() {
    return identity.name();
  }

  Members members() {
    return members;
  }

  SharedPointer pointer() {
    return pointer;
  }

  /** The size of an elementary type of the view: the unit of positions. */
  int elementBytes() {
    return elementBytes;
  }

  // ------------------------------------------------------------------ ways to call

  /** Makes a call that concerns nobody else. */
  private void alone(String call, Call mpi) throws Exception {
    raise(call, caught(mpi));
  }

  private void raise(String call, @Nullable Throwable thrown) throws Exception {
    if (thrown instanceof Error error) {
      throw error;
    }
    if (thrown != null) {
      throw errorHandler.raise(call, (Exception) thrown);
    }
  }

  /** Makes a call that returns something; raises what it throws. */
  private <T> T asked(String call, Question<T> mpi) throws Exception {
    try {
      return mpi.ask();
    } catch (Exception e) {
      throw errorHandler.raise(call, e);
    }
  }

  /**
   * Makes a call that all members make, each for itself; then they synchronize. An argument that
   * MPI refuses concerns nobody else.
   */
  private void together(String call, Call mpi) throws Exception {
    Throwable thrown = caught(mpi);
    boolean isRefused =
        thrown instanceof Exception e && context.binding().outcome(e) == Outcome.ARGUMENT;
    if (!isRefused) {
      members.synchronize();
    }
    raise(call, thrown);
  }

  private static @Nullable Throwable caught(Call mpi) {
    try {
      mpi.make();
      return null;
    } catch (Exception | Error e) {
      return e;
    }
  }

  // ------------------------------------------------------------------ reading, writing

  /** A call to be filled in, and then run or started. Threads may have one each. */
  public FileCall call(FileTransfer operation) {
    return new FileCall().of(operation);
  }

  /**
   * Reads or writes. With one member, MPI's collective calls only add copies to what its individual
   * ones do, so these are made in their place; two calls that belong together stay what they are.
   */
  public void run(FileCall call) throws Exception {
    FileTransfer asked = call.operation();
    if (asked.place() == Place.SHARED) {
      alone(asked.call(), () -> transfer(placed(call)));
    } else if (asked.form() == Form.TOGETHER) {
      call.of(asked.as(asked.place(), Form.ALONE));
      together(asked.call(), () -> transfer(call));
    } else {
      alone(asked.call(), () -> transfer(call));
    }
  }

  private void transfer(FileCall call) throws Exception {
    requireRoom(call);
    pmpi.fileTransfer(handle, call);
  }

  private boolean hasRoom(FileCall call) {
    try {
      requireRoom(call);
      return true;
    } catch (ArrayIndexOutOfBoundsException e) {
      return false;
    }
  }

  private void requireRoom(FileCall call) {
    if (call.operation().form() != Form.END) { // which names a buffer alone
      context.bufferCheck().require(call.data());
    }
  }

  /**
   * Begins to read or to write; waits for nobody.
   *
   * @return the request
   */
  public long start(FileCall call) throws Exception {
    FileTransfer asked = call.operation();
    return asked(
        asked.nonBlockingCall(),
        () -> {
          requireRoom(call);
          return pmpi.startFileTransfer(
              handle, asked.place() == Place.SHARED ? placed(call) : call);
        });
  }

  /** A call by the shared pointer becomes one at a place. */
  private FileCall placed(FileCall call) throws Exception {
    int count = hasRoom(call) ? call.data().count() : 0;
    long type = call.data().type();
    Place given = Place.GIVEN;
    FileTransfer asked = call.operation();
    return switch (asked.form()) {
      case ALONE -> {
        requireRoom(call); // before the pointer moves
        yield call.of(asked.as(given, Form.ALONE)).position(shared.next(count, type));
      }
      case TOGETHER ->
          call.of(asked.as(given, Form.ALONE)).position(shared.nextInOrder(count, type));
      case BEGIN -> call.of(asked.as(given, Form.BEGIN)).position(shared.nextInOrder(count, type));
      case END -> call.of(asked.as(given, Form.END));
    };
  }

  // ------------------------------------------------------------------ what all do to the file

  /** {@code MPI_File_close}: when all have closed it, one removes what is to be removed. */
  @Serves("mpi.File.close")
  public long close() throws Exception {
    files.forget(this);
    long[] left = {0};
    Throwable thrown = caught(() -> left[0] = pmpi.fileClose(handle));
    pointer.close();
    Notice removed = members.once(again -> remove());
    files.freeCommunicator(this);
    raise("close", thrown);
    if (removed.isError()) {
      throw errorHandler.raise("close", Errors.ofRemoval(context, this, removed));
    }
    return left[0];
  }

  private long remove() throws Exception {
    pointer.delete();
    if ((identity.mode() & MpiConstants.MODE_DELETE_ON_CLOSE) != 0) {
      Path file = Path.of(name());
      context.effects().count(number -> java.nio.file.Files.deleteIfExists(file) ? 1 : 0);
    }
    return 0;
  }

  /** {@code MPI_File_set_size}: nobody leaves before it has been set. */
  @Serves("mpi.File.setSize")
  public void setSize(long size) throws Exception {
    byOne("setSize", size, () -> pmpi.fileSetSize(handle, size));
  }

  /** {@code MPI_File_preallocate}. */
  @Serves("mpi.File.preallocate")
  public void preallocate(long size) throws Exception {
    byOne("preallocate", size, () -> pmpi.filePreallocate(handle, size));
  }

  /** Has one member do something to the file itself. */
  private void byOne(String call, long argument, Call mpi) throws Exception {
    same(call, argument);
    Notice done =
        members.once(
            again -> {
              mpi.make();
              return 0;
            });
    if (done.isError()) {
      throw errorHandler.raise(call, context.binding().newException(done.errorCode(), done.text()));
    }
  }

  /** Checks that all members have given the same argument; throws at all of them otherwise. */
  private void same(String call, long argument) throws Exception {
    @Nullable Notice[] all = members.exchange(Notice.of(argument));
    Notice first = Objects.requireNonNull(all[Members.lowest(all)]);
    for (Notice each : all) {
      if (each != null && each.value() != first.value()) {
        throw errorHandler.raise(call, Errors.other(context)); // at all: nobody continues alone
      }
    }
  }

  /** {@code MPI_File_set_atomicity}. */
  @Serves("mpi.File.setAtomicity")
  public void setAtomicity(boolean atomic) throws Exception {
    same("setAtomicity", atomic ? 1 : 0);
    alone("setAtomicity", () -> pmpi.fileSetAtomicity(handle, atomic));
  }

  /** {@code MPI_File_sync}. */
  @Serves("mpi.File.sync")
  public void sync() throws Exception {
    together("sync", () -> pmpi.fileSync(handle));
  }

  /** {@code MPI_File_set_info}. */
  @Serves("mpi.File.setInfo")
  public void setInfo(long info) throws Exception {
    together(
        "setInfo",
        () -> {
          policyInfo.requireNone(info);
          pmpi.fileSetInfo(handle, info);
        });
  }

  /** {@code MPI_File_set_view}: when all members have set theirs, all pointers are at 0. */
  @Serves("mpi.File.setView")
  public void setView(
      long displacement, long elementType, long fileType, String representation, long info)
      throws Exception {
    Throwable thrown =
        caught(
            () -> {
              policyInfo.requireNone(info);
              pmpi.fileSetView(handle, displacement, elementType, fileType, representation, info);
            });
    Notice own = thrown == null ? Notice.of(0) : members.failed(thrown);
    if (Members.firstError(members.exchange(own)) == null) {
      elementBytes = Math.max(pmpi.typeSize(elementType), 1);
      pointer.settle(0);
    }
    raise("setView", thrown);
  }

  // ------------------------------------------------------------------ pointers

  /** {@code MPI_File_seek}. */
  @Serves("mpi.File.seek")
  public void seek(long offset, int whence) throws Exception {
    alone("seek", () -> pmpi.fileSeek(handle, offset, whence));
  }

  /** {@code MPI_File_get_position}. */
  @Serves("mpi.File.getPosition")
  public long getPosition() throws Exception {
    return asked("getPosition", () -> pmpi.fileGetPosition(handle));
  }

  /** {@code MPI_File_get_byte_offset}. */
  @Serves("mpi.File.getByteOffset")
  public long getByteOffset(long offset) throws Exception {
    return asked("getByteOffset", () -> pmpi.fileGetByteOffset(handle, offset));
  }

  /** {@code MPI_File_seek_shared}. */
  @Serves("mpi.File.seekShared")
  public void seekShared(long offset, int whence) throws Exception {
    alone("seekShared", () -> shared.seek(offset, whence));
  }

  /** {@code MPI_File_get_position_shared}. */
  @Serves("mpi.File.getPositionShared")
  public long getPositionShared() throws Exception {
    return asked("getPositionShared", shared::position);
  }

  // ------------------------------------------------------------------ asking

  /** {@code MPI_File_get_size}. */
  @Serves("mpi.File.getSize")
  public long getSize() throws Exception {
    return asked("getSize", () -> pmpi.fileGetSize(handle));
  }

  /** {@code MPI_File_get_info}. */
  @Serves("mpi.File.getInfo")
  public long getInfo() throws Exception {
    return asked("getInfo", () -> pmpi.fileGetInfo(handle));
  }

  /** {@code MPI_File_get_group}: the dead are in it. */
  @Serves("mpi.File.getGroup")
  public long getGroup() throws Exception {
    return context.world().newGroup(members.comm().members());
  }

  /** {@code MPI_File_get_amode}: as the program has given it. */
  @Serves("mpi.File.getAMode")
  public int getAMode() {
    return identity.mode();
  }

  /** {@code MPI_File_get_atomicity}. */
  @Serves("mpi.File.getAtomicity")
  public boolean getAtomicity() throws Exception {
    return asked("getAtomicity", () -> pmpi.fileGetAtomicity(handle));
  }

  /** {@code MPI_File_get_type_extent}. */
  @Serves("mpi.File.getTypeExtent")
  public int getTypeExtent(long type) throws Exception {
    return asked("getTypeExtent", () -> pmpi.fileGetTypeExtent(handle, type));
  }

  // ------------------------------------------------------------------ errors

  /** {@code MPI_File_set_errhandler}: what the program sets is kept; MPI itself always returns. */
  @Serves("mpi.File.setErrhandler")
  public void setErrhandler(long errhandler) {
    errorHandler.set(errhandler);
  }

  /** {@code MPI_File_get_errhandler}. */
  @Serves("mpi.File.getErrhandler")
  public long getErrhandler() {
    return errorHandler.handle();
  }

  /** {@code MPI_File_mpierrhandler}. */
  @Serves("mpi.File.callErrhandler")
  public void callErrhandler(int errorCode) throws Exception {
    if (!errorHandler.returns()) {
      throw errorHandler.call("MPI_File_call_errhandler", "file " + name(), errorCode);
    }
    pmpi.fileCallErrhandler(handle, errorCode);
  }
}
