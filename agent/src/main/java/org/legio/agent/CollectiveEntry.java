package org.legio.agent;

import static java.util.Objects.requireNonNull;

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
import org.legio.ulfm.Collectives;
import org.legio.ulfm.MessageData;

/**
 * Writes the woven body of a collective operation's native: it fills in a {@link CollectiveCall}
 * from the native's arguments and has the communicator serve it. In Java it would be
 *
 * <pre>
 * Collectives server = NativeEntry.collectives(comm);
 * if (server != null) {
 *   CollectiveCall call = server.call(Collective.BCAST);
 *   call.received().at(buf, direct, offset);
 *   call.received().items(count, type, baseType);
 *   call.root(root);
 *   server.run(call);   // or return server.start(call)
 * } else {
 *   pmpi_bcast(comm, buf, direct, offset, count, type, baseType, root);
 * }
 * </pre>
 */
final class CollectiveEntry {
  private static final String NATIVE_ENTRY = Type.getInternalName(NativeEntry.class);
  private static final String SERVER = Type.getInternalName(Collectives.class);
  private static final String CALL = Type.getInternalName(CollectiveCall.class);
  private static final String DATA = Type.getInternalName(MessageData.class);
  private static final String OPERATION = Type.getInternalName(Collective.class);
  private static final String RUN = "(L" + CALL + ";)V";
  private static final String START = "(L" + CALL + ";)J";

  private final MethodVisitor code;
  private final Collective operation;
  private final boolean isBlocking;

  /** The local variable of the next argument. */
  private int local;

  /**
   * Writes into a method.
   *
   * @param comm the local variable of the first argument, the communicator's handle
   */
  CollectiveEntry(MethodVisitor code, int comm, Call call) {
    this.code = code;
    this.local = comm;
    this.operation =
        requireNonNull(Collective.ofCall(call.publicName()), "no collective operation: " + call);
    this.isBlocking = call.publicName().equals(operation.call());
  }

  /**
   * Writes the search for the server, which is left on the stack; jumps to a label if there is
   * none.
   */
  void findServer(Label notOurs) {
    code.visitVarInsn(Opcodes.LLOAD, local);
    code.visitMethodInsn(
        Opcodes.INVOKESTATIC, NATIVE_ENTRY, "collectives", "(J)L" + SERVER + ";", false);
    code.visitInsn(Opcodes.DUP);
    code.visitJumpInsn(Opcodes.IFNULL, notOurs);
    local += Type.LONG_TYPE.getSize();
  }

  /** Writes the service: takes the server off the stack and leaves the native's result. */
  void serve() {
    code.visitInsn(Opcodes.DUP);
    code.visitFieldInsn(Opcodes.GETSTATIC, OPERATION, operation.name(), "L" + OPERATION + ";");
    code.visitMethodInsn(
        Opcodes.INVOKEINTERFACE, SERVER, "call", "(L" + OPERATION + ";)L" + CALL + ";", true);
    for (Step step : CollectiveSignature.of(operation, isBlocking)) {
      fillIn(step);
    }
    code.visitMethodInsn(
        Opcodes.INVOKEINTERFACE,
        SERVER,
        isBlocking ? "run" : "start",
        isBlocking ? RUN : START,
        true);
  }

  private void fillIn(Step step) {
    String owner = step.side() == Side.CALL ? CALL : DATA;
    code.visitInsn(Opcodes.DUP);
    if (step.side() != Side.CALL) {
      code.visitMethodInsn(
          Opcodes.INVOKEVIRTUAL,
          CALL,
          step.side() == Side.SENT ? "sent" : "received",
          "()L" + DATA + ";",
          false);
    }
    for (Argument argument : step.part().arguments()) {
      Type type = Type.getType(argument.descriptor());
      code.visitVarInsn(type.getOpcode(Opcodes.ILOAD), local);
      local += type.getSize();
    }
    code.visitMethodInsn(
        Opcodes.INVOKEVIRTUAL,
        owner,
        step.part().setter(),
        "(" + step.part().descriptors() + ")L" + owner + ";",
        false);
    code.visitInsn(Opcodes.POP);
  }

  /** Writes the label for calls without a server: takes the null off the stack. */
  void beginOf(Label notOurs) {
    code.visitLabel(notOurs);
    code.visitFrame(Opcodes.F_SAME1, 0, null, 1, new Object[] {SERVER});
    code.visitInsn(Opcodes.POP);
  }

  /** Writes the label at which both ways join: the native's result is on the stack. */
  void beginOfEnd(Label end) {
    code.visitLabel(end);
    if (isBlocking) {
      code.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
    } else {
      code.visitFrame(Opcodes.F_SAME1, 0, null, 1, new Object[] {Opcodes.LONG});
    }
  }
}
