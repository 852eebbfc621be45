package org.legio.agent;

import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;
import org.jspecify.annotations.Nullable;
import org.legio.ulfm.openmpi.Linker;
import org.legio.ulfm.openmpi.PortNatives;

/**
 * A native of the binding that is renamed, as PMPI's functions in C are shifted.
 *
 * @param owner the internal name of the class that declares it
 * @param name its own name
 * @param own its access flags as the binding has them
 * @param form how Legio calls it; null if only the binding's own class does
 */
record Shifted(
    String owner, String name, String descriptor, int own, PortNatives.@Nullable Form form) {

  /** The access flags under the new name: what Legio calls is visible in the package. */
  int access() {
    if (form == null) {
      return own;
    }
    int visible = own & ~Opcodes.ACC_PRIVATE;
    return form == PortNatives.Form.STATIC
        ? visible | Opcodes.ACC_STATIC
        : visible | Opcodes.ACC_FINAL;
  }

  /** Writes the call of the native with the arguments of the method that has its own name. */
  void call(MethodVisitor code) {
    boolean isOnObject = (access() & Opcodes.ACC_STATIC) == 0;
    if (isOnObject) {
      code.visitVarInsn(Opcodes.ALOAD, 0);
    }
    int local = localOf(0);
    for (Type argument : Type.getArgumentTypes(descriptor)) {
      code.visitVarInsn(argument.getOpcode(Opcodes.ILOAD), local);
      local += argument.getSize();
    }
    code.visitMethodInsn(opcode(isOnObject), owner, Linker.PREFIX + name, descriptor, false);
  }

  private int opcode(boolean isOnObject) {
    if (!isOnObject) {
      return Opcodes.INVOKESTATIC;
    }
    return (access() & Opcodes.ACC_PRIVATE) != 0 ? Opcodes.INVOKESPECIAL : Opcodes.INVOKEVIRTUAL;
  }

  /** The local variable of a parameter in the method that has the native's own name. */
  int localOf(int parameter) {
    Type[] arguments = Type.getArgumentTypes(descriptor);
    int local = (own & Opcodes.ACC_STATIC) != 0 ? 0 : 1;
    for (int i = 0; i < parameter; i++) {
      local += arguments[i].getSize();
    }
    return local;
  }

  /** Writes, in place of a native that the binding lacks and Legio calls, a method that says so. */
  static void writeMissing(
      ClassVisitor type, String owner, String name, String descriptor, PortNatives.Form form) {
    int access = form == PortNatives.Form.STATIC ? Opcodes.ACC_STATIC : Opcodes.ACC_FINAL;
    MethodVisitor code = type.visitMethod(access, Linker.PREFIX + name, descriptor, null, null);
    String exception = Type.getInternalName(IllegalStateException.class);
    code.visitCode();
    code.visitTypeInsn(Opcodes.NEW, exception);
    code.visitInsn(Opcodes.DUP);
    code.visitLdcInsn(WeavingFailures.missing(owner.replace('/', '.') + "." + name + descriptor));
    code.visitMethodInsn(
        Opcodes.INVOKESPECIAL, exception, "<init>", "(Ljava/lang/String;)V", false);
    code.visitInsn(Opcodes.ATHROW);
    code.visitMaxs(0, 0);
    code.visitEnd();
  }
}
