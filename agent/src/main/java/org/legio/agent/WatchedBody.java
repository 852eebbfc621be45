package org.legio.agent;

import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/**
 * Writes what tells the {@link FaultInjector} where a native's body begins and ends, so that a
 * fault strikes after a call that fails, too.
 */
final class WatchedBody {
  private static final String INJECTOR = Type.getInternalName(FaultInjector.class);

  private final MethodVisitor code;
  private final Call call;
  private final Label begin = new Label();
  private final Label end = new Label();
  private final Label failed = new Label();

  /** Writes into a method, which is this call. */
  WatchedBody(MethodVisitor code, Call call) {
    this.code = code;
    this.call = call;
  }

  /** Where the body begins: nothing is on the stack. */
  void begin() {
    code.visitTryCatchBlock(begin, end, failed, null);
    code.visitLdcInsn(call.publicName());
    tell("entering", "(Ljava/lang/String;)V");
    code.visitLabel(begin);
  }

  /** Where the body ends: what it returns is on the stack. */
  void end() {
    code.visitLabel(end);
    tell("leaving", "()V");
  }

  /** Behind the body's return: what has been thrown is passed on. */
  void passOnFailure() {
    code.visitLabel(failed);
    code.visitFrame(
        Opcodes.F_SAME1, 0, null, 1, new Object[] {Type.getInternalName(Throwable.class)});
    tell("leaving", "()V");
    code.visitInsn(Opcodes.ATHROW);
  }

  private void tell(String method, String descriptor) {
    code.visitMethodInsn(Opcodes.INVOKESTATIC, INJECTOR, method, descriptor, false);
  }
}
