package org.legio.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import org.junit.jupiter.api.Test;

class FinishedBindingTest {
  private static byte[] classFile(String name) throws IOException {
    try (InputStream in = FinishedBindingTest.class.getResourceAsStream("/" + name + ".class")) {
      return in.readAllBytes();
    }
  }

  @Test
  void holdsWhatTheWeaverMakes() throws IOException {
    byte[] comm = classFile("mpi/Comm");
    WeavingFailures failures = new WeavingFailures();
    Weaver weaver = new Weaver(new CallTable(), KillPlan.NONE, failures, false);

    assertThat(FinishedBinding.make("mpi/Comm", comm))
        .isEqualTo(weaver.weave(null, "mpi/Comm", comm))
        .hasSizeGreaterThan(comm.length);
  }

  @Test
  void isEmptyWhereNothingIsWoven() throws IOException {
    assertThat(FinishedBinding.make("mpi/Version", classFile("mpi/Version"))).isEmpty();
  }

  @Test
  void isOfOneClassFileOnly() throws IOException {
    byte[] comm = classFile("mpi/Comm");
    String entry = FinishedBinding.entry("mpi/Comm", comm);
    comm[comm.length - 1]++;

    assertThat(FinishedBinding.entry("mpi/Comm", comm)).isNotEqualTo(entry);
    assertThat(FinishedBinding.find("mpi/Comm", comm)).isNull();
  }
}
