package org.legio.ulfm.openmpi;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** An array of PMIx's {@code pmix_info_t} (a key and a value), filled one by one. */
final class PmixInfo {
  /** The size of a {@code pmix_info_t}: the key, then a typed value. */
  static final int BYTES = 552;

  private static final int TYPE = 520;
  private static final int DATA = 528;

  private static final short TYPE_BOOL = 1;
  private static final short TYPE_STRING = 3;
  private static final short TYPE_PROC = 22;
  private static final short TYPE_ARRAY = 39;

  /** The size of a {@code pmix_data_array_t}: the type, the number of elements, their address. */
  private static final int ARRAY_BYTES = 24;

  private static final int ARRAY_SIZE = 8;
  private static final int ARRAY_ADDRESS = 16;

  private final Memory memory;

  /** The memory to which the values point; kept as long as the values. */
  private final List<Memory> values = new ArrayList<>();

  private int size;

  /** Makes an array with room for so many elements. */
  PmixInfo(int most) {
    memory = new Memory((long) BYTES * most);
    memory.clear();
  }

  /** Its address. */
  Pointer address() {
    return memory;
  }

  /** How many elements have been filled in. */
  long size() {
    return size;
  }

  private Pointer next(String key, short type) {
    Pointer info = memory.share((long) BYTES * size++);
    info.setString(0, key, StandardCharsets.UTF_8.name());
    info.setShort(TYPE, type);
    return info;
  }

  PmixInfo yes(String key) {
    next(key, TYPE_BOOL).setByte(DATA, (byte) 1);
    return this;
  }

  PmixInfo text(String key, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    Memory value = new Memory(bytes.length + 1L);
    value.clear();
    value.write(0, bytes, 0, bytes.length);
    values.add(value);
    next(key, TYPE_STRING).setPointer(DATA, value);
    return this;
  }

  PmixInfo process(String key, PmixProcesses one) {
    next(key, TYPE_PROC).setPointer(DATA, one.address());
    values.add(one.address());
    return this;
  }

  PmixInfo processes(String key, PmixProcesses several) {
    Memory array = new Memory(ARRAY_BYTES);
    array.clear();
    array.setShort(0, TYPE_PROC);
    array.setLong(ARRAY_SIZE, several.size());
    array.setPointer(ARRAY_ADDRESS, several.address());
    values.add(array);
    values.add(several.address());
    next(key, TYPE_ARRAY).setPointer(DATA, array);
    return this;
  }

  /** The text of a key in an array that PMIx has made; empty if there is none. */
  static Optional<String> textOf(Pointer array, long size, String key) {
    for (long i = 0; i < size; i++) {
      Pointer info = array.share(BYTES * i);
      if (info.getShort(TYPE) == TYPE_STRING && info.getString(0).equals(key)) {
        return Optional.of(info.getPointer(DATA).getString(0, StandardCharsets.UTF_8.name()));
      }
    }
    return Optional.empty();
  }
}
