package org.legio.ulfm.openmpi;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.legio.ulfm.ports.FileCall;
import org.legio.ulfm.ports.FileTransfer;

class LinkerTest {
  @Test
  void anOperationWithoutTheFormSaysWhichFormServesIt() {
    FileCall call = new FileCall().of(FileTransfer.READ_ALL_BEGIN);
    assertThatThrownBy(() -> Linker.newPmpi().startFileTransfer(0, call))
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessageContaining("READ_ALL_BEGIN")
        .hasMessageContaining("startFileTransfer")
        .hasMessageContaining("blocking form");
  }
}
