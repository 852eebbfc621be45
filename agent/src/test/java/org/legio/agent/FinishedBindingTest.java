package org.legio.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FinishedBindingTest {
  @Test
  void holdsWhatTheWeaverMakes() throws IOException {
    byte[] comm = TestedClass.file("mpi/Comm");
    WeavingFailures failures = new WeavingFailures();
    Weaver weaver = new Weaver(new CallTable(), KillPlan.NONE, failures, FinishedBinding.OPEN_MPI);

    assertThat(FinishedBinding.OPEN_MPI.make("mpi/Comm", comm))
        .isEqualTo(weaver.weave("mpi/Comm", comm))
        .hasSizeGreaterThan(comm.length);
  }

  @Test
  void isEmptyWhereNothingIsWoven() throws IOException {
    assertThat(FinishedBinding.OPEN_MPI.make("mpi/Version", TestedClass.file("mpi/Version")))
        .isEmpty();
  }

  @ParameterizedTest
  @EnumSource(names = {"EMBEDDED", "PLAIN", "LIBMPI", "PLAIN_LIBMPI"})
  void leavesNoNativeWhereThereIsNoLibrary(FinishedBinding kind) throws IOException {
    for (String name : List.of("mpi/MPI", "mpi/Comm", "mpi/Request", "mpi/Status", "mpi/Group")) {
      assertThat(TestedClass.natives(kind.make(name, TestedClass.file(name)), access -> true))
          .as(name)
          .isEmpty();
    }
  }

  @Test
  void isFoundByName() throws IOException {
    byte[] comm = TestedClass.file("mpi/Comm");
    Map<String, byte[]> some = Map.of("a", new byte[] {1, 2}, "b", new byte[0], "c", comm);

    ClassFiles read = ClassFiles.read(new ByteArrayInputStream(new ClassFiles(some).content()));

    some.forEach((name, content) -> assertThat(read.find(name)).isEqualTo(content));
    assertThat(read.find("d")).isNull();
  }

  @Test
  void isOfOneClassFileOnly() throws IOException {
    byte[] comm = TestedClass.file("mpi/Comm");
    String name = FinishedBinding.nameOf("mpi/Comm", comm);
    comm[comm.length - 1]++;

    assertThat(FinishedBinding.nameOf("mpi/Comm", comm)).isNotEqualTo(name);
    assertThat(FinishedBinding.OPEN_MPI.find("mpi/Comm", comm)).isNull();
  }
}
