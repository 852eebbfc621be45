package org.legio.launcher.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the embedded runtime's mpirun wants to know of a machine. */
class MachineTest {
  @TempDir private Path folder;

  @Test
  void coresAreThoseThatMayBeUsed() {
    assertThat(Cores.numbers("0-2,8,10-11")).containsExactly(0, 1, 2, 8, 10, 11);
    assertThat(Cores.numbers("5")).containsExactly(5);
  }

  @Test
  void freeMemoryIsWhatLinuxSays() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("meminfo"),
            "MemTotal: 99999999 kB\nMemAvailable:    2097152 kB\nSwapFree:   1048576 kB\n");
    assertThat(FreeMemory.freeMb(file)).hasValue(3072);
    assertThat(FreeMemory.freeMb(folder.resolve("none"))).isEmpty();
  }

  @Test
  void aJobThatNoMachineCanHoldIsRefused() {
    assertThatThrownBy(() -> FreeMemory.requireFor(1_000_000_000))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("-n 1000000000: each rank needs 24 MB and more");
  }

  @Test
  void whatIsNotThereIsSaidBeforeAnythingStarts() {
    assertThatThrownBy(() -> StartOptions.parse(words("-n 2 no-such-java App"), Map.of()))
        .hasMessageContaining("no-such-java: there is no such program");
    assertThatThrownBy(() -> StartOptions.parse(words("-n 2 --wdir /nowhere sh"), Map.of()))
        .hasMessage("--wdir /nowhere: there is no such folder");
    assertThat(StartOptions.parse(words("-n 2 --bind-to none sh"), Map.of()).cores()).isEmpty();
  }

  private static List<String> words(String line) {
    return List.of(line.split(" "));
  }
}
