package org.legio.libmpi;

import java.lang.reflect.Array;
import java.nio.Buffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.legio.ulfm.openmpi.library.Abi;
import org.legio.ulfm.ports.BufferElements;

/**
 * The native memory of one call of a function in C: places for its results and its status, copies
 * of texts and arrays. Reused by later calls.
 */
abstract class CallMemory {
  private static final long UNWEIGHTED = Abi.inUse().constant("UNWEIGHTED");
  private static final int COMM_TYPE_SHARED = Abi.inUse().constant("COMM_TYPE_SHARED");

  /** {@code mpi.Comm.TYPE_SHARED}. */
  private static final int TYPE_SHARED = 0;

  private static final StatusForm STATUS_FORM = StatusForm.inUse();

  private static final int RESULT = 0;
  private static final int STATUS = 8;
  private static final int FREE = 64;
  private static final int CELL_BYTES = 16384;

  /** The longest text is that of a library about itself. */
  private static final int TEXT_BYTES = 8192;

  private static final long NOTHING = 0;

  private final NativeMemory cells = new NativeMemory(CELL_BYTES);
  private final List<StagedArray> staged = new ArrayList<>();
  private int stagedCount;
  private int free;
  private int text;
  private boolean isShort;
  private long @Nullable [] status;

  /** Forgets the call before. */
  void reset() {
    free = FREE;
    stagedCount = 0;
    isShort = false;
    status = null;
  }

  /** Notes that only as much is to be written back as the status says. */
  final void writeBackWhatHasCome(boolean isShort) {
    this.isShort = isShort;
  }

  /**
   * Writes back what the function has changed.
   *
   * @param isDone whether it has succeeded
   */
  final void writeBack(boolean isDone) {
    long bytes = isDone ? Long.MAX_VALUE : NOTHING;
    long[] fields = status;
    if (fields != null && isDone) {
      STATUS_FORM.read(cells, STATUS, fields);
      bytes = isShort ? fields[4] : bytes;
    }
    for (int i = 0; i < stagedCount; i++) {
      staged.get(i).end(bytes);
    }
  }

  /** Forgets the arrays of a call that has not taken place. */
  final void drop() {
    for (int i = 0; i < stagedCount; i++) {
      staged.get(i).giveUp();
    }
  }

  /** The address of memory without meaning, for a call without items. */
  final long nowhere() {
    return cells.address;
  }

  // ------------------------------------------------------------------ results

  /** A place for the result. */
  public long result() {
    return result(0);
  }

  /** A place for the result, that holds a value which the function reads. */
  public long result(long value) {
    cells.bytes().putLong(RESULT, value);
    return cells.address + RESULT;
  }

  /** The result as a handle or another long value. */
  public long longResult() {
    return cells.bytes().getLong(RESULT);
  }

  /** The result as a number. */
  public int intResult() {
    return cells.bytes().getInt(RESULT);
  }

  /** The result as a flag. */
  public boolean flagResult() {
    return intResult() != 0;
  }

  /** The result as a text. */
  public String textResult() {
    return Texts.at(cells.bytes(), text);
  }

  /** A place for a text that is the result. */
  public long text() {
    text = reserve(TEXT_BYTES);
    cells.bytes().put(text, (byte) 0);
    return cells.address + text;
  }

  /** A place for a value that nobody needs. */
  public long unused() {
    return cell();
  }

  /** A place for one more value. */
  long cell() {
    return reference(0);
  }

  /** The value at a place. */
  long longAt(long address) {
    return cells.bytes().getLong((int) (address - cells.address));
  }

  /** The number at a place. */
  int intAt(long address) {
    return (int) longAt(address);
  }

  /** A place that holds a value. */
  public long reference(long value) {
    int at = reserve(Long.BYTES);
    cells.bytes().putLong(at, value);
    return cells.address + at;
  }

  // ------------------------------------------------------------------ statuses

  /** A place for a status, whose values are written into an array. */
  public long status(long @Nullable [] fields) {
    status = fields;
    return fields == null ? 0 : cells.address + STATUS;
  }

  /** A place that holds a status. */
  public long status(int source, int tag, int error, int cancelled, long bytes) {
    cells.bytes().putInt(STATUS, source);
    cells.bytes().putInt(STATUS + 4, tag);
    cells.bytes().putInt(STATUS + 8, error);
    STATUS_FORM.writeRest(cells, STATUS, cancelled, bytes);
    return cells.address + STATUS;
  }

  // ------------------------------------------------------------------ values and small arrays

  /** How a communicator is split; the binding's only kind is a constant of its own. */
  public int splitKind(int kind) {
    return kind == TYPE_SHARED ? COMM_TYPE_SHARED : kind;
  }

  /** An {@code int} as the address-sized number that C takes. */
  public long wide(long value) {
    return value;
  }

  /** How many elements an array has. */
  public int length(@Nullable Object array) {
    return array == null ? 0 : Array.getLength(array);
  }

  /** The memory of a direct buffer, or a copy of a text or of a whole array. */
  public long memory(@Nullable Object object) {
    if (object == null) {
      return 0;
    } else if (object instanceof Buffer direct) {
      return NativeMemory.addressOf(direct);
    } else if (object instanceof int[] ints) {
      return copy(ints);
    } else if (object instanceof boolean[] flags) {
      int[] ints = new int[flags.length];
      for (int i = 0; i < flags.length; i++) {
        ints[i] = flags[i] ? 1 : 0;
      }
      return copy(ints);
    } else if (object instanceof int[][] rows) {
      int[] flat = new int[3 * rows.length];
      for (int i = 0; i < rows.length; i++) {
        System.arraycopy(rows[i], 0, flat, 3 * i, 3);
      }
      return copy(flat);
    }
    return whole(object instanceof String text ? Texts.bytes(text) : object, false);
  }

  /** A copy of an array that the function changes; the array has the changes, also on failure. */
  public long changed(@Nullable Object array) {
    return array == null ? 0 : whole(array, true);
  }

  /** Numbers as C has displacements in bytes. */
  public long wideArray(int[] values) {
    long[] wide = new long[values.length];
    for (int i = 0; i < values.length; i++) {
      wide[i] = values[i];
    }
    return whole(wide, false);
  }

  /** The handles of the binding's objects. */
  public long handles(Object[] objects) {
    long[] handles = new long[objects.length];
    for (int i = 0; i < objects.length; i++) {
      handles[i] = JavaObjects.handle(objects[i]);
    }
    return whole(handles, false);
  }

  /** The weights of edges, or what stands for none. */
  public long weights(int[] weights, boolean isWeighted) {
    return isWeighted ? memory(weights) : UNWEIGHTED;
  }

  /** Texts as C has the arguments of a program: with a null at their end. */
  public long strings(String @Nullable [] texts) {
    if (texts == null) {
      return 0;
    }
    long[] addresses = new long[texts.length + 1];
    for (int i = 0; i < texts.length; i++) {
      addresses[i] = memory(texts[i]);
    }
    return whole(addresses, false);
  }

  /** Several such arrays. */
  public long stringArrays(String @Nullable [] @Nullable [] arrays) {
    if (arrays == null) {
      return 0;
    }
    long[] addresses = new long[arrays.length];
    for (int i = 0; i < arrays.length; i++) {
      addresses[i] = strings(arrays[i]);
    }
    return whole(addresses, false);
  }

  private long copy(int[] ints) {
    int bytes = Integer.BYTES * ints.length;
    if (bytes > CELL_BYTES - free) {
      return whole(ints, false);
    }
    int at = reserve(bytes);
    for (int i = 0; i < ints.length; i++) {
      cells.bytes().putInt(at + Integer.BYTES * i, ints[i]);
    }
    return cells.address + at;
  }

  private int reserve(int bytes) {
    int at = free;
    free += bytes + Long.BYTES - 1 & -Long.BYTES;
    return at;
  }

  private long whole(Object array, boolean isChanged) {
    long bytes = (long) Array.getLength(array) * BufferElements.elementBytes(array);
    StagedArray part = nextStaged();
    long address = part.stage(array, 0, bytes, true, isChanged);
    part.writeBackAnyway(isChanged);
    return address;
  }

  /** Room for one more array. */
  final StagedArray nextStaged() {
    if (stagedCount == staged.size()) {
      staged.add(new StagedArray());
    }
    return staged.get(stagedCount++);
  }
}
