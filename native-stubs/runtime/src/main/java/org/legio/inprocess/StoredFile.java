package org.legio.inprocess;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/** An open file as one rank has opened it; its shared pointer belongs to all that have. */
final class StoredFile {
  private final String name;
  private final int mode;
  private final FileChannel channel;
  private final SharedPositions positions;
  private final int place;

  /**
   * Begins with an open channel.
   *
   * @param place of its shared pointer
   */
  StoredFile(String name, int mode, FileChannel channel, SharedPositions positions, int place) {
    this.name = name;
    this.mode = mode;
    this.channel = channel;
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

  /** The first position of file pointers, in bytes. */
  long start() throws IOException {
    return (mode & FileSystem.APPEND) == 0 ? 0 : channel.size();
  }

  /** The shared pointer, in bytes of the view. */
  long sharedPosition() {
    return positions.get(place);
  }

  void setSharedPosition(long position) {
    positions.set(place, position);
  }

  /** Moves the shared pointer on, and returns where it was. */
  long moveSharedPosition(long bytes) {
    return positions.getAndAdd(place, bytes);
  }

  void close() throws IOException {
    channel.close();
  }

  /** Does what is left to do when all ranks have closed the file; one of them does it. */
  void closeForAll(FileSystem files) throws IOException {
    positions.free(place);
    if ((mode & FileSystem.DELETE_ON_CLOSE) != 0) {
      files.delete(name);
    }
  }

  FileChannel channel() {
    return channel;
  }

  /** Sets the size of the file, in bytes. */
  void resize(long size) throws IOException {
    channel.truncate(size);
    extend(size);
  }

  /** Makes the file at least so many bytes long. */
  void extend(long size) throws IOException {
    if (channel.size() < size) {
      channel.write(ByteBuffer.allocate(1), size - 1);
    }
  }
}
