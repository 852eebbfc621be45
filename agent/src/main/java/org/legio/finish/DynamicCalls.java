package org.legio.finish;

import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.Handle;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import org.jspecify.annotations.Nullable;

/** Replaces {@code invokedynamic} instructions of a class by calls of static methods. */
abstract class DynamicCalls extends ClassVisitor {
  private String owner = "";

  DynamicCalls(ClassVisitor next) {
    super(Opcodes.ASM9, next);
  }

  /** The internal name of the class that is visited. */
  final String owner() {
    return owner;
  }

  /**
   * The method that is called instead, with the descriptor of the instruction.
   *
   * @param name the instruction's name
   * @param descriptor its descriptor
   * @param bootstrap the method that the JVM would link it by
   * @param arguments the constants given to that method
   * @return null to leave the instruction
   */
  abstract @Nullable Target replacement(
      String name, String descriptor, Handle bootstrap, Object[] arguments);

  /** A static method: the internal name of its class, and its own. */
  record Target(String owner, String name) {}

  @Override
  public void visit(
      int version,
      int access,
      String name,
      @Nullable String signature,
      @Nullable String superName,
      String @Nullable [] interfaces) {
    owner = name;
    super.visit(version, access, name, signature, superName, interfaces);
  }

  @Override
  public final @Nullable MethodVisitor visitMethod(
      int access,
      String name,
      String descriptor,
      @Nullable String signature,
      String @Nullable [] exceptions) {
    return new MethodVisitor(
        Opcodes.ASM9, super.visitMethod(access, name, descriptor, signature, exceptions)) {
      @Override
      public void visitInvokeDynamicInsn(
          String method, String type, Handle bootstrap, Object... arguments) {
        Target target = replacement(method, type, bootstrap, arguments);
        if (target == null) {
          super.visitInvokeDynamicInsn(method, type, bootstrap, arguments);
        } else {
          visitMethodInsn(Opcodes.INVOKESTATIC, target.owner(), target.name(), type, false);
        }
      }
    };
  }
}
