package org.legio.ulfm.openmpi.library;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.legio.ulfm.ports.ConstantTable;

class AbiTest {
  private static Set<String> handles(String abi) throws IOException {
    Properties table = new Properties();
    try (InputStream in = Abi.class.getResourceAsStream(abi + ".properties")) {
      table.load(in);
    }
    return table.stringPropertyNames().stream()
        .filter(name -> name.startsWith("MPI_"))
        .collect(Collectors.toSet());
  }

  @Test
  void bothHaveTheSameHandles() throws IOException {
    assertThat(handles("standard")).isEqualTo(handles("open-mpi")).hasSizeGreaterThan(40);
  }

  /** MPI 5.0, appendix A: a handle's value tells no two objects of one kind. */
  @Test
  void handlesOfTheStandardAreDistinctNumbersBelowAPage() throws IOException {
    assertThat(handles("standard").stream().map(Abi.STANDARD::handle))
        .doesNotHaveDuplicates()
        .allMatch(handle -> handle > 0 && handle < 4096);
  }

  @Test
  void everyConstantHasAValue() {
    for (String name : ConstantTable.read().stringPropertyNames()) {
      Abi.STANDARD.constant(name);
      assertThat(Abi.OPEN_MPI.constant(name))
          .isEqualTo(Integer.parseInt(ConstantTable.read().getProperty(name)));
    }
    assertThat(Abi.STANDARD.constant("ANY_TAG")).isEqualTo(-2);
    assertThat(Abi.STANDARD.constant("ROOT")).isEqualTo(-4);
  }

  @Test
  void theStandardHidesPartOfAStatus() {
    assertThat(Abi.OPEN_MPI.inStatus("count")).isEqualTo(16);
    assertThat(Abi.STANDARD.inStatus("count")).isNegative();
    assertThat(Abi.STANDARD.inStatus("bytes")).isEqualTo(32);
  }
}
