package org.legio.inprocess;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import org.jspecify.annotations.Nullable;

/** An open file, shared by all ranks that have opened it together. */
final class StoredFile {
  private final String name;
  private final int mode;
  private int users;
  private @Nullable FileChannel channel;
  private @Nullable IOException refusal;

  /** The shared pointer, in bytes of the view. */
  long sharedPosition;

  StoredFile(String name, int mode) {
    this.name = name;
    this.mode = mode;
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

  /**
   * Opens the file for one more rank. Only the first call opens it; the others get the same result.
   */
  void open(FileSystem files) throws IOException {
    if (users++ == 0) {
      try {
        channel = files.open(name, mode);
        sharedPosition = start();
      } catch (IOException e) {
        refusal = e;
      }
    }
    if (refusal != null) {
      throw refusal;
    }
  }

  /** The first position of file pointers, in bytes. */
  long start() throws IOException {
    return (mode & FileSystem.APPEND) == 0 ? 0 : channel().size();
  }

  /** Closes the file for one rank. Only the last call closes it. */
  void close(FileSystem files) throws IOException {
    if (--users == 0) {
      channel().close();
      if ((mode & FileSystem.DELETE_ON_CLOSE) != 0) {
        files.delete(name);
      }
    }
  }

  FileChannel channel() {
    if (channel == null) {
      throw new IllegalStateException(name + " is not open");
    }
    return channel;
  }

  /** Sets the size of the file, in bytes. */
  void resize(long size) throws IOException {
    channel().truncate(size);
    extend(size);
  }

  /** Makes the file at least so many bytes long. */
  void extend(long size) throws IOException {
    if (channel().size() < size) {
      channel().write(ByteBuffer.allocate(1), size - 1);
    }
  }
}
