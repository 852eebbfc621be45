package org.legio.ulfm.openmpi;

import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;
import org.jspecify.annotations.Nullable;
import org.legio.ulfm.ports.MessageData;
import org.legio.ulfm.ports.Pmpi;
import org.legio.ulfm.ports.Signature;
import org.legio.ulfm.ports.Signature.Argument;
import org.legio.ulfm.ports.Signature.Step;
import org.legio.ulfm.ports.ValueOperation;
import org.legio.ulfm.ports.ValueOperations;

/**
 * Writes the methods of the class behind {@link Pmpi} that take calls as values. For each form of
 * each operation it writes a method that gives the call's arguments to the native. The port's
 * method chooses among these by the operation.
 */
final class ValueNatives {
  private static final String DATA = Type.getInternalName(MessageData.class);
  private static final int HANDLE = 1;
  private static final int CALL_LOCAL = 3;

  private final ClassWriter port;
  private final String owner;
  private final ValueOperation[] operations;
  private final String operationType;
  private final String callType;
  private final String descriptor;
  private final boolean isBlocking;

  private ValueNatives(ClassWriter port, String owner, Method method, ValueOperations kind) {
    this.port = port;
    this.owner = owner;
    this.operations = kind.operations();
    this.operationType = Type.getInternalName(kind.operation());
    this.callType = Type.getInternalName(kind.value());
    this.descriptor = Type.getMethodDescriptor(method);
    this.isBlocking = method.getReturnType() == void.class;
  }

  /**
   * Writes a method of the port, if that method takes a call as a value.
   *
   * @param owner the internal name of the class into which it is written
   * @return whether the method takes a call as a value
   */
  static boolean implement(ClassWriter port, String owner, Method method) {
    ValueOperations kind = kindOf(method);
    if (kind != null) {
      ValueNatives natives = new ValueNatives(port, owner, method, kind);
      natives.choose(method.getName());
      for (ValueOperation each : natives.operations) {
        natives.call(each);
      }
    }
    return kind != null;
  }

  private static @Nullable ValueOperations kindOf(Method method) {
    Class<?>[] parameters = method.getParameterTypes();
    return parameters.length == 2 ? ValueOperations.of(parameters[1]) : null;
  }

  private void choose(String name) {
    Label other = new Label();
    Label[] labels = new Label[operations.length];
    for (int i = 0; i < labels.length; i++) {
      labels[i] = hasForm(operations[i]) ? new Label() : other;
    }
    MethodVisitor code = port.visitMethod(Opcodes.ACC_PUBLIC, name, descriptor, null, null);
    code.visitVarInsn(Opcodes.ALOAD, CALL_LOCAL);
    code.visitMethodInsn(
        Opcodes.INVOKEVIRTUAL, callType, "operation", "()L" + operationType + ";", false);
    code.visitMethodInsn(Opcodes.INVOKEVIRTUAL, operationType, "ordinal", "()I", false);
    code.visitTableSwitchInsn(0, labels.length - 1, other, labels);
    for (int i = 0; i < labels.length; i++) {
      if (labels[i] != other) {
        beginAt(code, labels[i]);
        code.visitVarInsn(Opcodes.ALOAD, 0);
        code.visitVarInsn(Opcodes.LLOAD, HANDLE);
        code.visitVarInsn(Opcodes.ALOAD, CALL_LOCAL);
        code.visitMethodInsn(
            Opcodes.INVOKEVIRTUAL, owner, operations[i].call(isBlocking), descriptor, false);
        code.visitInsn(isBlocking ? Opcodes.RETURN : Opcodes.LRETURN);
      }
    }
    beginAt(code, other);
    throwUnsupported(code, name);
    code.visitMaxs(0, 0);
  }

  private static void beginAt(MethodVisitor code, Label label) {
    code.visitLabel(label);
    code.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
  }

  private void throwUnsupported(MethodVisitor code, String name) {
    String exception = Type.getInternalName(UnsupportedOperationException.class);
    code.visitTypeInsn(Opcodes.NEW, exception);
    code.visitInsn(Opcodes.DUP);
    code.visitVarInsn(Opcodes.ALOAD, CALL_LOCAL);
    code.visitMethodInsn(
        Opcodes.INVOKEVIRTUAL, callType, "operation", "()L" + operationType + ";", false);
    code.visitMethodInsn(
        Opcodes.INVOKEVIRTUAL, operationType, "name", "()Ljava/lang/String;", false);
    code.visitLdcInsn(
        isBlocking
            ? " has no blocking form for " + name + " to call in the binding"
            : " has no form that returns a request, for " + name + "; call its blocking form");
    code.visitMethodInsn(
        Opcodes.INVOKEVIRTUAL,
        "java/lang/String",
        "concat",
        "(Ljava/lang/String;)Ljava/lang/String;",
        false);
    code.visitMethodInsn(
        Opcodes.INVOKESPECIAL, exception, "<init>", "(Ljava/lang/String;)V", false);
    code.visitInsn(Opcodes.ATHROW);
  }

  private boolean hasForm(ValueOperation operation) {
    return !operation.call(isBlocking).isEmpty();
  }

  private void call(ValueOperation operation) {
    if (!hasForm(operation)) {
      return;
    }
    String name = operation.call(isBlocking);
    MethodVisitor code = port.visitMethod(Opcodes.ACC_PUBLIC, name, descriptor, null, null);
    Signature signature = operation.signature(isBlocking);
    Class<?>[] given = parameterTypes(signature.descriptor(isBlocking));
    Method target = BindingMethods.find(operation.owner(), name, given);
    Class<?>[] wanted = target.getParameterTypes();
    code.visitVarInsn(Opcodes.LLOAD, HANDLE);
    int pushed = 1;
    for (Step step : signature.steps()) {
      for (Argument argument : step.part().arguments()) {
        pushArgument(code, step, argument);
        Linker.cast(code, given[pushed], wanted[pushed]);
        pushed++;
      }
    }
    Linker.call(code, target, name, false);
    code.visitInsn(isBlocking ? Opcodes.RETURN : Opcodes.LRETURN);
    code.visitMaxs(0, 0);
  }

  private static Class<?>[] parameterTypes(String descriptor) {
    return MethodType.fromMethodDescriptorString(descriptor, ValueNatives.class.getClassLoader())
        .parameterArray();
  }

  private void pushArgument(MethodVisitor code, Step step, Argument argument) {
    code.visitVarInsn(Opcodes.ALOAD, CALL_LOCAL);
    if (!step.isOfCall()) {
      code.visitMethodInsn(Opcodes.INVOKEVIRTUAL, callType, step.data(), "()L" + DATA + ";", false);
    }
    code.visitMethodInsn(
        Opcodes.INVOKEVIRTUAL,
        step.isOfCall() ? callType : DATA,
        argument.getter(),
        "()" + argument.descriptor(),
        false);
  }
}
