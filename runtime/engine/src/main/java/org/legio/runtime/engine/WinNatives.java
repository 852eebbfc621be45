package org.legio.runtime.engine;

import java.nio.Buffer;
import java.util.LinkedHashMap;
import org.jspecify.annotations.Nullable;

/** The natives of {@code mpi.Win} that Legio does not call. */
final class WinNatives extends Calls {
  private static final int WIN_BASE = 7;
  private static final int WIN_SIZE = 8;
  private static final int WIN_DISP_UNIT = 9;

  WinNatives(RankState state) {
    super(state);
  }

  private MemoryWindow window(long handle) throws MpiErrorException {
    MemoryWindow window = state.windows.find(handle);
    if (window == null) {
      throw error(state.world, MpiError.WIN, "handle " + handle + " is no window");
    }
    return window;
  }

  /**
   * Attaches memory to a dynamic window. Displacements in such a window are addresses, which the
   * binding's {@code int} does not hold, so nobody can access the memory: as with Open MPI.
   */
  void attach(long win, Buffer base, int size) throws MpiErrorException {
    if (!window(win).attach(base)) {
      throw error(
          state.world, MpiError.ARG, "attach: the memory is attached, or the window not dynamic");
    }
  }

  void detach(long win, Buffer base) throws MpiErrorException {
    if (!window(win).detach(base)) {
      throw error(state.world, MpiError.ARG, "detach: the memory is not attached to the window");
    }
  }

  /** Ignores the hints. */
  void setInfo(long win, long info) throws MpiErrorException {
    window(win);
  }

  long getInfo(long win) throws MpiErrorException {
    window(win);
    return state.infos.add(new LinkedHashMap<>());
  }

  void setAttr(long win, int keyval, byte[] value) throws MpiErrorException {
    requireKey(keyval);
    window(win).comm().attributes.put(keyval, value);
  }

  @Nullable Object getAttr(long win, int keyval) throws MpiErrorException {
    MemoryWindow.Part part = window(win).part();
    return switch (keyval) {
      case WIN_BASE -> part.address();
      case WIN_SIZE -> part.bytes();
      case WIN_DISP_UNIT -> part.unit();
      default -> {
        requireKey(keyval);
        yield window(win).comm().attributes.get(keyval);
      }
    };
  }

  void deleteAttr(long win, int keyval) throws MpiErrorException {
    requireKey(keyval);
    window(win).comm().attributes.remove(keyval);
  }

  int createKeyval_jni() {
    return state.keys.newKey();
  }

  void freeKeyval_jni(int keyval) throws MpiErrorException {
    freeKey(keyval);
  }
}
