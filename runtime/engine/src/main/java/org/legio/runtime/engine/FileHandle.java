package org.legio.runtime.engine;

import java.io.IOException;

/** A file as one rank has opened it. Positions are in bytes of its view. */
final class FileHandle {
  /** The value of {@link #begun} while no collective access in two parts is under way. */
  static final int NOT_BEGUN = -1;

  private final Comm comm;
  private final StoredFile stored;

  FileView view = FileView.WHOLE;
  long position;
  boolean isAtomic;

  /** The number of bytes that the first part of a collective access has moved. */
  int begun = NOT_BEGUN;

  /**
   * Makes one rank's view of an open file.
   *
   * @param comm a communicator of the file's own, of all ranks that have opened it; its error
   *     handler is the file's
   * @param start the first position of its file pointer
   */
  FileHandle(Comm comm, StoredFile stored, long start) {
    this.comm = comm;
    this.stored = stored;
    this.position = start;
  }

  Comm comm() {
    return comm;
  }

  StoredFile stored() {
    return stored;
  }

  String name() {
    return stored.name();
  }

  /** Converts a position from elements of the view to bytes. */
  long bytes(long elements) {
    return elements * view.element().size();
  }

  long elements(long bytes) {
    return bytes / view.element().size();
  }

  /** Reads up to the end of the file; returns the number of bytes read. */
  int read(long first, byte[] into) throws IOException {
    return stored.bytes().read(view, first, into);
  }

  /** Writes a part of some data. */
  void write(long first, byte[] data, int begin, int end) throws IOException {
    stored.bytes().write(view, first + begin, data, begin, end);
  }
}
