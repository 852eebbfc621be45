package org.legio.ulfm.openmpi.library;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A shared library in this process's memory, as the dynamic linker knows it ({@code dladdr}).
 *
 * @param path its file
 * @param base where it has been loaded
 */
record LoadedLibrary(Path path, long base) {

  /** The size of what {@code dladdr} fills: the file's name, the base, a symbol, its address. */
  private static final int INFO_BYTES = 4 * Native.POINTER_SIZE;

  /**
   * The library whose code or data lies at an address.
   *
   * @throws IOException if its file is gone
   */
  static Optional<LoadedLibrary> at(long address) throws IOException {
    try (Memory info = new Memory(INFO_BYTES)) {
      int found =
          NativeLibrary.getProcess()
              .getFunction("dladdr")
              .invokeInt(new Object[] {new Pointer(address), info});
      if (found == 0) {
        return Optional.empty();
      }
      Path path = Path.of(info.getPointer(0).getString(0)).toRealPath();
      return Optional.of(
          new LoadedLibrary(path, Pointer.nativeValue(info.getPointer(Native.POINTER_SIZE))));
    }
  }
}
