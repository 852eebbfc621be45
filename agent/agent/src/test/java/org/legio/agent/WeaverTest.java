package org.legio.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.Opcodes;
import org.junit.jupiter.api.Test;

class WeaverTest {
  private static final CallTable TABLE = CallTable.load();
  private static final Map<String, Set<Call>> WOVEN =
      TABLE.calls().stream()
          .filter(call -> call.treatment().isWoven())
          .collect(Collectors.groupingBy(Call::owner, Collectors.toSet()));

  private final WeavingFailures failures = new WeavingFailures();
  private final Weaver weaver = new Weaver(TABLE, KillPlan.NONE, failures);

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
