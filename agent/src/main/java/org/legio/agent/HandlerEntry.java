package org.legio.agent;

import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;
import org.jspecify.annotations.Nullable;
import org.legio.ulfm.ports.ValueOperation;
import org.legio.ulfm.ports.ValueOperations;

/**
 * Writes how a native calls the handler of its family. If the row has a communicator, the handler
 * is given the communicator itself and not its handle, and {@link TwoWays} has found it before. In
 * Java it would be
 *
 * <pre>
 * Communicator communicator = NativeEntry.communicator(comm);
 * if (communicator != null) {
 *   NativeEntry.receives().probe(communicator, source, tag, status);
 * } else {
 *   pmpi_probe(comm, source, tag, status);
 * }
 * </pre>
 *
 * <p>Without a communicator it is the call of the handler alone. If the calls are values, the
 * handler is given one in place of the arguments:
 *
 * <pre>
 *   MessageCall call = MessageCall.ofThread(PointToPoint.SEND);
 *   call.sent().at(buf, direct, offset);
 *   call.sent().items(count, type, baseType);
 *   call.to(dest, tag);
 *   NativeEntry.sends().run(communicator, call);   // or return NativeEntry.sends().start(...)
 * </pre>
 */
final class HandlerEntry {
  private final MethodVisitor code;
  private final CallFamily family;
  private final Call call;
  private final Type[] arguments;

  /** What the call is one of; null if its calls are no values. */
  private final @Nullable ValueOperation operation;

  /** The local variable of the first argument. */
  private final int first;

  /**
   * Writes into a method.
   *
   * @param first the local variable of the first argument
   */
  HandlerEntry(MethodVisitor code, int first, CallFamily family, Call call) {
    this.code = code;
    this.first = first;
    this.family = family;
    this.call = call;
    this.arguments = Type.getArgumentTypes(call.descriptor());
    this.operation = ValueOperations.find(call.owner(), call.publicName());
  }

  /** Takes the communicator off the stack, if there is one; leaves what the native returns. */
  void serve() {
    int subject = family.subject(call);
    if (subject >= 0) {
      code.visitVarInsn(Opcodes.ASTORE, behindArguments());
    }
    code.visitMethodInsn(
        Opcodes.INVOKESTATIC,
        Type.getInternalName(NativeEntry.class),
        family.getter(),
        family.getterDescriptor(),
        false);
    if (operation != null) {
      serve(operation);
      return;
    }
    if (call.wantsSelf()) {
      code.visitVarInsn(Opcodes.ALOAD, 0);
    }
    loadArguments(subject);
    code.visitMethodInsn(
        Opcodes.INVOKEVIRTUAL,
        family.handlerType(),
        CallFamily.methodName(call),
        family.methodDescriptor(call),
        false);
    Type returned = Type.getReturnType(call.descriptor());
    if (returned.getSort() >= Type.ARRAY) {
      code.visitTypeInsn(Opcodes.CHECKCAST, returned.getInternalName());
    }
  }

  /** With a value in place of the arguments after the communicator's handle, the first. */
  private void serve(ValueOperation operation) {
    boolean isBlocking = call.publicName().equals(operation.call());
    code.visitVarInsn(Opcodes.ALOAD, behindArguments());
    ValueFiller filler = new ValueFiller(code, first + Type.LONG_TYPE.getSize());
    filler.reuse(operation);
    filler.fill(operation, isBlocking);
    code.visitMethodInsn(
        Opcodes.INVOKEVIRTUAL,
        family.handlerType(),
        isBlocking ? "run" : "start",
        family.valueDescriptor(operation, isBlocking),
        false);
  }

  /** With the communicator in place of its handle. */
  private void loadArguments(int subject) {
    int local = first;
    for (int i = 0; i < arguments.length; i++) {
      if (i == subject) {
        code.visitVarInsn(Opcodes.ALOAD, behindArguments());
      } else {
        code.visitVarInsn(arguments[i].getOpcode(Opcodes.ILOAD), local);
      }
      local += arguments[i].getSize();
    }
  }

  /** The local variable after those of the arguments. */
  private int behindArguments() {
    int withReceiver = Type.getArgumentsAndReturnSizes(call.descriptor()) >> 2;
    return first + withReceiver - 1;
  }
}
