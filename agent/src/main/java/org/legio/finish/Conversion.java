package org.legio.finish;

import java.util.Map;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/**
 * Writes how a value of one type becomes one of another, as lambdas do it: casts, boxes and their
 * contents, wider numbers.
 */
final class Conversion {
  private static final Map<Type, Class<?>> BOXES =
      Map.of(
          Type.BOOLEAN_TYPE, Boolean.class,
          Type.BYTE_TYPE, Byte.class,
          Type.CHAR_TYPE, Character.class,
          Type.SHORT_TYPE, Short.class,
          Type.INT_TYPE, Integer.class,
          Type.LONG_TYPE, Long.class,
          Type.FLOAT_TYPE, Float.class,
          Type.DOUBLE_TYPE, Double.class);

  private Conversion() {}

  /**
   * Writes the conversion of the value on the stack.
   *
   * @param from its type there
   * @param known what is known of its type: a box's class, if {@code from} is a reference
   * @param to the type wanted; void drops it
   */
  static void write(MethodVisitor code, Type from, Type known, Type to) {
    if (to.equals(Type.VOID_TYPE)) {
      if (!from.equals(Type.VOID_TYPE)) {
        code.visitInsn(from.getSize() == 2 ? Opcodes.POP2 : Opcodes.POP);
      }
    } else if (isPrimitive(from) && isPrimitive(to)) {
      widen(code, from, to);
    } else if (isPrimitive(from)) {
      box(code, from);
    } else if (isPrimitive(to)) {
      unbox(code, isBox(known) ? known : boxOf(to), to);
    } else if (!from.equals(to) && !to.getInternalName().equals("java/lang/Object")) {
      code.visitTypeInsn(Opcodes.CHECKCAST, to.getInternalName());
    }
  }

  static boolean isPrimitive(Type type) {
    return type.getSort() < Type.ARRAY;
  }

  /** The class whose objects hold values of a primitive type. */
  static Type boxOf(Type primitive) {
    return Type.getType(BOXES.get(primitive));
  }

  private static boolean isBox(Type type) {
    return BOXES.values().stream().anyMatch(box -> Type.getType(box).equals(type));
  }

  private static Type contentOf(Type box) {
    return BOXES.keySet().stream().filter(t -> boxOf(t).equals(box)).findFirst().orElseThrow();
  }

  private static void box(MethodVisitor code, Type primitive) {
    Type box = boxOf(primitive);
    code.visitMethodInsn(
        Opcodes.INVOKESTATIC,
        box.getInternalName(),
        "valueOf",
        Type.getMethodDescriptor(box, primitive),
        false);
  }

  private static void unbox(MethodVisitor code, Type box, Type to) {
    Type content = contentOf(box);
    code.visitTypeInsn(Opcodes.CHECKCAST, box.getInternalName());
    code.visitMethodInsn(
        Opcodes.INVOKEVIRTUAL,
        box.getInternalName(),
        content.getClassName() + "Value",
        Type.getMethodDescriptor(content),
        false);
    widen(code, content, to);
  }

  private static void widen(MethodVisitor code, Type from, Type to) {
    int begin = stackSort(from);
    int end = stackSort(to);
    if (begin != end) {
      code.visitInsn(widening(begin, end));
    }
  }

  /** The type as it is on the stack, where all that is smaller is an int. */
  private static int stackSort(Type type) {
    return Math.max(type.getSort(), Type.INT);
  }

  private static int widening(int from, int to) {
    return switch (from * Type.OBJECT + to) {
      case Type.INT * Type.OBJECT + Type.LONG -> Opcodes.I2L;
      case Type.INT * Type.OBJECT + Type.FLOAT -> Opcodes.I2F;
      case Type.INT * Type.OBJECT + Type.DOUBLE -> Opcodes.I2D;
      case Type.LONG * Type.OBJECT + Type.FLOAT -> Opcodes.L2F;
      case Type.LONG * Type.OBJECT + Type.DOUBLE -> Opcodes.L2D;
      case Type.FLOAT * Type.OBJECT + Type.DOUBLE -> Opcodes.F2D;
      default -> throw new IllegalArgumentException("no number of sort " + from + " is a " + to);
    };
  }
}
