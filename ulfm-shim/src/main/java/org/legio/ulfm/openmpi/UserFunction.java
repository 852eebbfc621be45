package org.legio.ulfm.openmpi;

import com.sun.jna.Callback;
import com.sun.jna.CallbackReference;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.legio.ulfm.openmpi.library.Abi;
import org.legio.ulfm.openmpi.library.MpiLibrary;

/**
 * Makes a function of the program callable by MPI, as an {@code MPI_User_function} in C.
 *
 * <p>MPI gives the items' datatype as a handle, but the program's function needs its own object for
 * it. So {@link #expect} notes both before a reduction begins; reductions of several types may be
 * under way at once.
 */
final class UserFunction {

  /** The type of the function: first operands, second operands and results, count, type. */
  interface Combination extends Callback {
    void combine(Pointer in, Pointer inOut, Pointer count, Pointer type);
  }

  /** A type of items: MPI's handle, the program's object, the extent in bytes. */
  private record Items(long type, Object datatype, int bytes) {
    static Items of(long type, Object datatype) {
      MpiLibrary.Cell lowerBound = MpiLibrary.cell();
      MpiLibrary.Cell extent = new MpiLibrary.Cell();
      MpiLibrary.require(
          "MPI_Type_get_extent",
          Functions.MPI_Type_get_extent(type, lowerBound.address, extent.address));
      return new Items(type, datatype, Math.toIntExact(extent.memory.getLong(0)));
    }
  }

  /** The C functions, mapped directly. */
  private static final class Functions {
    static {
      Native.register(Functions.class, Abi.inUse().library());
    }

    static native int MPI_Type_get_extent(long type, long lowerBound, long extent);
  }

  private final ProgramFunction function;
  private final Runnable onFailure;

  /** Kept in a field, because native code holds only its address. */
  private final Combination callback = this::callback;

  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
  private volatile Items[] known = {};

  /**
   * Wraps a function.
   *
   * @param function an {@code mpi.UserFunction}
   * @param onFailure called when the function has thrown something
   */
  UserFunction(Object function, Runnable onFailure) {
    this.function = new ProgramFunction(function);
    this.onFailure = onFailure;
  }

  /** The address at which MPI calls it. */
  long address() {
    return Pointer.nativeValue(CallbackReference.getFunctionPointer(callback));
  }

  /**
   * Notes the object that stands for the type of the next items; the latest one is searched first.
   */
  void expect(Object datatype) {
    Items[] before = known;
    if (before.length == 0 || before[0].datatype() != datatype) {
      remember(datatype);
    }
  }

  private synchronized void remember(Object datatype) {
    long type = ProgramFunction.datatypeHandle(datatype);
    Items[] others = Arrays.stream(known).filter(each -> each.type() != type).toArray(Items[]::new);
    Items[] now = new Items[others.length + 1];
    now[0] = Items.of(type, datatype);
    System.arraycopy(others, 0, now, 1, others.length);
    known = now;
  }

  /**
   * The items of a type. MPI makes types of its own from the latest one, so an unknown type stands
   * for that.
   */
  private Items items(long type) {
    Items[] now = known;
    for (Items each : now) {
      if (each.type() == type) {
        return each;
      }
    }
    return Items.of(type, now[0].datatype());
  }

  /** Called by MPI. An exception is kept, because C code cannot pass it on. */
  private void callback(Pointer in, Pointer inOut, Pointer count, Pointer type) {
    try {
      combine(in, inOut, count.getInt(0), items(type.getLong(0)));
    } catch (Throwable e) {
      failure.compareAndSet(null, e);
      onFailure.run();
    }
  }

  private void combine(Pointer in, Pointer inOut, int count, Items items) throws Throwable {
    int bytes = Math.multiplyExact(count, items.bytes());
    ByteBuffer left = in.getByteBuffer(0, bytes).order(ByteOrder.nativeOrder());
    ByteBuffer right = inOut.getByteBuffer(0, bytes).order(ByteOrder.nativeOrder());
    function.combine(left, right, count, items.datatype());
  }

  /**
   * Throws the first exception of the function since the last call of this method, if there is one.
   */
  void throwFailure() throws Exception {
    Throwable thrown = failure.get() == null ? null : failure.getAndSet(null);
    if (thrown instanceof Error error) {
      throw error;
    }
    if (thrown != null) {
      throw (Exception) thrown;
    }
  }
}
