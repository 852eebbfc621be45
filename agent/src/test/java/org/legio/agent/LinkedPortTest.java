package org.legio.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.reflect.Method;
import java.util.Set;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.Opcodes;
import org.junit.jupiter.api.Test;
import org.legio.ulfm.openmpi.Linker;
import org.legio.ulfm.openmpi.PortNatives;
import org.legio.ulfm.openmpi.PortNatives.Form;
import org.legio.ulfm.ports.FileCall;
import org.legio.ulfm.ports.FileTransfer;

class LinkedPortTest {
  private static byte[] woven(String owner) throws IOException {
    return FinishedBinding.OPEN_MPI.make(owner, TestedClass.file(owner));
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
  void wovenClassesHaveEachNativeInTheFormInWhichItIsCalled() throws IOException {
    PortNatives natives = Linker.natives();
    assertThat(natives.owners()).contains("mpi/Comm", "mpi/File", "mpi/Win", "mpi/Request");
    for (String owner : natives.owners()) {
      Set<String> onNothing = visibleNatives(woven(owner), Opcodes.ACC_STATIC);
      Set<String> onObject = visibleNatives(woven(owner), Opcodes.ACC_FINAL);
      natives
          .of(owner)
          .forEach(
              (each, form) ->
                  assertThat(form == Form.STATIC ? onNothing : onObject)
                      .as("%s %s", owner, form)
                      .contains(Linker.PREFIX + each));
    }
    assertThat(natives.of("mpi/Intercomm")).containsEntry("merge_jni(Z)J", Form.ON_OBJECT);
  }

  @Test
  void aNativeThatTheBindingLacksIsNamedWhenItIsCalled() throws Exception {
    ClassWriter binding = new ClassWriter(0);
    binding.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, "mpi/Info", null, "java/lang/Object", null);
    byte[] woven =
        new Weaver(new CallTable(), KillPlan.NONE, new WeavingFailures(), FinishedBinding.OPEN_MPI)
            .weave("mpi/Info", binding.toByteArray());
    Class<?> info =
        new ClassLoader(null) {
          Class<?> define() {
            return defineClass("mpi.Info", woven, 0, woven.length);
          }
        }.define();
    Method size = info.getDeclaredMethod(Linker.PREFIX + "size", long.class);
    size.setAccessible(true);

    assertThatThrownBy(() -> size.invoke(null, 0L))
        .hasRootCauseInstanceOf(IllegalStateException.class)
        .rootCause()
        .hasMessageContaining("mpi.Info.size(J)I");
  }

  /** The renamed natives that classes of the package can call. */
  private static Set<String> visibleNatives(byte[] classFile, int flag) {
    return TestedClass.natives(
        classFile, access -> (access & Opcodes.ACC_PRIVATE) == 0 && (access & flag) != 0);
  }
}
