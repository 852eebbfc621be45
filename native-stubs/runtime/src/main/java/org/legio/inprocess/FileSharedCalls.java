package org.legio.inprocess;

import java.nio.Buffer;
import org.jspecify.annotations.Nullable;
import org.legio.ulfm.MpiConstants;

/** The natives that go by the pointer which all share who have opened a file. */
final class FileSharedCalls extends FileFamily {

  FileSharedCalls(RankState state) {
    super(state);
  }

  /** Where the shared pointer is; it moves behind the items. */
  private static long nextShared(OpenFile file, Items items) {
    long first = file.stored().sharedPosition;
    file.stored().sharedPosition += items.bytes();
    return first;
  }

  void fileReadShared(
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
    now(open, nextShared(open, items), items, this::read, status);
  }

  void fileReadOrdered(
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
    now(open, nextInOrder(open, items), items, this::read, status);
    meet(open, "fileReadOrdered");
  }

  void fileWriteShared(
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
    now(open, nextShared(open, items), items, this::write, status);
  }

  void fileWriteOrdered(
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
    now(open, nextInOrder(open, items), items, this::write, status);
    meet(open, "fileWriteOrdered");
  }

  long fileIReadShared(long file, Buffer buf, int count, long type) throws Exception {
    OpenFile open = file(file);
    Items items = items(open, buf, 0, count, type);
    return later(open, nextShared(open, items), items, this::read);
  }

  long fileIWriteShared(long file, Buffer buf, int count, long type) throws Exception {
    OpenFile open = file(file);
    Items items = items(open, buf, 0, count, type);
    return later(open, nextShared(open, items), items, this::writeAtOnce);
  }

  void fileSeekShared(long file, long offset, int whence) throws Exception {
    OpenFile open = file(file);
    long from = base(open, whence);
    meet(open, "fileSeekShared");
    long position = from + open.bytes(offset);
    if (position < 0) {
      throw error(open, MpiError.OTHER, "a seek to " + position);
    }
    open.stored().sharedPosition = position;
    meet(open, "fileSeekShared");
  }

  private long base(OpenFile open, int whence) throws Exception {
    return switch (whence) {
      case MpiConstants.SEEK_SET -> 0;
      case MpiConstants.SEEK_CUR -> open.stored().sharedPosition;
      case MpiConstants.SEEK_END -> open.stored().channel().size();
      default -> throw error(open, MpiError.OTHER, "whence=" + whence);
    };
  }

  long fileGetPositionShared(long file) throws Exception {
    OpenFile open = file(file);
    return open.elements(open.stored().sharedPosition);
  }
}
