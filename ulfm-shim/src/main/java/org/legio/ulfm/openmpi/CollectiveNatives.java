package org.legio.ulfm.openmpi;

import java.lang.invoke.CallSite;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.List;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.Handle;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;
import org.legio.ulfm.Collective;
import org.legio.ulfm.CollectiveCall;
import org.legio.ulfm.CollectiveSignature;
import org.legio.ulfm.CollectiveSignature.Argument;
import org.legio.ulfm.CollectiveSignature.Side;
import org.legio.ulfm.CollectiveSignature.Step;
import org.legio.ulfm.MessageData;
import org.legio.ulfm.Pmpi;

/**
 * The part of the class behind {@link Pmpi} that runs and starts collective operations: for each
 * form of each operation a method that hands the native what the call says, and for each form one
 * that chooses among them by the operation.
 */
final class CollectiveNatives {
  private static final String CALL = Type.getInternalName(CollectiveCall.class);
  private static final String DATA = Type.getInternalName(MessageData.class);
  private static final String OPERATION = Type.getInternalName(Collective.class);
  private static final int COMM = 1;
  private static final int CALL_LOCAL = 3;

  /** {@link Linker#linkCollective} as a bootstrap method. */
  private static final Handle LINK =
      new Handle(
          Opcodes.H_INVOKESTATIC,
          Type.getInternalName(Linker.class),
          "linkCollective",
          MethodType.methodType(
                  CallSite.class,
                  MethodHandles.Lookup.class,
                  String.class,
                  MethodType.class,
                  String.class)
              .toMethodDescriptorString(),
          false);

  private CollectiveNatives() {}

  /** Whether a method of the port is one of those written here. */
  static boolean isOne(Method method) {
    return method.getName().equals("collective") || method.getName().equals("startCollective");
  }

  /**
   * Writes the methods.
   *
   * @param owner the internal name of the class they are written into
   */
  static void implement(ClassWriter port, String owner) {
    choose(port, owner, "collective", true);
    choose(port, owner, "startCollective", false);
    for (Collective operation : Collective.values()) {
      call(port, operation, true);
      call(port, operation, false);
    }
  }

  private static String descriptor(boolean isBlocking) {
    return "(JL" + CALL + ";)" + result(isBlocking);
  }

  private static String result(boolean isBlocking) {
    return isBlocking ? "V" : "J";
  }

  private static String name(Collective operation, boolean isBlocking) {
    return isBlocking ? operation.call() : operation.nonBlockingCall();
  }

  private static void choose(ClassWriter port, String owner, String name, boolean isBlocking) {
    Collective[] operations = Collective.values();
    Label[] labels = new Label[operations.length];
    for (int i = 0; i < labels.length; i++) {
      labels[i] = new Label();
    }
    MethodVisitor code =
        port.visitMethod(Opcodes.ACC_PUBLIC, name, descriptor(isBlocking), null, null);
    code.visitVarInsn(Opcodes.ALOAD, CALL_LOCAL);
    code.visitMethodInsn(Opcodes.INVOKEVIRTUAL, CALL, "operation", "()L" + OPERATION + ";", false);
    code.visitMethodInsn(Opcodes.INVOKEVIRTUAL, OPERATION, "ordinal", "()I", false);
    code.visitTableSwitchInsn(0, labels.length - 1, labels[0], labels);
    for (int i = 0; i < labels.length; i++) {
      code.visitLabel(labels[i]);
      code.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
      code.visitVarInsn(Opcodes.ALOAD, 0);
      code.visitVarInsn(Opcodes.LLOAD, COMM);
      code.visitVarInsn(Opcodes.ALOAD, CALL_LOCAL);
      code.visitMethodInsn(
          Opcodes.INVOKEVIRTUAL,
          owner,
          name(operations[i], isBlocking),
          descriptor(isBlocking),
          false);
      code.visitInsn(isBlocking ? Opcodes.RETURN : Opcodes.LRETURN);
    }
    code.visitMaxs(0, 0);
  }

  private static void call(ClassWriter port, Collective operation, boolean isBlocking) {
    String name = name(operation, isBlocking);
    MethodVisitor code =
        port.visitMethod(Opcodes.ACC_PUBLIC, name, descriptor(isBlocking), null, null);
    List<Step> steps = CollectiveSignature.of(operation, isBlocking);
    StringBuilder descriptor = new StringBuilder("(J");
    code.visitVarInsn(Opcodes.LLOAD, COMM);
    for (Step step : steps) {
      for (Argument argument : step.part().arguments()) {
        pushArgument(code, step.side(), argument);
      }
      descriptor.append(step.part().descriptors());
    }
    code.visitInvokeDynamicInsn(
        name,
        descriptor.append(')').append(result(isBlocking)).toString(),
        LINK,
        operation.owner());
    code.visitInsn(isBlocking ? Opcodes.RETURN : Opcodes.LRETURN);
    code.visitMaxs(0, 0);
  }

  private static void pushArgument(MethodVisitor code, Side side, Argument argument) {
    code.visitVarInsn(Opcodes.ALOAD, CALL_LOCAL);
    if (side != Side.CALL) {
      String data = side == Side.SENT ? "sent" : "received";
      code.visitMethodInsn(Opcodes.INVOKEVIRTUAL, CALL, data, "()L" + DATA + ";", false);
    }
    code.visitMethodInsn(
        Opcodes.INVOKEVIRTUAL,
        side == Side.CALL ? CALL : DATA,
        argument.getter(),
        "()" + argument.descriptor(),
        false);
  }
}
