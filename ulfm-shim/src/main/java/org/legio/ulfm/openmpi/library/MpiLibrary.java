package org.legio.ulfm.openmpi.library;

import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.legio.ulfm.ports.UlfmError;

/** The MPI library in this process: its name, its predefined handles, memory for its results. */
public final class MpiLibrary {
  public static final String NAME = "libmpi.so.40";

  private static final ThreadLocal<Cell> CELLS = ThreadLocal.withInitial(Cell::new);

  private MpiLibrary() {}

  /** A predefined handle: the address of a variable of the library. */
  public static long predefined(String variable) {
    try {
      return Pointer.nativeValue(
          NativeLibrary.getInstance(NAME).getGlobalVariableAddress(variable));
    } catch (UnsatisfiedLinkError e) {
      throw LibraryCheck.without(variable, e);
    }
  }

  public static long addressOf(Buffer memory) {
    return Pointer.nativeValue(Native.getDirectBufferPointer(memory));
  }

  /** The cell of this thread. */
  public static Cell cell() {
    return CELLS.get();
  }

  public static void require(String function, int error) {
    if (error != 0) {
      throw new UlfmError(function + " failed with MPI error " + error);
    }
  }

  /** Eight bytes of native memory for a result, one for each thread. */
  public static final class Cell {
    public final ByteBuffer memory =
        ByteBuffer.allocateDirect(Long.BYTES).order(ByteOrder.nativeOrder());
    public final long address = addressOf(memory);
  }
}
