package org.legio.launcher.mpi;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OmpiInfoTest {
  private static String report(String version, String faultTolerance) {
    return String.join(
        "\n",
        "                 Package: Debian OpenMPI",
        "                Open MPI: " + version,
        "  Open MPI repo revision: v" + version,
        "           Java bindings: no",
        " Fault Tolerance support: " + faultTolerance,
        "");
  }

  @Test
  void readsWhatJobsNeed() {
    OmpiInfo info = OmpiInfo.parse(report("5.0.7", "yes")).orElseThrow();
    assertThat(info).isEqualTo(new OmpiInfo("5.0.7", true));
    assertThat(info.shortcoming()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "6.0.0rc2, yes,",
    "10.1,     yes,",
    "4.1.4,    yes, Open MPI 4.1.4 is older than 5",
    "5.0.7,    no,  Open MPI 5.0.7 is built without fault tolerance (ULFM)"
  })
  void saysWhatIsWrong(String version, String faultTolerance, String shortcoming) {
    assertThat(
            OmpiInfo.parse(report(version, faultTolerance))
                .orElseThrow()
                .shortcoming()
                .orElse(null))
        .isEqualTo(shortcoming);
  }

  @Test
  void olderReportsLackTheLineOnFaultTolerance() {
    OmpiInfo info = OmpiInfo.parse("Open MPI: 4.0.3\nJava bindings: yes\n").orElseThrow();
    assertThat(info.faultTolerance()).isFalse();
  }

  @Test
  void anotherProgramsOutputIsNoReport() {
    assertThat(OmpiInfo.parse("MPICH Version: 4.2\n")).isEmpty();
    assertThat(OmpiInfo.parse("")).isEmpty();
  }
}
