package org.legio.inprocess;

import java.nio.Buffer;
import org.jspecify.annotations.Nullable;

/**
 * The natives by which all ranks that have opened a file read and write it together: each its part;
 * then they meet, which fails when one of them has died.
 */
final class FileCollectiveCalls extends FileFamily {

  FileCollectiveCalls(RankState state) {
    super(state);
  }

  private void together(
      String call, OpenFile open, long first, Items items, Transfer transfer, long[] status)
      throws Exception {
    try {
      now(open, first, items, transfer, status);
    } finally {
      meet(open, call);
    }
  }

  private void begin(OpenFile open, long first, Items items, Transfer transfer) throws Exception {
    if (open.begun != OpenFile.NOT_BEGUN) {
      throw error(open, MpiError.OTHER, "another collective access has begun and not ended");
    }
    open.begun = transfer.run(open, first, items);
  }

  private void end(long file, String call, long[] status) throws Exception {
    OpenFile open = file(file);
    if (open.begun == OpenFile.NOT_BEGUN) {
      throw error(open, MpiError.OTHER, "no collective access has begun");
    }
    told(open.begun, status);
    open.begun = OpenFile.NOT_BEGUN;
    meet(open, call);
  }

  void fileReadAtAll(
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
    together("fileReadAtAll", open, open.bytes(offset), items, this::read, status);
  }

  void fileReadAll(
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
    together("fileReadAll", open, next(open, items), items, this::read, status);
  }

  void fileWriteAtAll(
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
    together("fileWriteAtAll", open, open.bytes(offset), items, this::write, status);
  }

  void fileWriteAll(
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
    together("fileWriteAll", open, next(open, items), items, this::write, status);
  }

  long fileIReadAtAll(long file, long offset, Buffer buf, int count, long type) throws Exception {
    OpenFile open = file(file);
    Items items = items(open, buf, 0, count, type);
    return later(open, open.bytes(offset), items, this::read);
  }

  long fileIReadAll(long file, Buffer buf, int count, long type) throws Exception {
    OpenFile open = file(file);
    Items items = items(open, buf, 0, count, type);
    return later(open, next(open, items), items, this::read);
  }

  long fileIWriteAtAll(long file, long offset, Buffer buf, int count, long type) throws Exception {
    OpenFile open = file(file);
    Items items = items(open, buf, 0, count, type);
    return later(open, open.bytes(offset), items, this::writeAtOnce);
  }

  long fileIWriteAll(long file, Buffer buf, int count, long type) throws Exception {
    OpenFile open = file(file);
    Items items = items(open, buf, 0, count, type);
    return later(open, next(open, items), items, this::writeAtOnce);
  }

  void fileReadAtAllBegin(long file, long offset, Object buf, int count, long type)
      throws Exception {
    OpenFile open = file(file);
    begin(open, open.bytes(offset), items(open, buf, 0, count, type), this::read);
  }

  void fileReadAtAllEnd(long file, Object buf, long[] status) throws Exception {
    end(file, "fileReadAtAllEnd", status);
  }

  void fileReadAllBegin(long file, Object buf, int count, long type) throws Exception {
    OpenFile open = file(file);
    Items items = items(open, buf, 0, count, type);
    begin(open, next(open, items), items, this::read);
  }

  void fileReadAllEnd(long file, Object buf, long[] status) throws Exception {
    end(file, "fileReadAllEnd", status);
  }

  void fileWriteAtAllBegin(long file, long offset, Object buf, int count, long type)
      throws Exception {
    OpenFile open = file(file);
    begin(open, open.bytes(offset), items(open, buf, 0, count, type), this::write);
  }

  void fileWriteAtAllEnd(long file, Object buf, long[] status) throws Exception {
    end(file, "fileWriteAtAllEnd", status);
  }

  void fileWriteAllBegin(long file, Object buf, int count, long type) throws Exception {
    OpenFile open = file(file);
    Items items = items(open, buf, 0, count, type);
    begin(open, next(open, items), items, this::write);
  }

  void fileWriteAllEnd(long file, Object buf, long[] status) throws Exception {
    end(file, "fileWriteAllEnd", status);
  }

  void fileReadOrderedBegin(long file, Object buf, int count, long type) throws Exception {
    OpenFile open = file(file);
    Items items = items(open, buf, 0, count, type);
    begin(open, nextInOrder(open, items), items, this::read);
  }

  void fileReadOrderedEnd(long file, Object buf, long[] status) throws Exception {
    end(file, "fileReadOrderedEnd", status);
  }

  void fileWriteOrderedBegin(long file, Object buf, int count, long type) throws Exception {
    OpenFile open = file(file);
    Items items = items(open, buf, 0, count, type);
    begin(open, nextInOrder(open, items), items, this::write);
  }

  void fileWriteOrderedEnd(long file, Object buf, long[] status) throws Exception {
    end(file, "fileWriteOrderedEnd", status);
  }
}
