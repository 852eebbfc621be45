package org.legio.runtime.engine;

import java.io.IOException;
import java.nio.file.Path;
import org.legio.ulfm.ports.Effects;

/** An open file as one rank has opened it; its shared pointer belongs to all that have. */
final class StoredFile {
  private final String name;
  private final int mode;
  private final FileBytes bytes;
  private final SharedPositions positions;
  private final long place;

  /**
   * A file that has been opened.
   *
   * @param place of its shared pointer
   */
  StoredFile(String name, int mode, FileBytes bytes, SharedPositions positions, long place) {
    this.name = name;
    this.mode = mode;
    this.bytes = bytes;
    this.positions = positions;
    this.place = place;
  }

  String name() {
    return name;
  }

  int mode() {
    return mode;
  }

  boolean isReadOnly() {
    return (mode & FileSystem.READ_ONLY) != 0;
  }

  boolean isWriteOnly() {
    return (mode & FileSystem.WRITE_ONLY) != 0;
  }

  /** The shared pointer, in bytes of the view. */
  long sharedPosition() throws IOException {
    return positions.get(place);
  }

  void setSharedPosition(long position) throws IOException {
    positions.set(place, position);
  }

  /** Moves the shared pointer on, and returns where it was. */
  long moveSharedPosition(long bytes) throws IOException {
    return positions.getAndAdd(place, bytes);
  }

  void close() throws IOException {
    bytes.close();
  }

  /** Does what is left to do when all ranks have closed the file; one of them does it. */
  void closeForAll(Effects effects) throws IOException {
    positions.free(place);
    if ((mode & FileSystem.DELETE_ON_CLOSE) != 0) {
      effects.delete(Path.of(name));
    }
  }

  /** What is in it. */
  FileBytes bytes() {
    return bytes;
  }
}
