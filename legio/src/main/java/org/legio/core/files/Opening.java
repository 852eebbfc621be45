package org.legio.core.files;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.legio.core.creation.PolicyInfo;
import org.legio.core.repair.Context;
import org.legio.ulfm.ports.MpiConstants;
import org.legio.ulfm.ports.Pmpi;

/**
 * The opening of a file by several members, each for itself, at all of them or at none.
 *
 * <p>MPI standard 4.0, section 14.2.1.
 */
final class Opening {
  private static final int CREATE_ANEW = MpiConstants.MODE_CREATE | MpiConstants.MODE_EXCL;

  private final Context context;
  private final Pmpi pmpi;
  private final Members members;
  private final String name;
  private final int mode;
  private final int ownMode;
  private final long info;
  private final PolicyInfo policyInfo;

  private long handle;
  private @Nullable Exception thrown;

  /**
   * Prepares the opening.
   *
   * @param mode as the program has given it. Nobody's own handle deletes the file: it is deleted
   *     when all are closed
   */
  Opening(Context context, Members members, String name, int mode, long info) {
    this.context = context;
    this.pmpi = context.pmpi();
    this.members = members;
    this.name = name;
    this.mode = mode;
    this.ownMode = mode & ~MpiConstants.MODE_DELETE_ON_CLOSE;
    this.info = info;
    this.policyInfo = new PolicyInfo(context);
  }

  /**
   * Opens it. Collective over the members; throws the same error at all of them.
   *
   * @param files what forgets it when it is closed
   */
  OpenFile run(Files files) throws Exception {
    boolean anew = (mode & CREATE_ANEW) == CREATE_ANEW;
    if (anew) {
      createAnew();
    }
    if (handle == 0) {
      thrown = open(anew ? ownMode & ~CREATE_ANEW : ownMode);
    }
    @Nullable Notice[] all = members.exchange(thrown == null ? opened() : members.failed(thrown));
    Notice error = Members.firstError(all);
    if (error != null) {
      if (thrown == null) {
        pmpi.fileClose(handle);
      }
      throw exception(error);
    }
    return taken(files, Objects.requireNonNull(all[Members.lowest(all)]));
  }

  /**
   * The lowest member makes the file, which must not be there. If one has died that may have made
   * it, another takes it as it is, provided that no member had seen it before.
   */
  private void createAnew() throws Exception {
    Path file = Path.of(name);
    @Nullable Notice[] seen = members.exchange(Notice.of(isThere(file)));
    boolean wasThere = Arrays.stream(seen).anyMatch(s -> s != null && s.value() != 0);
    Notice made =
        members.once(
            again -> {
              thrown = open(again && !wasThere ? ownMode & ~MpiConstants.MODE_EXCL : ownMode);
              if (thrown != null) {
                throw thrown;
              }
              return 0;
            });
    if (made.isError()) {
      throw exception(made);
    }
  }

  private long isThere(Path file) throws IOException {
    return context.effects().count(number -> java.nio.file.Files.exists(file) ? 1 : 0);
  }

  private @Nullable Exception open(int modeToUse) {
    try {
      policyInfo.requireNone(info);
      handle = pmpi.fileOpen(context.binding().commSelf(), name, modeToUse, info);
      return null;
    } catch (Exception e) {
      return e;
    }
  }

  /** What a member that has the file open tells: where to append, and a place for the pointer. */
  private Notice opened() throws Exception {
    boolean appends = (mode & MpiConstants.MODE_APPEND) != 0;
    return new Notice(
        0, appends ? pmpi.fileGetSize(handle) : 0, context.effects().text(number -> keeper()));
  }

  /**
   * A hidden file that no other open file has: beside the file, or in this host's folder for what
   * is temporary if that cannot be and all ranks are here.
   */
  private String keeper() {
    String hidden = ".legio-%d-%x".formatted(ProcessHandle.current().pid(), System.nanoTime());
    boolean isBeside = !context.host().isEmpty() || java.nio.file.Files.isWritable(folder());
    return isBeside
        ? hidden
        : Path.of(System.getProperty("java.io.tmpdir", "/tmp"), hidden).toString();
  }

  private Path folder() {
    return Path.of(name).toAbsolutePath().resolveSibling(".");
  }

  private OpenFile taken(Files files, Notice lowest) throws Exception {
    long errorHandler = pmpi.fileGetErrhandler(handle);
    pmpi.fileSetErrhandler(handle, context.binding().errorsReturn());
    SharedPointer pointer =
        new SharedPointer(
            context.effects(),
            members.comm().rank(),
            folder().resolve(lowest.text()),
            lowest.value());
    OpenFile.Identity identity = new OpenFile.Identity(handle, name, mode);
    return new OpenFile(context, files, identity, members, pointer, errorHandler);
  }

  /** An error as this member throws it: its own exception, if it has one. */
  private Exception exception(Notice error) {
    return thrown != null
        ? thrown
        : context.binding().newException(error.errorCode(), error.text());
  }
}
