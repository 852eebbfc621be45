package org.legio.libmpi;

import java.lang.invoke.CallSite;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.bytebuddy.jar.asm.Handle;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/**
 * Writes the body of a native from its row in the table of natives.
 *
 * <p>The body of a function's row begins {@link Arguments}, has them turn the native's parameters
 * into what C takes, calls the function by an {@code invokedynamic} instruction that {@link
 * Functions} links, and ends the arguments, which writes results back and throws the function's
 * error.
 */
public final class BodyWriter {
  private static final String ARGUMENTS = Type.getInternalName(Arguments.class);
  private static final String OBJECT = "Ljava/lang/Object;";

  /** Stands before a buffer that only the root has. */
  private static final String OF_ROOT = "@";

  private static final Map<String, Method> METHODS = methods(Arguments.class);

  /** {@link Functions#link} as a bootstrap method. */
  static final Handle LINK =
      new Handle(
          Opcodes.H_INVOKESTATIC,
          Type.getInternalName(Functions.class),
          "link",
          MethodType.methodType(
                  CallSite.class, MethodHandles.Lookup.class, String.class, MethodType.class)
              .toMethodDescriptorString(),
          false);

  /** Made when the first body is written: most JVMs find theirs written. */
  private static final class Table {
    static final NativeTable TABLE = new NativeTable();
  }

  /**
   * A parameter of the native.
   *
   * @param local its first local variable
   * @param isStaged whether it is a buffer followed by its kind and its offset
   */
  private record Parameter(int local, Type type, boolean isStaged) {
    boolean isReference() {
      return type.getSort() == Type.OBJECT || type.getSort() == Type.ARRAY;
    }
  }

  private final MethodVisitor code;
  private final String owner;
  private final boolean isStatic;
  private final Map<String, Parameter> parameters = new HashMap<>();
  private int end;

  /**
   * Writes into a method.
   *
   * @param owner the internal name of the class that declares it
   */
  public BodyWriter(MethodVisitor code, String owner, boolean isStatic) {
    this.code = code;
    this.owner = owner;
    this.isStatic = isStatic;
  }

  private static Map<String, Method> methods(Class<?> type) {
    Map<String, Method> methods = new HashMap<>();
    for (Method method : type.getMethods()) {
      if (Modifier.isPublic(method.getModifiers())) {
        methods.put(method.getName() + method.getParameterCount(), method);
      }
    }
    return methods;
  }

  /** Writes the whole body of a native with this name and descriptor. */
  public void write(String name, String descriptor) {
    String binding = owner.replace('/', '.');
    NativeRow row = Table.TABLE.find(binding, name);
    code.visitCode();
    if (row == null) {
      refuse(binding + "." + name);
    } else {
      readParameters(binding + "." + name, row, descriptor);
      write(row, Type.getReturnType(descriptor));
    }
    code.visitMaxs(0, 0);
    code.visitEnd();
  }

  private void refuse(String call) {
    String exception = Type.getInternalName(UnsupportedOperationException.class);
    code.visitTypeInsn(Opcodes.NEW, exception);
    code.visitInsn(Opcodes.DUP);
    code.visitLdcInsn(call + " has no counterpart in libmpi; use Open MPI's Java library");
    code.visitMethodInsn(
        Opcodes.INVOKESPECIAL, exception, "<init>", "(Ljava/lang/String;)V", false);
    code.visitInsn(Opcodes.ATHROW);
  }

  private void readParameters(String call, NativeRow row, String descriptor) {
    Type[] types = Type.getArgumentTypes(descriptor);
    int local = isStatic ? 0 : 1;
    int type = 0;
    for (String name : row.parameters()) {
      if (type == types.length) {
        throw new IllegalStateException(call + descriptor + " has no parameter " + name);
      }
      boolean hasKind =
          types[type].getDescriptor().equals(OBJECT)
              && type + 1 < types.length
              && types[type + 1].getSort() == Type.BOOLEAN;
      boolean isStaged = hasKind && types[type + 2].getSort() == Type.INT;
      parameters.put(name, new Parameter(local, types[type], isStaged));
      int last = isStaged ? type + 2 : hasKind ? type + 1 : type;
      while (type <= last) {
        local += types[type++].getSize();
      }
    }
    if (type != types.length) {
      throw new IllegalStateException(call + descriptor + " has more parameters than its row");
    }
    end = local;
  }

  private void write(NativeRow row, Type returned) {
    if (row.isFunction()) {
      writeFunction(row, returned);
      return;
    } else if (row.isMethod()) {
      writeMethod(row, returned);
    } else if (row.isHandle()) {
      code.visitLdcInsn(row.target().substring(1));
      code.visitMethodInsn(
          Opcodes.INVOKESTATIC,
          Type.getInternalName(Functions.class),
          "handle",
          "(Ljava/lang/String;)J",
          false);
    }
    code.visitInsn(returned.getOpcode(Opcodes.IRETURN));
  }

  // ------------------------------------------------------------------ methods

  private void writeMethod(NativeRow row, Type returned) {
    int dot = row.target().indexOf('.');
    String simpleName = row.target().substring(0, dot);
    String name = row.target().substring(dot + 1);
    Method method = find(simpleName, name, row.arguments().size());
    Class<?>[] wanted = method.getParameterTypes();
    for (int i = 0; i < wanted.length; i++) {
      pushRaw(row.arguments().get(i).name(), wanted[i]);
    }
    code.visitMethodInsn(
        Opcodes.INVOKESTATIC,
        Type.getInternalName(method.getDeclaringClass()),
        name,
        Type.getMethodDescriptor(method),
        false);
    Type given = Type.getReturnType(method);
    if (!given.equals(returned)) {
      code.visitTypeInsn(Opcodes.CHECKCAST, returned.getInternalName());
    }
  }

  private static Method find(String simpleName, String name, int count) {
    try {
      Class<?> owner =
          Class.forName(
              BodyWriter.class.getPackageName() + "." + simpleName,
              false,
              BodyWriter.class.getClassLoader());
      for (Method method : owner.getDeclaredMethods()) {
        if (Modifier.isPublic(method.getModifiers())
            && method.getName().equals(name)
            && method.getParameterCount() == count) {
          return method;
        }
      }
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException("there is no class " + simpleName + " for " + name, e);
    }
    throw new IllegalStateException(simpleName + " has no public method " + name + " of " + count);
  }

  private void pushRaw(String name, Class<?> wanted) {
    if (name.equals("class")) {
      code.visitLdcInsn(Type.getObjectType(owner));
    } else if (name.equals("self") && wanted == Object.class) {
      code.visitVarInsn(Opcodes.ALOAD, 0);
    } else {
      Parameter parameter = parameter(name);
      code.visitVarInsn(parameter.type().getOpcode(Opcodes.ILOAD), parameter.local());
    }
  }

  // ------------------------------------------------------------------ functions

  private void writeFunction(NativeRow row, Type returned) {
    if (!row.swap().isEmpty()) {
      swapInPlace(row.swap());
    }
    int arguments = end;
    Label begun = new Label();
    Label called = new Label();
    Label failed = new Label();
    code.visitTryCatchBlock(begun, called, failed, null);
    code.visitMethodInsn(Opcodes.INVOKESTATIC, ARGUMENTS, "begin", "()L" + ARGUMENTS + ";", false);
    code.visitVarInsn(Opcodes.ASTORE, arguments);
    code.visitLabel(begun);
    StringBuilder types = new StringBuilder("(");
    for (NativeRow.Argument argument : row.arguments()) {
      types.append(push(argument, arguments));
    }
    code.visitInvokeDynamicInsn(row.target(), types.append(")I").toString(), LINK);
    code.visitLabel(called);
    code.visitVarInsn(Opcodes.ALOAD, arguments);
    code.visitInsn(Opcodes.SWAP);
    invoke("end", "(I)V");
    throwFailureOfOperation(returned);
    if (returned.getSort() != Type.VOID) {
      code.visitVarInsn(Opcodes.ALOAD, arguments);
      invoke(resultOf(returned), "()" + returned.getDescriptor());
    }
    code.visitInsn(returned.getOpcode(Opcodes.IRETURN));
    code.visitLabel(failed);
    String thrown = Type.getInternalName(Throwable.class);
    code.visitFrame(Opcodes.F_SAME1, 0, null, 1, new Object[] {thrown});
    code.visitMethodInsn(Opcodes.INVOKESTATIC, ARGUMENTS, "giveUp", "()V", false);
    code.visitInsn(Opcodes.ATHROW);
  }

  /** Writes, behind a blocking reduction: throws what the program's function has thrown. */
  private void throwFailureOfOperation(Type returned) {
    Parameter op = parameters.get("op");
    if (op != null && returned.getSort() == Type.VOID) {
      code.visitVarInsn(Opcodes.ALOAD, op.local());
      code.visitMethodInsn(
          Opcodes.INVOKESTATIC,
          Type.getInternalName(Operations.class),
          "throwFailure",
          "(" + OBJECT + ")V",
          false);
    }
  }

  private static String resultOf(Type returned) {
    return switch (returned.getSort()) {
      case Type.LONG -> "longResult";
      case Type.INT -> "intResult";
      case Type.BOOLEAN -> "flagResult";
      default -> "textResult";
    };
  }

  /** Pushes an argument of a function; returns its type, as C has it. */
  private String push(NativeRow.Argument argument, int arguments) {
    String name = argument.name();
    if (argument.isCall()) {
      return pushCall(name, argument.names(), arguments);
    } else if (name.equals("null")) {
      code.visitInsn(Opcodes.LCONST_0);
      return "J";
    } else if (name.equals("self")) {
      code.visitVarInsn(Opcodes.ALOAD, 0);
      code.visitFieldInsn(Opcodes.GETFIELD, owner, "handle", "J");
      return "J";
    } else if (name.startsWith("^")) {
      return pushCall(
          "result", name.length() == 1 ? List.of() : List.of(name.substring(1)), arguments);
    } else if (name.endsWith("*")) {
      return pushCall("changed", List.of(name.substring(0, name.length() - 1)), arguments);
    }
    Parameter parameter = parameter(name);
    if (parameter.isReference()) {
      return pushCall("memory", List.of(name), arguments);
    }
    code.visitVarInsn(parameter.type().getOpcode(Opcodes.ILOAD), parameter.local());
    return parameter.type().getSort() == Type.LONG ? "J" : "I";
  }

  private String pushCall(String name, List<String> names, int arguments) {
    boolean takesOffset = Arguments.takesOffset(name);
    int count = names.size() + (takesOffset ? 1 : 0);
    Method method = METHODS.get(name + count);
    if (method == null) {
      throw new IllegalStateException("Arguments has no method " + name + " of " + count);
    }
    code.visitVarInsn(Opcodes.ALOAD, arguments);
    int next = 0;
    for (String each : names) {
      boolean isOfRoot = each.startsWith(OF_ROOT);
      Parameter parameter = parameter(isOfRoot ? each.substring(1) : each);
      code.visitVarInsn(parameter.type().getOpcode(Opcodes.ILOAD), parameter.local());
      if (isOfRoot) {
        code.visitVarInsn(Opcodes.LLOAD, parameter("comm").local());
        code.visitVarInsn(Opcodes.ILOAD, parameter("root").local());
        code.visitMethodInsn(
            Opcodes.INVOKESTATIC, ARGUMENTS, "ofRoot", "(" + OBJECT + "JI)" + OBJECT, false);
      }
      boolean isInt = !parameter.isReference() && parameter.type().getSort() != Type.LONG;
      if (isInt && method.getParameterTypes()[next] == long.class) {
        code.visitInsn(Opcodes.I2L);
      }
      next++;
      if (takesOffset && next == 1) {
        pushOffset(parameter);
        next++;
      }
    }
    invoke(name, Type.getMethodDescriptor(method));
    return Type.getReturnType(method).getDescriptor();
  }

  private void pushOffset(Parameter buffer) {
    if (buffer.isStaged()) {
      code.visitVarInsn(Opcodes.ILOAD, buffer.local() + 2);
    } else {
      code.visitInsn(Opcodes.ICONST_0);
    }
  }

  private void invoke(String name, String descriptor) {
    code.visitMethodInsn(Opcodes.INVOKEVIRTUAL, ARGUMENTS, name, descriptor, false);
  }

  private Parameter parameter(String name) {
    Parameter parameter = parameters.get(name);
    if (parameter == null) {
      throw new IllegalStateException("a row of " + owner + " names no parameter " + name);
    }
    return parameter;
  }

  /**
   * Writes: if the first buffer is null, so that the call is in place, and this rank is not the
   * root, the parameters change places.
   */
  private void swapInPlace(List<String> pairs) {
    Label notSwapped = new Label();
    Parameter first = parameter(pairs.get(0));
    code.visitVarInsn(Opcodes.ALOAD, first.local());
    code.visitJumpInsn(Opcodes.IFNONNULL, notSwapped);
    code.visitVarInsn(Opcodes.LLOAD, parameter("comm").local());
    code.visitVarInsn(Opcodes.ILOAD, parameter("root").local());
    code.visitMethodInsn(Opcodes.INVOKESTATIC, ARGUMENTS, "isNotRoot", "(JI)Z", false);
    code.visitJumpInsn(Opcodes.IFEQ, notSwapped);
    for (int i = 0; i < pairs.size(); i += 2) {
      move(parameter(pairs.get(i + 1)), parameter(pairs.get(i)));
    }
    code.visitInsn(Opcodes.ACONST_NULL);
    code.visitVarInsn(Opcodes.ASTORE, parameter(pairs.get(1)).local());
    code.visitLabel(notSwapped);
    code.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
  }

  private void move(Parameter from, Parameter to) {
    code.visitVarInsn(from.type().getOpcode(Opcodes.ILOAD), from.local());
    code.visitVarInsn(from.type().getOpcode(Opcodes.ISTORE), to.local());
    if (from.isStaged()) {
      code.visitVarInsn(Opcodes.ILOAD, from.local() + 2);
      code.visitVarInsn(Opcodes.ISTORE, to.local() + 2);
    }
  }
}
