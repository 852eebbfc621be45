package org.legio.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

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
    Weaver weaver = new Weaver(new CallTable(), KillPlan.NONE, failures, FinishedBinding.OPEN_MPI);

    assertThat(FinishedBinding.OPEN_MPI.make("mpi/Comm", comm))
        .isEqualTo(weaver.weave(null, "mpi/Comm", comm))
        .hasSizeGreaterThan(comm.length);
  }

  @Test
  void isEmptyWhereNothingIsWoven() throws IOException {
    assertThat(FinishedBinding.OPEN_MPI.make("mpi/Version", classFile("mpi/Version"))).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(names = {"EMBEDDED", "PLAIN", "LIBMPI", "PLAIN_LIBMPI"})
  void leavesNoNativeWhereThereIsNoLibrary(FinishedBinding kind) throws IOException {
    for (String name : List.of("mpi/MPI", "mpi/Comm", "mpi/Request", "mpi/Status", "mpi/Group")) {
      List<String> natives = new ArrayList<>();
      new ClassReader(kind.make(name, classFile(name)))
          .accept(
              new ClassVisitor(Opcodes.ASM9) {
                @Override
                public MethodVisitor visitMethod(
                    int access, String method, String type, String signature, String[] thrown) {
                  if ((access & Opcodes.ACC_NATIVE) != 0) {
                    natives.add(method);
                  }
                  return null;
                }
              },
              ClassReader.SKIP_CODE);
      assertThat(natives).as(name).isEmpty();
    }
  }

  @Test
  void isFoundByName() throws IOException {
    byte[] comm = classFile("mpi/Comm");
    Map<String, byte[]> some = Map.of("a", new byte[] {1, 2}, "b", new byte[0], "c", comm);

    ClassFiles read = ClassFiles.read(new ByteArrayInputStream(new ClassFiles(some).content()));

    some.forEach((name, content) -> assertThat(read.find(name)).isEqualTo(content));
    assertThat(read.find("d")).isNull();
  }

  @Test
  void isOfOneClassFileOnly() throws IOException {
    byte[] comm = classFile("mpi/Comm");
    String name = FinishedBinding.nameOf("mpi/Comm", comm);
    comm[comm.length - 1]++;

    assertThat(FinishedBinding.nameOf("mpi/Comm", comm)).isNotEqualTo(name);
    assertThat(FinishedBinding.OPEN_MPI.find("mpi/Comm", comm)).isNull();
  }
}
