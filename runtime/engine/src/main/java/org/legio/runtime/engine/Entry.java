package org.legio.runtime.engine;

import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/**
 * The static method by which a native is called.
 *
 * @param owner the internal name of its class
 * @param dropsReceiver whether it does not take the object that the native is called on
 * @param wantsClass whether it takes the class that declares the native before all arguments
 */
public record Entry(
    String owner, String name, String descriptor, boolean dropsReceiver, boolean wantsClass) {

  /**
   * Writes the body of a native that calls this, up to its return.
   *
   * @param binding the internal name of the class that declares the native
   * @param arguments the types of the native's arguments, with the object that it is called on
   * @param firstLocal the local variable of the first argument
   * @param returned the type that the native returns
   */
  public void writeCall(
      MethodVisitor code, String binding, Type[] arguments, int firstLocal, Type returned) {
    if (wantsClass) {
      code.visitLdcInsn(Type.getObjectType(binding));
    }
    Type[] wanted = Type.getArgumentTypes(descriptor);
    int next = wantsClass ? 1 : 0;
    int local = firstLocal;
    for (int i = 0; i < arguments.length; i++) {
      if (i > 0 || !dropsReceiver) {
        code.visitVarInsn(arguments[i].getOpcode(Opcodes.ILOAD), local);
        cast(code, arguments[i], wanted[next++]);
      }
      local += arguments[i].getSize();
    }
    writeInvocation(code, returned);
    code.visitInsn(returned.getOpcode(Opcodes.IRETURN));
  }

  /** Writes the invocation, with the arguments on the stack; leaves what the native returns. */
  public void writeInvocation(MethodVisitor code, Type returned) {
    code.visitMethodInsn(Opcodes.INVOKESTATIC, owner, name, descriptor, false);
    cast(code, Type.getReturnType(descriptor), returned);
  }

  private void cast(MethodVisitor code, Type from, Type to) {
    boolean isObject = to.getSort() == Type.OBJECT || to.getSort() == Type.ARRAY;
    if (from.equals(to) || to.getDescriptor().equals("Ljava/lang/Object;")) {
      return;
    }
    if (!isObject) {
      throw new IllegalArgumentException(
          owner + "." + name + descriptor + " has " + to + " where the native has " + from);
    }
    code.visitTypeInsn(Opcodes.CHECKCAST, to.getInternalName());
  }
}
