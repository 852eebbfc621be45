package org.legio.runtime.lanes;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * Makes the file of a shared memory.
 *
 * <ol>
 *   <li>Create it exclusively, with mode 0600.
 *   <li>Lock its first byte. A sweep that came between has removed the file, and holds that lock
 *       until it has: so if the name leads nowhere now, begin again.
 *   <li>If it is to be nameless, remove its name, where others can open it without.
 *   <li>Write zeros over all of it, since a file with holes in a full folder would be a SIGBUS
 *       later.
 *   <li>Write the header, its magic number last, and map it.
 *   <li>If anything fails, remove the file.
 * </ol>
 */
class SegmentMaker {
  static final Set<PosixFilePermission> OWNER_ONLY =
      Set.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);

  private static final int CHUNK_BYTES = 1 << 16;

  private final SegmentName name;
  private final Path path;
  private final int members;
  private final int bytes;
  private boolean isNameless;

  SegmentMaker(SegmentName name, int members, int bytes) {
    if (members < 1 || bytes < 1 || bytes > Integer.MAX_VALUE - SharedMemory.HEADER_BYTES) {
      throw new IllegalArgumentException(
          "members=%d, bytes=%d: take at least 1 of both, and at most %d bytes"
              .formatted(members, bytes, Integer.MAX_VALUE - SharedMemory.HEADER_BYTES));
    }
    this.name = name;
    this.path = name.path();
    this.members = members;
    this.bytes = bytes;
  }

  /** Makes the file without a name, if the system lets others open it by its maker's number. */
  final SegmentMaker nameless() {
    isNameless = true;
    return this;
  }

  final SharedMemory make() throws IOException {
    synchronized (OpenFiles.GUARD) {
      return makeAlone();
    }
  }

  private SharedMemory makeAlone() throws IOException {
    while (true) {
      FileChannel channel = create();
      boolean made = false;
      try {
        ProcessLocks.take(channel, SharedMemory.MAKERS_BYTE);
        if (Files.notExists(path, LinkOption.NOFOLLOW_LINKS)) {
          continue;
        }
        Object key = OpenFiles.keyOf(path);
        Path place = isNameless ? withoutName(key) : path;
        fill(channel);
        SharedMemory memory =
            new SharedMemory(name, members, new OpenFiles.Entry(key, channel), bytes, place);
        OpenFiles.add(key, channel);
        made = true;
        return memory;
      } finally {
        if (!made) {
          Files.deleteIfExists(path);
          channel.close();
        }
      }
    }
  }

  /** A test comes between this and the next step. */
  FileChannel create() throws IOException {
    try {
      return FileChannel.open(
          path,
          Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE),
          PosixFilePermissions.asFileAttribute(OWNER_ONLY));
    } catch (FileAlreadyExistsException e) {
      throw new IOException(
          path + " is there already, and nobody but its maker may make it: take a new name", e);
    }
  }

  /** Removes the name if the file has another way to it; returns what others can open it by. */
  private Path withoutName(Object key) throws IOException {
    Path place = ProcessFiles.placeOf(key).orElse(path);
    if (!place.equals(path)) {
      Files.deleteIfExists(path);
    }
    return place;
  }

  private void fill(FileChannel channel) throws IOException {
    long wanted = (long) SharedMemory.HEADER_BYTES + bytes;
    ByteBuffer zeros = ByteBuffer.allocateDirect(CHUNK_BYTES);
    long written = 0;
    try {
      while (written < wanted) {
        zeros.clear().limit((int) Math.min(CHUNK_BYTES, wanted - written));
        written += channel.write(zeros, written);
      }
    } catch (IOException e) {
      throw new IOException(
          "%s: %d bytes are wanted, and %d could be written: make the folder larger (for a container --shm-size), take another folder, or take fewer or smaller boards"
              .formatted(path, wanted, written),
          e);
    }
    writeHeader(channel);
  }

  private void writeHeader(FileChannel channel) throws IOException {
    ByteBuffer header = ByteBuffer.allocate(SharedMemory.HEADER_BYTES);
    header.order(ByteOrder.nativeOrder());
    header.putLong(SharedMemory.BYTES, bytes);
    header.putLong(SharedMemory.NONCE_HIGH, name.nonceHigh());
    header.putLong(SharedMemory.NONCE_LOW, name.nonceLow());
    header.putInt(SharedMemory.MEMBERS, members);
    write(channel, header.position(Long.BYTES), Long.BYTES);
    header.putLong(0, SharedMemory.MAGIC_AND_VERSION);
    write(channel, header.position(0).limit(Long.BYTES), 0);
  }

  private static void write(FileChannel channel, ByteBuffer part, long place) throws IOException {
    long next = place;
    while (part.hasRemaining()) {
      next += channel.write(part, next);
    }
  }
}
