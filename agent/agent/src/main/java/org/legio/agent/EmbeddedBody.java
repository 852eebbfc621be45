package org.legio.agent;

import java.lang.invoke.CallSite;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import net.bytebuddy.jar.asm.Handle;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;
import org.legio.inprocess.BindingLinker;
import org.legio.ulfm.ValueOperation;
import org.legio.ulfm.ValueOperations;

/**
 * Writes the body of a native for the embedded runtime: one {@code invokedynamic} instruction that
 * is linked to what the runtime has for it. A native whose calls are values first fills one.
 */
final class EmbeddedBody {
  private static final Handle LINK =
      new Handle(
          Opcodes.H_INVOKESTATIC,
          Type.getInternalName(BindingLinker.class),
          "link",
          MethodType.methodType(
                  CallSite.class,
                  MethodHandles.Lookup.class,
                  String.class,
                  MethodType.class,
                  String.class,
                  int.class)
              .toMethodDescriptorString(),
          false);

  private final MethodVisitor code;
  private final String owner;
  private final boolean isStatic;

  /**
   * Writes into a method.
   *
   * @param owner the internal name of the class that declares it
   */
  EmbeddedBody(MethodVisitor code, String owner, boolean isStatic) {
    this.code = code;
    this.owner = owner;
    this.isStatic = isStatic;
  }

  /** Writes the whole body of a native with this name and descriptor. */
  void write(String name, String descriptor) {
    code.visitCode();
    ValueOperation operation = ValueOperations.find(owner.replace('/', '.'), name);
    if (operation == null) {
      link(name, descriptor);
    } else {
      linkValue(name, descriptor, operation);
    }
    code.visitInsn(Type.getReturnType(descriptor).getOpcode(Opcodes.IRETURN));
    code.visitMaxs(0, 0);
    code.visitEnd();
  }

  private void link(String name, String descriptor) {
    int local = 0;
    if (!isStatic) {
      code.visitVarInsn(Opcodes.ALOAD, local++);
    }
    for (Type argument : Type.getArgumentTypes(descriptor)) {
      code.visitVarInsn(argument.getOpcode(Opcodes.ILOAD), local);
      local += argument.getSize();
    }
    String withReceiver = isStatic ? descriptor : "(L" + owner + ";" + descriptor.substring(1);
    invoke(name, withReceiver, isStatic ? 0 : 1);
  }

  private void linkValue(String name, String descriptor, ValueOperation operation) {
    int handle = isStatic ? 0 : 1;
    String callType = Type.getInternalName(operation.kind().value());
    String operationType = "L" + Type.getInternalName(operation.kind().operation()) + ";";
    boolean isBlocking = name.equals(operation.call());
    code.visitVarInsn(Opcodes.LLOAD, handle);
    code.visitTypeInsn(Opcodes.NEW, callType);
    code.visitInsn(Opcodes.DUP);
    code.visitMethodInsn(Opcodes.INVOKESPECIAL, callType, "<init>", "()V", false);
    code.visitFieldInsn(
        Opcodes.GETSTATIC,
        operationType.substring(1, operationType.length() - 1),
        operation.name(),
        operationType);
    String of = "(" + operationType + ")L" + callType + ";";
    code.visitMethodInsn(Opcodes.INVOKEVIRTUAL, callType, "of", of, false);
    new ValueFiller(code, handle + Type.LONG_TYPE.getSize()).fill(operation, isBlocking);
    invoke(name, "(JL" + callType + ";)" + Type.getReturnType(descriptor), 0);
  }

  private void invoke(String name, String descriptor, int receivers) {
    code.visitInvokeDynamicInsn(name, descriptor, LINK, owner.replace('/', '.'), receivers);
  }
}
