package org.legio.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import org.junit.jupiter.api.Test;
import org.legio.ulfm.openmpi.Linker;
import org.legio.ulfm.openmpi.PortNatives;
import org.legio.ulfm.openmpi.PortNatives.Form;
import org.legio.ulfm.ports.FileCall;
import org.legio.ulfm.ports.FileTransfer;

class LinkedPortTest {
  private static final List<String> OWNERS =
      List.of("MPI", "Comm", "Intracomm", "Intercomm", "CartComm", "GraphComm", "Request");

  private static byte[] woven(String owner) throws IOException {
    try (InputStream in = LinkedPortTest.class.getResourceAsStream("/" + owner + ".class")) {
      return FinishedBinding.OPEN_MPI.make(owner, in.readAllBytes());
    }
  }

  @Test
  void anOperationWithoutTheFormSaysWhichFormServesIt() {
    FileCall call = new FileCall().of(FileTransfer.READ_ALL_BEGIN);
    assertThatThrownBy(() -> Linker.newPmpi().startFileTransfer(0, call))
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessageContaining("READ_ALL_BEGIN")
        .hasMessageContaining("startFileTransfer")
        .hasMessageContaining("blocking form");
  }

  @Test
  void wovenClassesHaveEachNativeThatIsCalledWithoutAnObject() throws IOException {
    PortNatives natives = Linker.natives();
    for (String name : OWNERS) {
      Set<String> called = new HashSet<>();
      natives
          .of("mpi/" + name)
          .forEach(
              (each, form) -> {
                if (form == Form.STATIC) {
                  called.add(each);
                }
              });
      assertThat(new HashSet<>(visibleNatives(woven("mpi/" + name), Opcodes.ACC_STATIC)))
          .as(name)
          .containsAll(called);
    }
  }

  @Test
  void nativesThatUseTheirObjectAreCalledOnIt() throws IOException {
    PortNatives natives = Linker.natives();

    assertThat(natives.of("mpi/Intercomm")).containsEntry("merge_jni(Z)J", Form.ON_OBJECT);
    assertThat(visibleNatives(woven("mpi/Intercomm"), Opcodes.ACC_FINAL)).contains("merge_jni(Z)J");
  }

  /** The renamed natives, by their own names, that classes of the package can call. */
  private static List<String> visibleNatives(byte[] classFile, int flag) {
    List<String> natives = new ArrayList<>();
    new ClassReader(classFile)
        .accept(
            new ClassVisitor(Opcodes.ASM9) {
              @Override
              public MethodVisitor visitMethod(
                  int access, String name, String type, String signature, String[] thrown) {
                if ((access & Opcodes.ACC_NATIVE) != 0
                    && (access & Opcodes.ACC_PRIVATE) == 0
                    && (access & flag) != 0) {
                  natives.add(name.substring(Linker.PREFIX.length()) + type);
                }
                return null;
              }
            },
            ClassReader.SKIP_CODE);
    return natives;
  }
}
