package org.legio.libmpi;

import org.legio.ulfm.openmpi.library.MpiLibrary;

/** Throws the binding's exception for an error of the library. */
final class Failures {
  private static final int MAX_ERROR_STRING = 512;

  private Failures() {}

  /**
   * Throws the exception of an error code.
   *
   * @param error 0 for none
   */
  static void require(int error) throws Exception {
    if (error != 0) {
      throw of(error);
    }
  }

  private static Exception of(int error) {
    NativeMemory memory = new NativeMemory(MAX_ERROR_STRING + 2 * Long.BYTES);
    long text = memory.address + Long.BYTES;
    MpiFunctions.MPI_Error_class(error, memory.address);
    int errorClass = memory.bytes().getInt(0);
    MpiLibrary.require(
        "MPI_Error_string", MpiFunctions.MPI_Error_string(error, text, memory.address));
    byte[] message = new byte[memory.bytes().getInt(0)];
    memory.bytes().get(Long.BYTES, message);
    return JavaObjects.newException(error, errorClass, Texts.of(message));
  }
}
