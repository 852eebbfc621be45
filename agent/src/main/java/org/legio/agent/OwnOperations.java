package org.legio.agent;

import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;
import org.jspecify.annotations.Nullable;
import org.legio.core.collective.UserReductions;
import org.legio.libmpi.Operations;

/**
 * Weaves the binding's class of reductions for the program's own functions: a function is prepared
 * when the binding tells the type of the next items, and its exception is thrown at the end of the
 * call.
 */
final class OwnOperations {
  /** The binding's class of reductions. */
  static final String OWNER = "mpi/Op";

  /** Its method that the binding calls before each reduction; no native, so in no row. */
  static final String BEFORE_REDUCTION = "setDatatype";

  private static final String USER_REDUCTIONS = Type.getInternalName(UserReductions.class);
  private static final String FUNCTION = "Lmpi/UserFunction;";
  private static final String DATATYPE = "Lmpi/Datatype;";
  private static final String OP = "Lmpi/Op;";

  /** Who prepares a function. */
  enum Preparation {
    /** The call family that protects them. */
    PROTECTED,
    /** What stands in for the binding's library. */
    LIBMPI
  }

  private OwnOperations() {}

  /** Writes another body of {@link #BEFORE_REDUCTION}; the old body is read and dropped. */
  static @Nullable MethodVisitor replaced(MethodVisitor code, Preparation preparation) {
    code.visitCode();
    writeBody(code, preparation);
    code.visitMaxs(0, 0);
    code.visitEnd();
    return null;
  }

  /** Writes the instructions of that body. */
  static void writeBody(MethodVisitor code, Preparation preparation) {
    code.visitVarInsn(Opcodes.ALOAD, 0);
    code.visitVarInsn(Opcodes.ALOAD, 1);
    code.visitFieldInsn(Opcodes.PUTFIELD, OWNER, "datatype", DATATYPE);
    if (preparation == Preparation.PROTECTED) {
      userReductions(code);
    }
    code.visitVarInsn(Opcodes.ALOAD, 0);
    code.visitVarInsn(Opcodes.ALOAD, 0);
    code.visitFieldInsn(Opcodes.GETFIELD, OWNER, "uf", FUNCTION);
    code.visitVarInsn(Opcodes.ALOAD, 1);
    String objects = "Ljava/lang/Object;".repeat(3);
    if (preparation == Preparation.PROTECTED) {
      call(code, "setDatatype", objects);
    } else {
      code.visitMethodInsn(
          Opcodes.INVOKESTATIC,
          Type.getInternalName(Operations.class),
          "prepare",
          "(" + objects + ")V",
          false);
    }
    code.visitInsn(Opcodes.RETURN);
  }

  /** Writes the end of a blocking reduction: throws its function's exception. */
  static void throwFailure(MethodVisitor code, int access, Call call) {
    int local = (access & Opcodes.ACC_STATIC) != 0 ? 0 : 1;
    for (Type argument : Type.getArgumentTypes(call.descriptor())) {
      if (argument.getDescriptor().equals(OP) && call.descriptor().endsWith(")V")) {
        userReductions(code);
        code.visitVarInsn(Opcodes.ALOAD, local);
        call(code, "throwFailure", "Ljava/lang/Object;");
      }
      local += argument.getSize();
    }
  }

  private static void userReductions(MethodVisitor code) {
    CallFamily family = CallFamily.USER_REDUCTIONS;
    code.visitMethodInsn(
        Opcodes.INVOKESTATIC,
        Type.getInternalName(NativeEntry.class),
        family.getter(),
        family.getterDescriptor(),
        false);
  }

  private static void call(MethodVisitor code, String name, String parameters) {
    code.visitMethodInsn(
        Opcodes.INVOKEVIRTUAL, USER_REDUCTIONS, name, "(" + parameters + ")V", false);
  }
}
