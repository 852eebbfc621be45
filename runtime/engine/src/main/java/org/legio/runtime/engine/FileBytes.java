package org.legio.runtime.engine;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import org.legio.ulfm.ports.Effects;

/**
 * The bytes of an open file. All that is done to them is an effect of the rank; so a process that
 * does none of them need not open the file, and opens it at its first one.
 */
final class FileBytes {
  private static final int TO_CREATE = FileSystem.CREATE | FileSystem.EXCLUSIVE;

  private final FileSystem files;
  private final Effects effects;
  private final String name;
  private final int mode;
  private @Nullable FileChannel channel;

  FileBytes(FileSystem files, Effects effects, String name, int mode) {
    this.files = files;
    this.effects = effects;
    this.name = name;
    this.mode = mode;
  }

  // ------------------------------------------------------------------ open, close

  /** Opens the file; makes it before, if the mode says so. */
  void create() throws IOException {
    boolean isExclusive = (mode & TO_CREATE) == TO_CREATE;
    if (isExclusive) {
      effects.create(Path.of(name));
    }
    openBy(isExclusive ? mode & ~TO_CREATE : mode);
  }

  /** Opens the file, which is there. */
  void open() throws IOException {
    openBy(mode & ~TO_CREATE);
  }

  private void openBy(int ownMode) throws IOException {
    effects.once(
        number -> {
          channel = files.open(name, ownMode);
          return Effects.NOTHING;
        });
  }

  private FileChannel channel() throws IOException {
    FileChannel open = channel;
    if (open == null) {
      open = files.open(name, mode & ~TO_CREATE);
      channel = open;
    }
    return open;
  }

  void close() throws IOException {
    if (channel != null) {
      files.close(channel);
    }
  }

  // ------------------------------------------------------------------ bytes

  /** Reads what a view shows, up to the end of the file; returns the number of bytes read. */
  int read(FileView view, long first, byte[] into) throws IOException {
    int from = 0;
    int wanted;
    int got;
    do {
      long begin = first + from;
      wanted = Math.min(into.length - from, effects.maxBytes());
      int length = wanted;
      byte[] part = effects.once(number -> read(view, begin, length));
      got = part.length;
      System.arraycopy(part, 0, into, from, got);
      from += got;
    } while (got == wanted && from < into.length);
    return from;
  }

  private byte[] read(FileView view, long first, int length) throws IOException {
    byte[] into = new byte[length];
    int[] got = {0};
    view.each(
        first,
        length,
        (place, from, piece) -> {
          int read = fill(ByteBuffer.wrap(into, from, piece).slice(), place);
          got[0] += read;
          return read == piece;
        });
    return got[0] == length ? into : Arrays.copyOf(into, got[0]);
  }

  /** Reads from a place on until a buffer is full or the file ends; returns the number of bytes. */
  private int fill(ByteBuffer into, long place) throws IOException {
    int read = 0;
    while (into.hasRemaining() && read >= 0) {
      read = channel().read(into, place + into.position());
    }
    return into.position();
  }

  /** Writes a part of some data where a view shows it. */
  void write(FileView view, long first, byte[] data, int begin, int end) throws IOException {
    effects.once(
        new Effects.Effect() {
          @Override
          public byte[] run(long number) throws IOException {
            put(view, first, ByteBuffer.wrap(data, begin, end - begin));
            return Effects.NOTHING;
          }

          @Override
          public int checksum() {
            CRC32C checksum = new CRC32C();
            checksum.update(data, begin, end - begin);
            return Long.hashCode(first * 31 + checksum.getValue());
          }
        });
  }

  private void put(FileView view, long first, ByteBuffer data) throws IOException {
    view.each(
        first,
        data.remaining(),
        (place, from, length) -> {
          ByteBuffer piece = data.slice(data.position() + from, length);
          while (piece.hasRemaining()) { // a disk that gets full takes a part first
            channel().write(piece, place + piece.position());
          }
          return true;
        });
  }

  /** How many there are. */
  long size() throws IOException {
    return effects.count(number -> channel().size());
  }

  /** Makes the file so many bytes long. */
  void resize(long size) throws IOException {
    effects.once(
        number -> {
          channel().truncate(size);
          return atLeast(size);
        });
  }

  /** Makes the file at least so many bytes long. */
  void extend(long size) throws IOException {
    effects.once(number -> atLeast(size));
  }

  private byte[] atLeast(long size) throws IOException {
    if (channel().size() < size) {
      channel().write(ByteBuffer.allocate(1), size - 1);
    }
    return Effects.NOTHING;
  }
}
