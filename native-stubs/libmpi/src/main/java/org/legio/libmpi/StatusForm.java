package org.legio.libmpi;

import org.legio.ulfm.openmpi.library.Abi;
import org.legio.ulfm.openmpi.library.MpiLibrary;

/**
 * How a status lies in memory. It begins with the source, the tag and the error; the rest, whether
 * the message was cancelled and how long it is, is the library's own.
 */
abstract class StatusForm {
  private final int bytes;

  private StatusForm(int bytes) {
    this.bytes = bytes;
  }

  /** The form of the library that this process calls. */
  static StatusForm inUse() {
    Abi abi = Abi.inUse();
    int count = abi.inStatus("count");
    int bytes = abi.inStatus("bytes");
    return count < 0 ? new Opaque(bytes) : new Open(bytes, abi.inStatus("cancelled"), count);
  }

  /** The size of a status, in bytes. */
  final int bytes() {
    return bytes;
  }

  /** Reads a status into what the binding has in its place. */
  final void read(NativeMemory memory, int at, long[] fields) {
    fields[0] = memory.bytes().getInt(at);
    fields[1] = memory.bytes().getInt(at + Integer.BYTES);
    fields[2] = memory.bytes().getInt(at + 2 * Integer.BYTES);
    readRest(memory, at, fields);
  }

  abstract void readRest(NativeMemory memory, int at, long[] fields);

  /** Completes a status that has the other values. */
  abstract void writeRest(NativeMemory memory, int at, int cancelled, long count);

  /** All values have known places. */
  private static final class Open extends StatusForm {
    private final int cancelledAt;
    private final int countAt;

    Open(int bytes, int cancelledAt, int countAt) {
      super(bytes);
      this.cancelledAt = cancelledAt;
      this.countAt = countAt;
    }

    @Override
    void readRest(NativeMemory memory, int at, long[] fields) {
      fields[3] = memory.bytes().getInt(at + cancelledAt);
      fields[4] = memory.bytes().getLong(at + countAt);
    }

    @Override
    void writeRest(NativeMemory memory, int at, int cancelled, long count) {
      memory.bytes().putInt(at + cancelledAt, cancelled);
      memory.bytes().putLong(at + countAt, count);
    }
  }

  /** Only the library's functions know the rest. */
  private static final class Opaque extends StatusForm {
    private static final long BYTE = Abi.inUse().handle("MPI_BYTE");

    Opaque(int bytes) {
      super(bytes);
    }

    @Override
    void readRest(NativeMemory memory, int at, long[] fields) {
      MpiLibrary.Cell cell = MpiLibrary.cell();
      long status = memory.address + at;
      require("MPI_Test_cancelled", MpiFunctions.MPI_Test_cancelled(status, cell.address));
      fields[3] = cell.memory.getInt(0);
      require("MPI_Get_elements_x", MpiFunctions.MPI_Get_elements_x(status, BYTE, cell.address));
      fields[4] = cell.memory.getLong(0);
    }

    @Override
    void writeRest(NativeMemory memory, int at, int cancelled, long count) {
      long status = memory.address + at;
      for (int rest = 3 * Integer.BYTES; rest < bytes(); rest += Integer.BYTES) {
        memory.bytes().putInt(at + rest, 0);
      }
      require(
          "MPI_Status_set_elements_x", MpiFunctions.MPI_Status_set_elements_x(status, BYTE, count));
      require("MPI_Status_set_cancelled", MpiFunctions.MPI_Status_set_cancelled(status, cancelled));
    }

    private static void require(String function, int error) {
      MpiLibrary.require(function, error);
    }
  }
}
