package org.legio.agent;

import java.util.Set;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import org.jspecify.annotations.Nullable;

/** Drops, from the start of a class of the binding, what loads the binding's native library. */
final class NoLibrary extends MethodVisitor {
  /** What loads it, in Open MPI's binding and in Legio's own. */
  private static final Set<String> LOADING =
      Set.of("java/lang/System.loadLibrary", "org/legio/mpi/NativeLibrary.load");

  NoLibrary(@Nullable MethodVisitor next) {
    super(Opcodes.ASM9, next);
  }

  /** Whether a method loads the library. */
  static boolean isLoading(String owner, String name) {
    return LOADING.contains(owner + "." + name);
  }

  @Override
  public void visitMethodInsn(
      int opcode, String owner, String name, String descriptor, boolean isInterface) {
    if (!isLoading(owner, name)) {
      super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
    } else if (!descriptor.startsWith("()")) {
      super.visitInsn(Opcodes.POP);
    }
  }
}
