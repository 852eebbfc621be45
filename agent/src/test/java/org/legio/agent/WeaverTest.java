package org.legio.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.Opcodes;
import org.junit.jupiter.api.Test;

class WeaverTest {
  private static final CallTable TABLE = new CallTable();
  private static final Map<String, Set<Call>> WOVEN =
      TABLE.calls().stream()
          .filter(call -> call.treatment().isWoven())
          .collect(Collectors.groupingBy(Call::owner, Collectors.toSet()));

  private final WeavingFailures failures = new WeavingFailures();
  private final Weaver weaver =
      new Weaver(TABLE, KillPlan.NONE, failures, FinishedBinding.OPEN_MPI);

  @Test
  void aBindingWithAllNativesIsWovenWithoutComplaint() {
    WOVEN.forEach((owner, calls) -> weave(owner, calls));
    assertThat(failures.first()).isEmpty();
  }

  @Test
  void aNativeThatIsMissingIsNamed() {
    Call barrier =
        WOVEN.get("mpi.Comm").stream()
            .filter(call -> call.name().equals("barrier"))
            .findAny()
            .orElseThrow();
    weave(
        "mpi.Comm",
        WOVEN.get("mpi.Comm").stream()
            .filter(call -> !call.equals(barrier))
            .collect(Collectors.toSet()));
    assertThat(failures.first())
        .hasValueSatisfying(f -> assertThat(f).contains("mpi.Comm.barrier(J)V"));
  }

  /** Asking for a class's methods links it, and so verifies it. */
  @Test
  void theWovenBindingPassesTheVerifier() {
    WovenBinding binding = new WovenBinding();
    for (String owner : WOVEN.keySet()) {
      assertThatCode(() -> binding.findClass(owner).getDeclaredMethods())
          .as(owner)
          .doesNotThrowAnyException();
    }
    assertThat(failures.first()).isEmpty();
  }

  /** The binding's classes, woven, instead of those of the tests. */
  private final class WovenBinding extends ClassLoader {
    WovenBinding() {
      super(WeaverTest.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      return name.startsWith("mpi.") ? findClass(name) : super.loadClass(name, resolve);
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      Class<?> known = findLoadedClass(name);
      return known != null ? known : woven(name);
    }

    private Class<?> woven(String name) throws ClassNotFoundException {
      String path = name.replace('.', '/');
      try (InputStream in = getParent().getResourceAsStream(path + ".class")) {
        if (in == null) {
          throw new ClassNotFoundException(name);
        }
        byte[] plain = in.readAllBytes();
        byte[] woven = weaver.transform(getParent(), path, null, null, plain);
        byte[] code = woven == null ? plain : woven;
        return defineClass(name, code, 0, code.length);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private void weave(String owner, Set<Call> natives) {
    String name = owner.replace('.', '/');
    ClassWriter binding = new ClassWriter(0);
    binding.visit(Opcodes.V11, Opcodes.ACC_PUBLIC, name, null, "java/lang/Object", null);
    natives.forEach(
        call ->
            binding.visitMethod(
                Opcodes.ACC_PRIVATE | Opcodes.ACC_NATIVE,
                call.name(),
                call.descriptor(),
                null,
                null));
    weaver.transform(getClass().getClassLoader(), name, null, null, binding.toByteArray());
  }
}
