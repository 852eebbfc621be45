package org.legio.agent;

import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/**
 * Writes the two ways of a call on a handle: one if its object is ours, another, which is MPI's
 * own, if it is not. So no handler asks whether a handle is ours.
 */
final class TwoWays {
  private final MethodVisitor code;
  private final String found;
  private final Type returned;
  private final Label notOurs = new Label();
  private final Label end = new Label();

  /**
   * Writes into a method.
   *
   * @param found the internal name of the object's type
   * @param returned what the native returns
   */
  TwoWays(MethodVisitor code, String found, Type returned) {
    this.code = code;
    this.found = found;
    this.returned = returned;
  }

  /**
   * Where the first way begins: the object is on the stack.
   *
   * @param handle the local variable of the handle
   * @param getter the static method of {@link NativeEntry} that finds the object
   */
  void beginOurs(int handle, String getter) {
    code.visitVarInsn(Opcodes.LLOAD, handle);
    code.visitMethodInsn(
        Opcodes.INVOKESTATIC,
        Type.getInternalName(NativeEntry.class),
        getter,
        "(J)L" + found + ";",
        false);
    code.visitInsn(Opcodes.DUP);
    code.visitJumpInsn(Opcodes.IFNULL, notOurs);
  }

  /** Where the other way begins: the null that has been found is taken off the stack. */
  void beginNotOurs() {
    code.visitJumpInsn(Opcodes.GOTO, end);
    code.visitLabel(notOurs);
    code.visitFrame(Opcodes.F_SAME1, 0, null, 1, new Object[] {found});
    code.visitInsn(Opcodes.POP);
  }

  /** Where both ways meet: what the native returns is on the stack. */
  void meet() {
    code.visitLabel(end);
    if (returned.getSort() == Type.VOID) {
      code.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
    } else {
      code.visitFrame(Opcodes.F_SAME1, 0, null, 1, new Object[] {onStack()});
    }
  }

  private Object onStack() {
    return switch (returned.getSort()) {
      case Type.LONG -> Opcodes.LONG;
      case Type.FLOAT -> Opcodes.FLOAT;
      case Type.DOUBLE -> Opcodes.DOUBLE;
      case Type.ARRAY, Type.OBJECT -> returned.getInternalName();
      default -> Opcodes.INTEGER;
    };
  }
}
