package org.legio.core.files;

import org.jspecify.annotations.Nullable;
import org.legio.core.communicator.Communicator;
import org.legio.core.communicator.HandleMap;
import org.legio.core.creation.CommunicatorMaker;
import org.legio.core.creation.Communicators;
import org.legio.core.creation.PolicyInfo;
import org.legio.core.repair.Context;
import org.legio.ulfm.ports.Pmpi;
import org.legio.ulfm.ports.Serves;

/**
 * Opens and deletes files, with the parameters of the natives, but for the communicator in place of
 * its handle, and finds those that are open.
 *
 * <p>The program's handle of a file is one that MPI has opened for this member alone, so that
 * nobody's death touches it and every call can be made on it. What MPI would do together, the
 * members agree on over a communicator of the file's own.
 */
public final class Files {
  private final Context context;
  private final Pmpi pmpi;
  private final CommunicatorMaker maker;
  private final Communicators ends;
  private final HandleMap<OpenFile> files = new HandleMap<>();

  /**
   * Makes the handler.
   *
   * @param ends what ends communicators
   */
  public Files(Context context, CommunicatorMaker maker, Communicators ends) {
    this.context = context;
    this.pmpi = context.pmpi();
    this.maker = maker;
    this.ends = ends;
  }

  /** The file behind a handle; null if it is not protected. */
  public @Nullable OpenFile find(long file) {
    return files.find(file);
  }

  /** {@code MPI_File_open}: at all living members or at none. */
  @Serves("mpi.File.open")
  public long open(Communicator comm, String name, int mode, long info) throws Exception {
    Communicator own = maker.duplicatePrivately("open", comm);
    try {
      OpenFile opened = new Opening(context, new Members(context, own), name, mode, info).run(this);
      files.put(opened.handle(), opened);
      return opened.handle();
    } catch (Exception e) {
      ends.freePrivate(own);
      throw e;
    }
  }

  /** {@code MPI_File_delete}. */
  @Serves("mpi.File.delete")
  public void delete(String name, long info) throws Exception {
    new PolicyInfo(context).requireNone(info);
    pmpi.fileDelete(name, info);
  }

  /** Its handle is no file's any more. */
  void forget(OpenFile closing) {
    files.remove(closing.handle(), closing);
  }

  /** Nobody needs its communicator any more. */
  void freeCommunicator(OpenFile closed) throws Exception {
    ends.freePrivate(closed.members().comm());
  }
}
