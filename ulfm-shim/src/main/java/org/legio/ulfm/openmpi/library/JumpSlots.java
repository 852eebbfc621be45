package org.legio.ulfm.openmpi.library;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Reads from a shared library's file the table through which the library calls functions by name.
 * Format: ELF, System V ABI (program headers, dynamic section, {@code DT_JMPREL}) with GNU's
 * extension for read-only relocations.
 */
final class JumpSlots {
  /** Enough for the file's header and those of its segments, which follow it. */
  private static final int HEADERS_BYTES = 4096;

  private static final int MAGIC = 0x464c457f;
  private static final byte CLASS_64 = 2;
  private static final byte LITTLE_ENDIAN = 1;
  private static final int SEGMENT_LOADED = 1;
  private static final int SEGMENT_DYNAMIC = 2;

  /** Written when the library is loaded, and read-only from then on ({@code PT_GNU_RELRO}). */
  private static final int SEGMENT_PROTECTED = 0x6474e552;

  private static final int ADDRESS = 16;
  private static final int BYTES_IN_FILE = 32;
  private static final int BYTES_IN_MEMORY = 40;
  private static final int NONE = -1;

  private static final int TAG_SLOTS_BYTES = 2;
  private static final int TAG_STRINGS = 5;
  private static final int TAG_SYMBOLS = 6;
  private static final int TAG_SLOTS = 23;
  private static final int RELOCATION_BYTES = 24;
  private static final int SYMBOL_BYTES = 24;

  /**
   * A slot as the file has it. Both addresses are relative to the place where the library is
   * loaded.
   *
   * @param address the slot's address
   * @param unbound the slot's content until the function is called for the first time: the address
   *     of the code that finds the function
   * @param isProtected whether the slot cannot be written any more once the library is loaded
   */
  record Slot(long address, long unbound, boolean isProtected) {}

  private final ByteBuffer elf;

  private JumpSlots(ByteBuffer elf) {
    this.elf = elf.order(ByteOrder.LITTLE_ENDIAN);
  }

  /** A library's slot for a function; empty if it has none. */
  static Optional<Slot> find(Path library, String function) throws IOException {
    JumpSlots headers = new JumpSlots(read(library, HEADERS_BYTES));
    if (!headers.isKnown()) {
      return Optional.empty();
    }
    return new JumpSlots(read(library, headers.loadedBytes())).find(function);
  }

  /**
   * The beginning of a file. It is read, not mapped: for the first buffer that is mapped, JDK 18 to
   * 21 make two dozen method handles.
   */
  private static ByteBuffer read(Path library, int bytes) throws IOException {
    try (InputStream file = Files.newInputStream(library)) {
      return ByteBuffer.wrap(file.readNBytes(bytes));
    }
  }

  /** Where the last content ends that is loaded; what debuggers need may follow. */
  private int loadedBytes() {
    long end = 0;
    for (int header = segments(); header < segmentsEnd(); header += segmentBytes()) {
      if (elf.getInt(header) == SEGMENT_LOADED) {
        end = Math.max(end, elf.getLong(header + 8) + elf.getLong(header + 32));
      }
    }
    return Math.toIntExact(end);
  }

  private boolean isKnown() {
    return elf.limit() > 64
        && elf.getInt(0) == MAGIC
        && elf.get(4) == CLASS_64
        && elf.get(5) == LITTLE_ENDIAN
        && segmentsEnd() <= elf.limit();
  }

  private Optional<Slot> find(String function) {
    int slots = place(dynamic(TAG_SLOTS));
    int end = slots + (int) dynamic(TAG_SLOTS_BYTES);
    int symbols = place(dynamic(TAG_SYMBOLS));
    int strings = place(dynamic(TAG_STRINGS));
    byte[] name = (function + '\0').getBytes(StandardCharsets.US_ASCII);
    for (int slot = slots; slot < end; slot += RELOCATION_BYTES) {
      int symbol = (int) (elf.getLong(slot + 8) >>> 32);
      if (startsWith(strings + elf.getInt(symbols + SYMBOL_BYTES * symbol), name)) {
        long address = elf.getLong(slot);
        return Optional.of(new Slot(address, elf.getLong(place(address)), isProtected(address)));
      }
    }
    return Optional.empty();
  }

  private boolean isProtected(long address) {
    return segmentAt(address, SEGMENT_PROTECTED, BYTES_IN_MEMORY) != NONE;
  }

  private boolean startsWith(int place, byte[] text) {
    for (int i = 0; i < text.length; i++) {
      if (elf.get(place + i) != text[i]) {
        return false;
      }
    }
    return true;
  }

  /** The value of a tag in the dynamic section; 0 if there is none. */
  private long dynamic(int tag) {
    for (int header = segments(); header < segmentsEnd(); header += segmentBytes()) {
      if (elf.getInt(header) == SEGMENT_DYNAMIC) {
        int end = (int) (elf.getLong(header + 8) + elf.getLong(header + 32));
        for (int entry = (int) elf.getLong(header + 8); entry < end; entry += 16) {
          if (elf.getLong(entry) == tag) {
            return elf.getLong(entry + 8);
          }
        }
      }
    }
    return 0;
  }

  /** The offset in the file, in bytes, of the content that is loaded at an address. */
  private int place(long address) {
    int header = segmentAt(address, SEGMENT_LOADED, BYTES_IN_FILE);
    return header == NONE
        ? 0
        : (int) (elf.getLong(header + 8) + address - elf.getLong(header + ADDRESS));
  }

  /**
   * The header of the segment that holds an address; {@link #NONE} if there is none.
   *
   * @param type of the segment
   * @param length where in its header its length is
   */
  private int segmentAt(long address, int type, int length) {
    for (int header = segments(); header < segmentsEnd(); header += segmentBytes()) {
      long beyond = address - elf.getLong(header + ADDRESS);
      if (elf.getInt(header) == type && beyond >= 0 && beyond < elf.getLong(header + length)) {
        return header;
      }
    }
    return NONE;
  }

  private int segments() {
    return (int) elf.getLong(32);
  }

  private int segmentBytes() {
    return elf.getShort(54);
  }

  private int segmentsEnd() {
    return segments() + segmentBytes() * elf.getShort(56);
  }
}
