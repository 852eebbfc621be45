package org.legio.finish;

import java.lang.runtime.ObjectMethods;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.Handle;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;
import net.bytebuddy.utility.OpenedClassReader;
import org.jspecify.annotations.Nullable;

/**
 * Writes the {@code hashCode}, {@code equals} and {@code toString} of records out. A JVM makes each
 * of them of method handles when it is first called, and the first one of all takes a tenth of a
 * second of a rank's start. They do what {@link ObjectMethods} is specified to do.
 */
final class RecordMethods {
  private static final String FACTORY = Type.getInternalName(ObjectMethods.class);
  private static final String OBJECT = Type.getDescriptor(Object.class);
  private static final String OBJECTS = Type.getInternalName(Objects.class);
  private static final String BUILDER = Type.getInternalName(StringBuilder.class);

  /** Enough for two components of two words each. */
  private static final int STACK = 4;

  private static final int HASH_FACTOR = 31;

  private RecordMethods() {}

  /** A class file in which the methods are written out; the same one if it has none of them. */
  static byte[] written(byte[] classFile) {
    ClassReader reader = OpenedClassReader.of(classFile);
    ClassWriter writer = new ClassWriter(reader, 0);
    Writing writing = new Writing(writer);
    reader.accept(writing, 0);
    return writing.isNeeded() ? writer.toByteArray() : classFile;
  }

  private static final class Writing extends DynamicCalls {
    private final List<Runnable> helpers = new ArrayList<>();

    Writing(ClassVisitor next) {
      super(next);
    }

    boolean isNeeded() {
      return !helpers.isEmpty();
    }

    @Override
    @Nullable Target replacement(String method, String type, Handle bootstrap, Object[] arguments) {
      if (!bootstrap.getOwner().equals(FACTORY)) {
        return null;
      }
      Target helper = new Target(owner(), "record$" + method);
      helpers.add(() -> write(helper.name(), method, type, arguments));
      return helper;
    }

    @Override
    public void visitEnd() {
      helpers.forEach(Runnable::run);
      super.visitEnd();
    }

    private void write(String helper, String method, String type, Object[] arguments) {
      List<Handle> components = new ArrayList<>();
      for (int i = 2; i < arguments.length; i++) { // behind the class and the names
        components.add((Handle) arguments[i]);
      }
      MethodVisitor code =
          cv.visitMethod(
              Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC | Opcodes.ACC_SYNTHETIC,
              helper,
              type,
              null,
              null);
      code.visitCode();
      switch (method) {
        case "hashCode" -> writeHashCode(code, components);
        case "equals" -> writeEquals(code, components);
        default -> writeToString(code, components);
      }
      code.visitMaxs(STACK, Type.getArgumentTypes(type).length);
      code.visitEnd();
    }

    private static void writeHashCode(MethodVisitor code, List<Handle> components) {
      code.visitInsn(Opcodes.ICONST_0);
      for (Handle each : components) {
        code.visitIntInsn(Opcodes.BIPUSH, HASH_FACTOR);
        code.visitInsn(Opcodes.IMUL);
        code.visitVarInsn(Opcodes.ALOAD, 0);
        get(code, each);
        Type type = Type.getType(each.getDesc());
        boolean isPrimitive = Conversion.isPrimitive(type);
        code.visitMethodInsn(
            Opcodes.INVOKESTATIC,
            isPrimitive ? Conversion.boxOf(type).getInternalName() : OBJECTS,
            "hashCode",
            "(" + (isPrimitive ? type.getDescriptor() : OBJECT) + ")I",
            false);
        code.visitInsn(Opcodes.IADD);
      }
      code.visitInsn(Opcodes.IRETURN);
    }

    private void writeEquals(MethodVisitor code, List<Handle> components) {
      Label unequal = new Label();
      code.visitVarInsn(Opcodes.ALOAD, 1);
      code.visitTypeInsn(Opcodes.INSTANCEOF, owner());
      code.visitJumpInsn(Opcodes.IFEQ, unequal);
      for (Handle each : components) {
        code.visitVarInsn(Opcodes.ALOAD, 0);
        get(code, each);
        code.visitVarInsn(Opcodes.ALOAD, 1);
        code.visitTypeInsn(Opcodes.CHECKCAST, owner());
        get(code, each);
        compare(code, Type.getType(each.getDesc()), unequal);
      }
      code.visitInsn(Opcodes.ICONST_1);
      code.visitInsn(Opcodes.IRETURN);
      code.visitLabel(unequal);
      code.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
      code.visitInsn(Opcodes.ICONST_0);
      code.visitInsn(Opcodes.IRETURN);
    }

    private static void compare(MethodVisitor code, Type type, Label unequal) {
      if (!Conversion.isPrimitive(type)) {
        code.visitMethodInsn(
            Opcodes.INVOKESTATIC, OBJECTS, "equals", "(" + OBJECT + OBJECT + ")Z", false);
        code.visitJumpInsn(Opcodes.IFEQ, unequal);
      } else {
        String descriptor = "(" + type.getDescriptor() + type.getDescriptor() + ")I";
        code.visitMethodInsn(
            Opcodes.INVOKESTATIC,
            Conversion.boxOf(type).getInternalName(),
            "compare",
            descriptor,
            false);
        code.visitJumpInsn(Opcodes.IFNE, unequal);
      }
    }

    private void writeToString(MethodVisitor code, List<Handle> components) {
      code.visitTypeInsn(Opcodes.NEW, BUILDER);
      code.visitInsn(Opcodes.DUP);
      code.visitMethodInsn(Opcodes.INVOKESPECIAL, BUILDER, "<init>", "()V", false);
      String before = simpleName() + "[";
      for (Handle each : components) {
        code.visitLdcInsn(before + each.getName() + "=");
        append(code, Type.getType(String.class));
        code.visitVarInsn(Opcodes.ALOAD, 0);
        get(code, each);
        append(code, Type.getType(each.getDesc()));
        before = ", ";
      }
      code.visitLdcInsn(components.isEmpty() ? before + "]" : "]");
      append(code, Type.getType(String.class));
      code.visitMethodInsn(
          Opcodes.INVOKEVIRTUAL, BUILDER, "toString", "()Ljava/lang/String;", false);
      code.visitInsn(Opcodes.ARETURN);
    }

    private static void append(MethodVisitor code, Type type) {
      String given =
          switch (type.getSort()) {
            case Type.BYTE, Type.SHORT -> "I";
            case Type.ARRAY, Type.OBJECT -> OBJECT;
            default -> type.getDescriptor();
          };
      code.visitMethodInsn(
          Opcodes.INVOKEVIRTUAL,
          BUILDER,
          "append",
          "(" + given + ")" + Type.getObjectType(BUILDER),
          false);
    }

    private static void get(MethodVisitor code, Handle component) {
      code.visitFieldInsn(
          Opcodes.GETFIELD, component.getOwner(), component.getName(), component.getDesc());
    }

    /** As the JVM names it: of a record inside a method, without the number before the name. */
    private String simpleName() {
      String name = owner();
      String last = name.substring(Math.max(name.lastIndexOf('/'), name.lastIndexOf('$')) + 1);
      return last.replaceFirst("^\\d+", "");
    }
  }
}
