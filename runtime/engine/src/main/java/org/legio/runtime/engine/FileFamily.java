package org.legio.runtime.engine;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.legio.runtime.engine.datatype.Items;

/** The common base of the natives on files at one rank. */
abstract class FileFamily extends Calls {
  private static final int FIRST = 0;

  /** A way to move data between a file and a buffer. */
  @FunctionalInterface
  interface Transfer {
    /** Moves the data; returns the number of bytes moved. */
    int run(FileHandle file, long first, Items items) throws MpiErrorException;
  }

  /** Asks for the shared pointer, or moves it. */
  @FunctionalInterface
  interface PointerUse {
    /** Returns a position in bytes of the view. */
    long run() throws IOException, MpiErrorException;
  }

  FileFamily(RankState state) {
    super(state);
  }

  FileHandle file(long handle) throws MpiErrorException {
    FileHandle file = state.files.find(handle);
    if (file == null) {
      throw new MpiErrorException(MpiError.FILE, "handle " + handle + " is no file");
    }
    return file;
  }

  MpiErrorException error(FileHandle file, int errorClass, String message) {
    return error(file.comm(), errorClass, file.name() + ": " + message);
  }

  MpiErrorException error(FileHandle file, IOException thrown) {
    return error(file, FileSystem.errorClass(thrown), thrown.toString());
  }

  // ------------------------------------------------------------------ moving data

  int read(FileHandle file, long first, Items items) throws MpiErrorException {
    if (file.stored().isWriteOnly()) {
      throw error(file, MpiError.ACCESS, "it is open for writing only");
    }
    requirePosition(file, first);
    byte[] data = new byte[items.bytes()];
    try {
      int length = file.read(first, data);
      items.unpack(file.view.converted(items.type(), data, length), 0, length);
      return length;
    } catch (IOException e) {
      throw error(file, e);
    }
  }

  /** Writes in two steps, so that the rank may die between them and leave a part behind. */
  int write(FileHandle file, long first, Items items) throws MpiErrorException {
    requirePosition(file, first);
    byte[] data = writable(file, items);
    int half = data.length / 2;
    put(file, first, data, 0, half);
    state.scheduler().step(state.rank, "write, second half");
    put(file, first, data, half, data.length);
    return data.length;
  }

  int writeAtOnce(FileHandle file, long first, Items items) throws MpiErrorException {
    requirePosition(file, first);
    byte[] data = writable(file, items);
    put(file, first, data, 0, data.length);
    return data.length;
  }

  private void requirePosition(FileHandle file, long first) throws MpiErrorException {
    if (first < 0) {
      throw error(file, MpiError.ARG, "position " + first + " lies before the file");
    }
  }

  private byte[] writable(FileHandle file, Items items) throws MpiErrorException {
    if (file.stored().isReadOnly()) {
      throw error(file, MpiError.READ_ONLY, "it is open for reading only");
    }
    byte[] data = items.pack();
    return file.view.converted(items.type(), data, data.length);
  }

  private void put(FileHandle file, long first, byte[] data, int begin, int end)
      throws MpiErrorException {
    try {
      file.write(first, data, begin, end);
    } catch (IOException e) {
      throw error(file, e);
    }
  }

  // ------------------------------------------------------------------ ways to call

  /** Moves data at some later step; returns the request's handle. */
  long later(FileHandle file, long first, Items items, Transfer transfer) {
    return state.requests.add(
        new FileRequest(state, file, () -> transfer.run(file, first, items)).start());
  }

  static void told(int bytes, long @Nullable [] status) {
    long[] fields = new long[Request.FIELDS];
    fields[Request.SOURCE] = -1;
    fields[Request.TAG] = -1;
    fields[Request.LENGTH] = bytes;
    fill(status, fields);
  }

  /** Returns this rank's own file pointer and moves it behind the items. */
  static long next(FileHandle file, Items items) {
    long first = file.position;
    file.position += items.bytes();
    return first;
  }

  /** Returns the shared file pointer and moves it behind the items. */
  long nextShared(FileHandle file, Items items) throws MpiErrorException {
    return pointer(file, () -> file.stored().moveSharedPosition(items.bytes()));
  }

  /**
   * Returns where this rank's part begins when all ranks move the shared pointer one after the
   * other, in the order of their ranks.
   */
  long nextInOrder(FileHandle file, Items items) throws Exception {
    long[] sizes = exchange(file, items.bytes(), "in order");
    long all = LongStream.of(sizes).sum();
    long before = LongStream.of(sizes).limit(file.comm().rank).sum();
    return byFirst(file, "in order", () -> file.stored().moveSharedPosition(all)) + before;
  }

  /** Has one rank use the shared pointer, and tells all where it is, or the error's class. */
  long byFirst(FileHandle file, String call, PointerUse use) throws Exception {
    if (file.comm().rank != FIRST) {
      return requireMoved(file, exchange(file, 0, call)[FIRST]);
    }
    long outcome = -MpiError.OTHER;
    try {
      outcome = pointer(file, use);
    } catch (MpiErrorException e) {
      outcome = -e.errorClass();
      throw e;
    } finally {
      exchange(file, outcome, call);
    }
    return outcome;
  }

  private long requireMoved(FileHandle file, long outcome) throws MpiErrorException {
    if (outcome < 0) {
      throw error(file, (int) -outcome, "rank 0 could not move the shared pointer");
    }
    return outcome;
  }

  /** Uses the shared pointer, for this rank alone. */
  long pointer(FileHandle file, PointerUse use) throws MpiErrorException {
    try {
      return use.run();
    } catch (IOException e) {
      throw error(file, e);
    }
  }

  private long[] exchange(FileHandle file, long mine, String call) throws Exception {
    long[] all = new long[file.comm().context.group.length];
    byte[] bytes = ByteBuffer.allocate(Long.BYTES).putLong(mine).array();
    run(
        new Schedules(state, file.comm())
            .exchange(
                call, bytes, each -> Arrays.setAll(all, i -> ByteBuffer.wrap(each[i]).getLong())),
        call);
    return all;
  }

  void meet(FileHandle file, String call) throws Exception {
    run(new Schedules(state, file.comm()).barrier(), call);
  }
}
