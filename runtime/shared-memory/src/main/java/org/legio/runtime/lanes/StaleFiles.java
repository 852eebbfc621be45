package org.legio.runtime.lanes;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds and removes files of shared memory whose makers died before they were unlinked.
 *
 * <ol>
 *   <li>Only files of this user with a segment's name are looked at, and none that this process has
 *       open.
 *   <li>Note which file the name leads to; open it; try to lock the maker's byte. If that is held,
 *       the maker lives.
 *   <li>If the name still leads to the same file, remove it, while the lock is held.
 * </ol>
 *
 * <p>A maker that has created its file and not locked it yet loses the file, notices it once it has
 * the lock, and makes the file again: no clock is asked how old a file is. Two sweeps cannot remove
 * a newer file of the same name, since each removes only what it has locked.
 */
public final class StaleFiles {
  private StaleFiles() {}

  /**
   * Removes stale files.
   *
   * @param folder where they may be
   * @return those that were removed
   */
  public static List<Path> sweep(Path folder) throws IOException {
    synchronized (OpenFiles.GUARD) {
      return sweepAlone(folder);
    }
  }

  private static List<Path> sweepAlone(Path folder) throws IOException {
    List<Path> removed = new ArrayList<>();
    long user = SegmentName.ownUserId();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, SegmentName::isOne)) {
      for (Path file : files) {
        if (removeIfStale(file, user)) {
          removed.add(file);
        }
      }
    }
    return removed;
  }

  private static boolean removeIfStale(Path file, long user) throws IOException {
    try {
      boolean own =
          SegmentName.ownerOf(file) == user && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS);
      Object key = OpenFiles.keyOf(file);
      return own && !OpenFiles.contains(key) && removeIfLockIsFree(file, key);
    } catch (NoSuchFileException e) {
      // Its job has unlinked it since the folder was read: that is what a sweep wants.
      return false;
    }
  }

  private static boolean removeIfLockIsFree(Path file, Object key) throws IOException {
    try (FileChannel channel =
            FileChannel.open(file, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
        FileLock lock = channel.tryLock(SharedMemory.MAKERS_BYTE, 1, false)) {
      return lock != null && key.equals(OpenFiles.keyOf(file)) && Files.deleteIfExists(file);
    }
  }
}
