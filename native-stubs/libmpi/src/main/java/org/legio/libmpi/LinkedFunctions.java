package org.legio.libmpi;

import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;
import net.bytebuddy.utility.OpenedClassReader;
import org.jspecify.annotations.Nullable;

/**
 * Has the functions that this package calls by itself linked as those of the natives' bodies are
 * ({@link Functions}), when Legio is built. Those with callbacks or a result that is no error stay
 * JNA's.
 */
public final class LinkedFunctions {
  /** The internal name of the class that is changed. */
  public static final String OWNER = Type.getInternalName(MpiFunctions.class);

  private LinkedFunctions() {}

  /** The class file of {@link #OWNER}, changed. */
  public static byte[] make(byte[] classFile) {
    ClassReader reader = OpenedClassReader.of(classFile);
    ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
    reader.accept(
        new ClassVisitor(Opcodes.ASM9, writer) {
          @Override
          public @Nullable MethodVisitor visitMethod(
              int access,
              String name,
              String descriptor,
              @Nullable String signature,
              String @Nullable [] exceptions) {
            boolean isLinked = (access & Opcodes.ACC_NATIVE) != 0 && isOfNumbers(descriptor);
            MethodVisitor code =
                super.visitMethod(
                    isLinked ? access & ~Opcodes.ACC_NATIVE : access,
                    name,
                    descriptor,
                    signature,
                    exceptions);
            if (!isLinked) {
              return code;
            }
            writeBody(code, name, descriptor);
            return null;
          }
        },
        0);
    return writer.toByteArray();
  }

  private static boolean isOfNumbers(String descriptor) {
    return descriptor.endsWith(")I") && descriptor.indexOf('L') < 0;
  }

  private static void writeBody(MethodVisitor code, String name, String descriptor) {
    code.visitCode();
    int local = 0;
    for (Type argument : Type.getArgumentTypes(descriptor)) {
      code.visitVarInsn(argument.getOpcode(Opcodes.ILOAD), local);
      local += argument.getSize();
    }
    code.visitInvokeDynamicInsn(name, descriptor, BodyWriter.LINK);
    code.visitInsn(Opcodes.IRETURN);
    code.visitMaxs(0, 0);
    code.visitEnd();
  }
}
