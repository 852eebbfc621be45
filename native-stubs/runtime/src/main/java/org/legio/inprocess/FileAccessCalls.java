package org.legio.inprocess;

import java.nio.Buffer;
import org.jspecify.annotations.Nullable;
import org.legio.ulfm.MpiConstants;

/** The natives by which a rank reads and writes files by itself. */
final class FileAccessCalls extends FileFamily {

  FileAccessCalls(RankState state) {
    super(state);
  }

  void fileReadAt(
      long file,
      long offset,
      @Nullable Object buf,
      boolean direct,
      int bufOffset,
      int count,
      long type,
      int baseType,
      long[] status)
      throws Exception {
    OpenFile open = file(file);
    Items items = items(open, buf, bufOffset, count, type);
    now(open, open.bytes(offset), items, this::read, status);
  }

  void fileRead(
      long file,
      @Nullable Object buf,
      boolean direct,
      int bufOffset,
      int count,
      long type,
      int baseType,
      long[] status)
      throws Exception {
    OpenFile open = file(file);
    Items items = items(open, buf, bufOffset, count, type);
    now(open, next(open, items), items, this::read, status);
  }

  void fileWriteAt(
      long file,
      long offset,
      @Nullable Object buf,
      boolean direct,
      int bufOffset,
      int count,
      long type,
      int baseType,
      long[] status)
      throws Exception {
    OpenFile open = file(file);
    Items items = items(open, buf, bufOffset, count, type);
    now(open, open.bytes(offset), items, this::write, status);
  }

  void fileWrite(
      long file,
      @Nullable Object buf,
      boolean direct,
      int bufOffset,
      int count,
      long type,
      int baseType,
      long[] status)
      throws Exception {
    OpenFile open = file(file);
    Items items = items(open, buf, bufOffset, count, type);
    now(open, next(open, items), items, this::write, status);
  }

  long fileIReadAt(long file, long offset, Buffer buf, int count, long type) throws Exception {
    OpenFile open = file(file);
    Items items = items(open, buf, 0, count, type);
    return later(open, open.bytes(offset), items, this::read);
  }

  long fileIRead(long file, Buffer buf, int count, long type) throws Exception {
    OpenFile open = file(file);
    Items items = items(open, buf, 0, count, type);
    return later(open, next(open, items), items, this::read);
  }

  long fileIWriteAt(long file, long offset, Buffer buf, int count, long type) throws Exception {
    OpenFile open = file(file);
    Items items = items(open, buf, 0, count, type);
    return later(open, open.bytes(offset), items, this::writeAtOnce);
  }

  long fileIWrite(long file, Buffer buf, int count, long type) throws Exception {
    OpenFile open = file(file);
    Items items = items(open, buf, 0, count, type);
    return later(open, next(open, items), items, this::writeAtOnce);
  }

  // ------------------------------------------------------------------ the own pointer

  void fileSeek(long file, long offset, int whence) throws Exception {
    OpenFile open = file(file);
    long position = base(open, whence) + open.bytes(offset);
    if (position < 0) {
      throw error(open, MpiError.OTHER, "a seek to " + position);
    }
    open.position = position;
  }

  private long base(OpenFile open, int whence) throws Exception {
    return switch (whence) {
      case MpiConstants.SEEK_SET -> 0;
      case MpiConstants.SEEK_CUR -> open.position;
      case MpiConstants.SEEK_END -> open.stored().channel().size();
      default -> throw error(open, MpiError.OTHER, "whence=" + whence);
    };
  }

  long fileGetPosition(long file) throws Exception {
    OpenFile open = file(file);
    return open.elements(open.position);
  }

  long fileGetByteOffset(long file, long offset) throws Exception {
    OpenFile open = file(file);
    return open.view.place(open.bytes(offset));
  }
}
