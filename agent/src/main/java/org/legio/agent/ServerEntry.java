package org.legio.agent;

import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;
import org.jspecify.annotations.Nullable;
import org.legio.ulfm.ports.ValueOperation;
import org.legio.ulfm.ports.ValueOperations;

/**
 * Writes how a native has the object behind its handle serve it; {@link TwoWays} has found it
 * before. If its calls are values, it fills one in from its arguments. In Java it would be
 *
 * <pre>
 * Communicator server = NativeEntry.collectives(comm);
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
 *
 * <p>Others hand their arguments to a method of that object: {@code server.setSize(size)}.
 */
final class ServerEntry {
  private final MethodVisitor code;
  private final CallFamily family;
  private final Call call;

  /** What the call is one of; null if its calls are no values. */
  private final @Nullable ValueOperation operation;

  /** The local variable of the next argument. */
  private int local;

  /**
   * Writes into a method.
   *
   * @param handle the local variable of the first argument, the handle
   */
  ServerEntry(MethodVisitor code, int handle, CallFamily family, Call call) {
    this.code = code;
    this.local = handle + Type.LONG_TYPE.getSize();
    this.family = family;
    this.call = call;
    this.operation = ValueOperations.find(call.owner(), call.publicName());
  }

  /** Takes the server off the stack; leaves what the native returns. */
  void serve() {
    if (operation != null) {
      serve(operation);
    } else {
      String descriptor = family.methodDescriptor(call);
      for (Type argument : Type.getArgumentTypes(descriptor)) {
        load(argument);
      }
      callOn(family.handlerType(), CallFamily.methodName(call), descriptor);
    }
  }

  private void serve(ValueOperation operation) {
    String callType = Type.getInternalName(operation.kind().value());
    String operationType = Type.getInternalName(operation.kind().operation());
    boolean isBlocking = call.publicName().equals(operation.call());
    String ofOperation = "L" + operationType + ";";
    code.visitInsn(Opcodes.DUP);
    code.visitFieldInsn(Opcodes.GETSTATIC, operationType, operation.name(), ofOperation);
    callOn(family.handlerType(), "call", "(" + ofOperation + ")L" + callType + ";");
    new ValueFiller(code, local).fill(operation, isBlocking);
    String returned = isBlocking ? ")V" : ")J";
    callOn(family.handlerType(), isBlocking ? "run" : "start", "(L" + callType + ";" + returned);
  }

  private void callOn(String owner, String method, String descriptor) {
    code.visitMethodInsn(Opcodes.INVOKEVIRTUAL, owner, method, descriptor, false);
  }

  private void load(Type argument) {
    code.visitVarInsn(argument.getOpcode(Opcodes.ILOAD), local);
    local += argument.getSize();
  }
}
