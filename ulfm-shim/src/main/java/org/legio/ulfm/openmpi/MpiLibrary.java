package org.legio.ulfm.openmpi;

import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.legio.ulfm.UlfmError;

/** The MPI library in this process: its name, its predefined handles, memory for its results. */
final class MpiLibrary {
  static final String NAME = "libmpi.so.40";

  private static final ThreadLocal<Cell> CELLS = ThreadLocal.withInitial(Cell::new);

  private MpiLibrary() {}

  /** A predefined handle: the address of a variable of the library. */
  static long predefined(String variable) {
    return Pointer.nativeValue(NativeLibrary.getInstance(NAME).getGlobalVariableAddress(variable));
  }

  static long addressOf(ByteBuffer memory) {
    return Pointer.nativeValue(Native.getDirectBufferPointer(memory));
  }

  /** The cell of this thread. */
  static Cell cell() {
    return CELLS.get();
  }

  static void require(String function, int error) {
    if (error != 0) {
      throw new UlfmError(function + " failed with MPI error " + error);
    }
  }

  /** Eight bytes of native memory for a result, one for each thread. */
  static final class Cell {
    final ByteBuffer memory = ByteBuffer.allocateDirect(Long.BYTES).order(ByteOrder.nativeOrder());
    final long address = addressOf(memory);
  }
}
