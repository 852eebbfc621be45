package org.legio.ulfm.openmpi.library;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RedirectionTest {
  private static final long BOUND = 0x1000;
  private static final long UNBOUND = 0x2000;
  private static final Pointer OTHER = new Pointer(0x3000);

  private final Memory slot = new Memory(Long.BYTES);

  private Redirection redirect() {
    return Redirection.of(slot, BOUND, UNBOUND, OTHER);
  }

  @ParameterizedTest
  @ValueSource(longs = {BOUND, UNBOUND})
  void leadsElsewhereUntilItIsUndone(long held) {
    slot.setLong(0, held);
    Redirection redirection = redirect();
    assertThat(slot.getPointer(0)).isEqualTo(OTHER);
    redirection.undo();
    assertThat(slot.getLong(0)).isEqualTo(held);
  }

  @Test
  void aSlotThatHoldsSomethingElseStaysAsItIs() {
    slot.setLong(0, 0x4711);
    assertThatThrownBy(this::redirect)
        .hasMessageContaining("0x4711")
        .hasMessageContaining("0x1000");
    assertThat(slot.getLong(0)).isEqualTo(0x4711);
  }

  @Test
  void whatOthersHaveWrittenMeanwhileStays() {
    slot.setLong(0, BOUND);
    Redirection redirection = redirect();
    slot.setLong(0, 0x4711);
    redirection.undo();
    assertThat(slot.getLong(0)).isEqualTo(0x4711);
  }

  @Test
  void noErrorComesOut() {
    assertThat(new Redirections().add(Set.of(), "no such function", mpi -> OTHER)).isPresent();
  }

  @Test
  void versionsAreRead() {
    assertThat(Redirections.version("Open MPI v6.0.0rc2, package: Debian OpenMPI"))
        .isEqualTo("6.0.0rc2");
    assertThat(Redirections.version("MPICH Version: 4.2.0")).contains("MPICH");
  }
}
