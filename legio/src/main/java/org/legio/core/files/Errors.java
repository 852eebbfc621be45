package org.legio.core.files;

import java.io.IOException;
import org.legio.core.repair.Context;
import org.legio.ulfm.ports.MpiConstants;

/** The errors that MPI would report. */
final class Errors {
  private Errors() {}

  /** What Open MPI says when its files have no better word. */
  static Exception other(Context context) {
    return context
        .binding()
        .newException(MpiConstants.ERR_OTHER, "MPI_ERR_OTHER: known error not in list");
  }

  /** The hidden file of a shared pointer cannot be used. */
  static Exception ofPointer(Context context, OpenFile open, IOException cause) {
    Exception error =
        context
            .binding()
            .newException(
                MpiConstants.ERR_IO,
                "MPI_ERR_IO: legio: the shared file pointer of %s is kept in a hidden file that failed: %s; make the folder writable"
                    .formatted(open.name(), cause));
    error.initCause(cause);
    return error;
  }

  /** What is to be removed when a file is closed cannot be. */
  static Exception ofRemoval(Context context, OpenFile open, Notice failed) {
    return context
        .binding()
        .newException(
            MpiConstants.ERR_IO,
            "MPI_ERR_IO: legio: %s is closed, but it or the hidden file of its shared pointer could not be removed: %s; remove it by hand"
                .formatted(open.name(), failed.text()));
  }
}
