package org.legio.runtime.lanes;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashSet;
import java.util.Set;

/**
 * Opens the file of a shared memory, after it has looked whether it is the right one. Under its
 * name it must be a plain file. An open file of its maker's is a link; who may follow it is the
 * same user.
 */
final class SegmentOpener {
  private static final LinkOption[] NO_LINKS = {LinkOption.NOFOLLOW_LINKS};

  private final SegmentName name;
  private final Path path;
  private final LinkOption[] links;
  private final int members;
  private final int bytes;

  SegmentOpener(SegmentName name, Path place, int members, int bytes) {
    this.name = name;
    this.path = place;
    this.links = place.equals(name.path()) ? NO_LINKS : new LinkOption[0];
    this.members = members;
    this.bytes = bytes;
  }

  SharedMemory open() throws IOException {
    synchronized (OpenFiles.GUARD) {
      return openAlone();
    }
  }

  private SharedMemory openAlone() throws IOException {
    checkOwner();
    Object key = OpenFiles.keyOf(path, links);
    if (OpenFiles.contains(key)) {
      throw new IllegalStateException(
          path + " is open in this process already: closing it would give up its locks; share it");
    }
    Set<OpenOption> how = new HashSet<>(Set.of(links));
    how.addAll(Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE));
    FileChannel channel = FileChannel.open(path, how);
    boolean opened = false;
    try {
      checkHeader(channel);
      SharedMemory memory =
          new SharedMemory(name, members, new OpenFiles.Entry(key, channel), bytes, path);
      OpenFiles.add(key, channel);
      opened = true;
      return memory;
    } finally {
      if (!opened) {
        channel.close();
      }
    }
  }

  private void checkOwner() throws IOException {
    PosixFileAttributes found = Files.readAttributes(path, PosixFileAttributes.class, links);
    long owner = SegmentName.ownerOf(path, links);
    if (owner != SegmentName.ownUserId()
        || !found.isRegularFile()
        || !found.permissions().equals(SegmentMaker.OWNER_ONLY)) {
      throw new IOException(
          "%s belongs to user %d with mode %s, and a plain file of user %d with mode rw------- was expected: somebody else has made it, do not use it"
              .formatted(
                  path,
                  owner,
                  PosixFilePermissions.toString(found.permissions()),
                  SegmentName.ownUserId()));
    }
  }

  private void checkHeader(FileChannel channel) throws IOException {
    long wanted = (long) SharedMemory.HEADER_BYTES + bytes;
    if (channel.size() != wanted) {
      throw wrong("bytes of the file", channel.size(), wanted);
    }
    ByteBuffer header =
        ByteBuffer.allocate(SharedMemory.HEADER_BYTES).order(ByteOrder.nativeOrder());
    while (header.hasRemaining()) {
      if (channel.read(header, header.position()) < 0) {
        throw wrong("bytes of the file", header.position(), wanted);
      }
    }
    check("magic and version", header.getLong(0), SharedMemory.MAGIC_AND_VERSION);
    check("bytes", header.getLong(SharedMemory.BYTES), bytes);
    check("random number, first half", header.getLong(SharedMemory.NONCE_HIGH), name.nonceHigh());
    check("random number, second half", header.getLong(SharedMemory.NONCE_LOW), name.nonceLow());
    check("members", header.getInt(SharedMemory.MEMBERS), members);
  }

  private void check(String what, long found, long expected) throws IOException {
    if (found != expected) {
      throw wrong(what, found, expected);
    }
  }

  private IOException wrong(String what, long found, long expected) {
    return new IOException(
        "%s: %s: found %d (0x%x), expected %d (0x%x): the maker was not ready, or is another version, or has other settings"
            .formatted(path, what, found, found, expected, expected));
  }
}
