package org.legio.agent;

import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;
import org.legio.ulfm.ports.MessageData;
import org.legio.ulfm.ports.Signature.Argument;
import org.legio.ulfm.ports.Signature.Step;
import org.legio.ulfm.ports.ValueOperation;

/** Writes code that fills a call's value with the arguments of a native. */
final class ValueFiller {
  private static final String DATA = Type.getInternalName(MessageData.class);

  private final MethodVisitor code;

  /** The local variable of the next argument. */
  private int local;

  /**
   * Writes into a method.
   *
   * @param first the local variable of the argument after the handle
   */
  ValueFiller(MethodVisitor code, int first) {
    this.code = code;
    this.local = first;
  }

  /** Puts a new value on the stack for an operation's call. */
  void make(ValueOperation operation) {
    String callType = Type.getInternalName(operation.kind().value());
    code.visitTypeInsn(Opcodes.NEW, callType);
    code.visitInsn(Opcodes.DUP);
    callOn(callType, "<init>", "()V", Opcodes.INVOKESPECIAL);
    begin(operation, "of", Opcodes.INVOKEVIRTUAL);
  }

  /** Puts the value on the stack that a thread reuses for an operation's calls. */
  void reuse(ValueOperation operation) {
    begin(operation, "ofThread", Opcodes.INVOKESTATIC);
  }

  private void begin(ValueOperation operation, String method, int opcode) {
    String callType = Type.getInternalName(operation.kind().value());
    String operationType = Type.getInternalName(operation.kind().operation());
    String ofOperation = "L" + operationType + ";";
    code.visitFieldInsn(Opcodes.GETSTATIC, operationType, operation.name(), ofOperation);
    callOn(callType, method, "(" + ofOperation + ")L" + callType + ";", opcode);
  }

  /** Fills the value that is on the stack, which stays there. */
  void fill(ValueOperation operation, boolean isBlocking) {
    String callType = Type.getInternalName(operation.kind().value());
    for (Step step : operation.signature(isBlocking).steps()) {
      fillIn(callType, step);
    }
  }

  private void fillIn(String callType, Step step) {
    String owner = step.isOfCall() ? callType : DATA;
    code.visitInsn(Opcodes.DUP);
    if (!step.isOfCall()) {
      callOn(callType, step.data(), "()L" + DATA + ";");
    }
    for (Argument argument : step.part().arguments()) {
      load(Type.getType(argument.descriptor()));
    }
    String descriptor = "(" + step.part().descriptors() + ")L" + owner + ";";
    callOn(owner, step.part().setter(), descriptor);
    code.visitInsn(Opcodes.POP);
  }

  private void callOn(String owner, String method, String descriptor) {
    callOn(owner, method, descriptor, Opcodes.INVOKEVIRTUAL);
  }

  private void callOn(String owner, String method, String descriptor, int opcode) {
    code.visitMethodInsn(opcode, owner, method, descriptor, false);
  }

  private void load(Type argument) {
    code.visitVarInsn(argument.getOpcode(Opcodes.ILOAD), local);
    local += argument.getSize();
  }
}
