package org.legio.ulfm.openmpi.library;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.jna.NativeLibrary;
import com.sun.jna.Platform;
import com.sun.jna.Pointer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Libraries in files and in memory: the Java runtime's own, and the C library. */
@Timeout(60)
class JumpSlotsTest {
  private static final Path LIBRARY = Path.of(System.getProperty("java.home"), "lib", "libjava.so");

  @TempDir Path folder;

  private static long addressOf(String library, String function) {
    return Pointer.nativeValue(NativeLibrary.getInstance(library).getFunction(function));
  }

  @Test
  void aSlotHoldsAnAddressInTheLibraryThatHasTheFunction() throws IOException {
    Optional<JumpSlots.Slot> slot = JumpSlots.find(LIBRARY, "JVM_GC");
    assertThat(slot).isPresent();
    long here = addressOf(LIBRARY.toString(), "Java_java_lang_Runtime_gc");
    Optional<LoadedLibrary> library = LoadedLibrary.at(here);
    assertThat(library).map(LoadedLibrary::path).hasValue(LIBRARY.toRealPath());
    long base = library.orElseThrow().base();
    long held = new Pointer(base + slot.orElseThrow().address()).getLong(0);
    assertThat(LoadedLibrary.at(held))
        .map(each -> each.path().getFileName().toString())
        .hasValueSatisfying(name -> assertThat(name).isIn("libjvm.so", "libjava.so"));
  }

  @Test
  void whatIsNotCalledHasNoSlot() throws IOException {
    assertThat(JumpSlots.find(LIBRARY, "JVM_G")).isEmpty();
    assertThat(JumpSlots.find(LIBRARY, "ompi_osc_rdma_free")).isEmpty();
  }

  @Test
  void aFileThatIsNoLibraryHasNoSlots() throws IOException {
    Path text = Files.writeString(folder.resolve("text"), "no library ".repeat(20));
    assertThat(JumpSlots.find(text, "getpid")).isEmpty();
  }

  @Test
  void anAddressInNoLibraryIsNotFound() throws IOException {
    assertThat(LoadedLibrary.at(addressOf(Platform.C_LIBRARY_NAME, "getpid"))).isPresent();
    assertThat(LoadedLibrary.at(1)).isEmpty();
  }

  @Test
  void slotsThatTheLinkerProtectsAreKnown() throws IOException {
    boolean isProtected = JumpSlots.find(LIBRARY, "JVM_GC").orElseThrow().isProtected();
    assertThat(isProtected).isEqualTo(!isWritable(slotInMemory()));
  }

  private static long slotInMemory() throws IOException {
    long here = addressOf(LIBRARY.toString(), "Java_java_lang_Runtime_gc");
    return LoadedLibrary.at(here).orElseThrow().base()
        + JumpSlots.find(LIBRARY, "JVM_GC").orElseThrow().address();
  }

  /** What the kernel says of a page: {@code from-to rights ...}. */
  private static boolean isWritable(long address) throws IOException {
    for (String line : Files.readAllLines(Path.of("/proc/self/maps"))) {
      String[] columns = line.split("[- ]");
      if (Long.parseUnsignedLong(columns[0], 16) <= address
          && address < Long.parseUnsignedLong(columns[1], 16)) {
        return columns[2].startsWith("rw");
      }
    }
    throw new IllegalStateException("no memory at " + Long.toHexString(address));
  }
}
