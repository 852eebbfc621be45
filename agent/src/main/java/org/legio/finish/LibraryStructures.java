package org.legio.finish;

import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.utility.OpenedClassReader;

/**
 * Writes out how JNA reads and writes its own structure for the types of arguments ({@code
 * ffi_type} of libffi: a size, two short numbers, a pointer). Else JNA reads an annotation and the
 * fields by reflection when the first native is bound, for which a JVM makes a proxy and two dozen
 * method handles: a tenth of the processor time of a rank's start.
 */
final class LibraryStructures {
  private static final String JNA = "com/sun/jna/";
  private static final String TYPES = JNA + "Structure$FFIType";
  private static final String SIZE = TYPES + "$size_t";
  private static final String POINTER = JNA + "Pointer";
  private static final String WORD = JNA + "NativeLong";
  private static final String[] NUMBERS = {"alignment", "type"};
  private static final int STACK = 8;

  private LibraryStructures() {}

  /** A class file that does without reflection; the same one if it is another class's. */
  static byte[] written(byte[] classFile) {
    ClassReader reader = OpenedClassReader.of(classFile);
    if (!reader.getClassName().equals(TYPES)) {
      return classFile;
    }
    ClassWriter writer = new ClassWriter(reader, 0);
    reader.accept(writer, 0);
    writeFields(writer);
    writeSize(writer);
    writeRead(writer);
    writeWrite(writer);
    writer.visitEnd();
    return writer.toByteArray();
  }

  /** No field is found by reflection. */
  private static void writeFields(ClassWriter writer) {
    MethodVisitor code = begin(writer, Opcodes.ACC_PROTECTED, "getFieldList", "()Ljava/util/List;");
    code.visitMethodInsn(
        Opcodes.INVOKESTATIC, "java/util/Collections", "emptyList", "()Ljava/util/List;", false);
    code.visitInsn(Opcodes.ARETURN);
    end(code, 1);
  }

  /** With its padding it takes three words. */
  private static void writeSize(ClassWriter writer) {
    MethodVisitor code = begin(writer, 0, "calculateSize", "(ZZ)I");
    code.visitInsn(Opcodes.ICONST_3);
    pushPlace(code, 1, 0);
    code.visitInsn(Opcodes.L2I);
    code.visitInsn(Opcodes.IMUL);
    code.visitInsn(Opcodes.IRETURN);
    end(code, 3);
  }

  private static void writeRead(ClassWriter writer) {
    MethodVisitor code = begin(writer, Opcodes.ACC_PUBLIC, "read", "()V");
    code.visitVarInsn(Opcodes.ALOAD, 0);
    code.visitTypeInsn(Opcodes.NEW, SIZE);
    code.visitInsn(Opcodes.DUP);
    pushMemory(code);
    pushPlace(code, 0, 0);
    call(code, POINTER, "getNativeLong", "(J)L" + WORD + ";");
    call(code, WORD, "longValue", "()J");
    code.visitMethodInsn(Opcodes.INVOKESPECIAL, SIZE, "<init>", "(J)V", false);
    code.visitFieldInsn(Opcodes.PUTFIELD, TYPES, "size", "L" + SIZE + ";");
    for (int i = 0; i < NUMBERS.length; i++) {
      code.visitVarInsn(Opcodes.ALOAD, 0);
      pushMemory(code);
      pushPlace(code, 1, i * Short.BYTES);
      call(code, POINTER, "getShort", "(J)S");
      code.visitFieldInsn(Opcodes.PUTFIELD, TYPES, NUMBERS[i], "S");
    }
    code.visitVarInsn(Opcodes.ALOAD, 0);
    pushMemory(code);
    pushPlace(code, 2, 0);
    call(code, POINTER, "getPointer", "(J)L" + POINTER + ";");
    code.visitFieldInsn(Opcodes.PUTFIELD, TYPES, "elements", "L" + POINTER + ";");
    code.visitInsn(Opcodes.RETURN);
    end(code, 1);
  }

  private static void writeWrite(ClassWriter writer) {
    MethodVisitor code = begin(writer, Opcodes.ACC_PUBLIC, "write", "()V");
    Label withoutSize = new Label();
    pushField(code, "size", "L" + SIZE + ";");
    code.visitJumpInsn(Opcodes.IFNULL, withoutSize);
    pushMemory(code);
    pushPlace(code, 0, 0);
    code.visitTypeInsn(Opcodes.NEW, WORD);
    code.visitInsn(Opcodes.DUP);
    pushField(code, "size", "L" + SIZE + ";");
    call(code, SIZE, "longValue", "()J");
    code.visitMethodInsn(Opcodes.INVOKESPECIAL, WORD, "<init>", "(J)V", false);
    call(code, POINTER, "setNativeLong", "(JL" + WORD + ";)V");
    code.visitLabel(withoutSize);
    code.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
    for (int i = 0; i < NUMBERS.length; i++) {
      pushMemory(code);
      pushPlace(code, 1, i * Short.BYTES);
      pushField(code, NUMBERS[i], "S");
      call(code, POINTER, "setShort", "(JS)V");
    }
    pushMemory(code);
    pushPlace(code, 2, 0);
    pushField(code, "elements", "L" + POINTER + ";");
    call(code, POINTER, "setPointer", "(JL" + POINTER + ";)V");
    code.visitInsn(Opcodes.RETURN);
    end(code, 1);
  }

  private static MethodVisitor begin(
      ClassWriter writer, int access, String name, String descriptor) {
    MethodVisitor code = writer.visitMethod(access, name, descriptor, null, null);
    code.visitCode();
    return code;
  }

  private static void end(MethodVisitor code, int locals) {
    code.visitMaxs(STACK, locals);
    code.visitEnd();
  }

  private static void pushMemory(MethodVisitor code) {
    code.visitVarInsn(Opcodes.ALOAD, 0);
    call(code, TYPES, "getPointer", "()L" + POINTER + ";");
  }

  private static void pushField(MethodVisitor code, String name, String descriptor) {
    code.visitVarInsn(Opcodes.ALOAD, 0);
    code.visitFieldInsn(Opcodes.GETFIELD, TYPES, name, descriptor);
  }

  /** Pushes an offset, so many words and bytes. */
  private static void pushPlace(MethodVisitor code, int words, int bytes) {
    code.visitFieldInsn(Opcodes.GETSTATIC, JNA + "Native", "POINTER_SIZE", "I");
    code.visitIntInsn(Opcodes.BIPUSH, words);
    code.visitInsn(Opcodes.IMUL);
    code.visitIntInsn(Opcodes.BIPUSH, bytes);
    code.visitInsn(Opcodes.IADD);
    code.visitInsn(Opcodes.I2L);
  }

  private static void call(MethodVisitor code, String owner, String name, String descriptor) {
    code.visitMethodInsn(Opcodes.INVOKEVIRTUAL, owner, name, descriptor, false);
  }
}
