package org.legio.runtime.lanes;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Set;

/**
 * A file in memory that has no name, so nothing stays of it when its maker ends, however it does.
 * Another process of the same user opens it among the maker's open files. Where the system does not
 * show these, it keeps its name until it is closed.
 */
public final class NamelessFile implements Closeable {
  private final Path name;
  private final Path place;
  private final FileChannel channel;

  private NamelessFile(Path name, Path place, FileChannel channel) {
    this.name = name;
    this.place = place;
    this.channel = channel;
  }

  /** Makes an empty one. */
  public static NamelessFile make() throws IOException {
    Path folder = SegmentName.SHARED_MEMORY_FOLDER;
    Path name = folder.resolve("legio-" + SegmentName.random(folder).random() + ".nameless");
    FileChannel channel =
        FileChannel.open(
            name,
            Set.of(
                StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE),
            PosixFilePermissions.asFileAttribute(SegmentMaker.OWNER_ONLY));
    try {
      Path place = ProcessFiles.placeOf(OpenFiles.keyOf(name)).orElse(name);
      if (!place.equals(name)) {
        Files.delete(name);
      }
      return new NamelessFile(name, place, channel);
    } catch (IOException e) {
      channel.close();
      Files.deleteIfExists(name);
      throw e;
    }
  }

  /** Where other processes open it. */
  public Path place() {
    return place;
  }

  /** All that has been written to it. */
  public byte[] contents() throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(Math.toIntExact(channel.size()));
    while (bytes.hasRemaining() && channel.read(bytes, bytes.position()) >= 0) {}
    return Arrays.copyOf(bytes.array(), bytes.position());
  }

  @Override
  public void close() throws IOException {
    channel.close();
    Files.deleteIfExists(name);
  }
}
