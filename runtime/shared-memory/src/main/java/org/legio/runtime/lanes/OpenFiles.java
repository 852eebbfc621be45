package org.legio.runtime.lanes;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The files of shared memory that this process has open.
 *
 * <p>The kernel gives up all locks of a process on a file when the process closes any channel on
 * it, so a file must not be opened twice. And a channel that nobody refers to is closed by the
 * garbage collector, so the open ones are kept here.
 */
final class OpenFiles {
  /** Held while a file is made, opened or swept: these must not come between each other. */
  static final Object GUARD = new Object();

  private static final Map<Object, FileChannel> OPEN = new ConcurrentHashMap<>();

  private OpenFiles() {}

  /** The identity of the file that a name leads to now: its device and its number there. */
  static Object keyOf(Path path) throws IOException {
    return keyOf(path, LinkOption.NOFOLLOW_LINKS);
  }

  /** The identity of the file that a path leads to now, with or without links followed. */
  static Object keyOf(Path path, LinkOption... links) throws IOException {
    Object key = Files.readAttributes(path, BasicFileAttributes.class, links).fileKey();
    if (key == null) {
      throw new IOException(path + " is in a file system that does not number its files");
    }
    return key;
  }

  static boolean contains(Object key) {
    return OPEN.containsKey(key);
  }

  static void add(Object key, FileChannel channel) {
    OPEN.put(key, channel);
  }

  /**
   * One open file.
   *
   * @param key its identity
   * @param channel that it is open by
   */
  record Entry(Object key, FileChannel channel) implements AutoCloseable {
    @Override
    public void close() throws IOException {
      channel.close();
      OPEN.remove(key);
    }
  }
}
