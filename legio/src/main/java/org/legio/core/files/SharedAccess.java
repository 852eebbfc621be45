package org.legio.core.files;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.legio.core.repair.Context;
import org.legio.ulfm.ports.MpiConstants;

/**
 * Where the shared pointer of a file sends each access. Positions are in elementary types of the
 * view, as MPI's are.
 *
 * <p>MPI standard 4.0, section 14.4.4.
 */
final class SharedAccess {
  private final Context context;
  private final OpenFile file;

  SharedAccess(Context context, OpenFile file) {
    this.context = context;
    this.file = file;
  }

  /** One member's next access: where it begins. The pointer moves behind it. */
  long next(int count, long type) throws Exception {
    try {
      return file.pointer().advance(bytes(count, type)) / file.elementBytes();
    } catch (IOException e) {
      throw Errors.ofPointer(context, file, e);
    }
  }

  private long bytes(int count, long type) throws Exception {
    return (long) Math.max(count, 0) * context.pmpi().typeSize(type);
  }

  long position() throws Exception {
    return bytePosition() / file.elementBytes();
  }

  private long bytePosition() throws Exception {
    try {
      return file.pointer().position();
    } catch (IOException e) {
      throw Errors.ofPointer(context, file, e);
    }
  }

  /**
   * All members' next access, in the order of their ranks; the dead take no room.
   *
   * @return where this member's begins
   */
  long nextInOrder(int count, long type) throws Exception {
    @Nullable Notice[] sizes = file.members().exchange(Notice.of(bytes(count, type)));
    long before = total(sizes, file.members().comm().rank());
    long first = byAll(this::bytePosition);
    file.pointer().settle(first + total(sizes, sizes.length));
    return (first + before) / file.elementBytes();
  }

  private static long total(@Nullable Notice[] sizes, int ranks) {
    long total = 0;
    for (int rank = 0; rank < ranks; rank++) {
      Notice size = sizes[rank];
      total += size == null ? 0 : size.value();
    }
    return total;
  }

  /**
   * Asks where it is, and returns when all have asked, which they may only before anybody moves it.
   * Nobody is left waiting by one that gets no answer.
   */
  private long byAll(OpenFile.Question<Long> where) throws Exception {
    try {
      return where.ask();
    } finally {
      file.members().synchronize();
    }
  }

  /** All members move it. What Open MPI takes for the end is the number of bytes in the file. */
  void seek(long offset, int whence) throws Exception {
    file.members().synchronize();
    long from = byAll(() -> base(whence));
    long distance = offset * file.elementBytes();
    if (from < 0 || from + distance < 0) {
      throw Errors.other(context);
    }
    file.pointer().settle(from + distance);
  }

  private long base(int whence) throws Exception {
    return switch (whence) {
      case MpiConstants.SEEK_SET -> 0;
      case MpiConstants.SEEK_CUR -> bytePosition();
      case MpiConstants.SEEK_END -> context.pmpi().fileGetSize(file.handle());
      default -> -1;
    };
  }
}
