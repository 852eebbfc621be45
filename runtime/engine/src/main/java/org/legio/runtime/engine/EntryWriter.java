package org.legio.runtime.engine;

import java.lang.invoke.MethodHandles;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;
import org.legio.ulfm.openmpi.PortClass;
import org.legio.ulfm.ports.CallValue;
import org.legio.ulfm.ports.OrderedMethods;
import org.legio.ulfm.ports.Pmpi;

/**
 * Writes the classes by which a process of the embedded runtime calls its natives. For each family
 * of natives there is one, as {@code PointToPointCallsEntries} for {@link PointToPointCalls}, with
 * a static method for each native: it enters, makes a step where that is due, does the work,
 * leaves, and turns an error into the binding's exception. One more, {@code Port}, implements
 * {@link Pmpi} by these.
 *
 * <p>They are made when Legio is built. Handles that a JVM combines at its first calls do the same,
 * but take a millisecond each, in every JVM of a job.
 */
public final class EntryWriter {
  private static final String ENTRANCE = Type.getInternalName(Entrance.class);
  private static final String ERROR = Type.getInternalName(MpiErrorException.class);
  private static final String STATE = Type.getDescriptor(RankState.class);
  private static final String SUFFIX = "Entries";
  private static final String FAMILY = "FAMILY";

  /** The internal name of the class that implements {@link Pmpi}. */
  private static final String PORT = Type.getInternalName(Natives.class).replace("Natives", "Port");

  private EntryWriter() {}

  /** All classes by their internal names, in the order of these. */
  public static Map<String, byte[]> classes() {
    Map<String, byte[]> all = new TreeMap<>();
    for (Class<? extends Calls> family : Natives.families()) {
      all.put(entriesOf(family), portEntries(family));
    }
    for (Class<? extends Calls> family : BindingLinker.families()) {
      all.put(entriesOf(family), ownEntries(family));
    }
    all.put(PORT, port());
    return all;
  }

  /** The internal name of the class with the entries of a family. */
  static String entriesOf(Class<?> family) {
    return Type.getInternalName(family) + SUFFIX;
  }

  /** Makes the {@link Pmpi} of this process. */
  public static Pmpi newPort() {
    try {
      return (Pmpi) portClass().getDeclaredConstructor().newInstance();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("the port to the natives cannot be made", e);
    }
  }

  /** The class of the port; the agent's jar has it and the others, and here all are made if not. */
  private static Class<?> portClass() throws ReflectiveOperationException {
    try {
      return Class.forName(PORT.replace('/', '.'));
    } catch (ClassNotFoundException e) {
      for (byte[] classFile : classes().values()) {
        MethodHandles.lookup().defineClass(classFile);
      }
      return Class.forName(PORT.replace('/', '.'));
    }
  }

  // ------------------------------------------------------------------ families

  private static byte[] portEntries(Class<? extends Calls> family) {
    ClassWriter entries = begin(family);
    for (Method port : OrderedMethods.of(Pmpi.class.getMethods())) {
      Natives.Work work = Natives.workOf(port);
      if (work != null && work.method().getDeclaringClass() == family) {
        write(entries, work.method(), work.isStep());
      }
    }
    return entries.toByteArray();
  }

  private static byte[] ownEntries(Class<? extends Calls> family) {
    ClassWriter entries = begin(family);
    for (Method work : nativesOf(family)) {
      write(entries, work, false);
    }
    return entries.toByteArray();
  }

  /** The methods of a family that are named after natives. */
  static List<Method> nativesOf(Class<? extends Calls> family) {
    List<Method> natives = new ArrayList<>();
    for (Method method : OrderedMethods.of(family.getDeclaredMethods())) {
      int modifiers = method.getModifiers();
      if (!Modifier.isPrivate(modifiers)
          && !Modifier.isStatic(modifiers)
          && !method.isSynthetic()) {
        natives.add(method);
      }
    }
    return natives;
  }

  /** Begins a class with a constant that is the family's object. */
  private static ClassWriter begin(Class<? extends Calls> family) {
    String name = entriesOf(family);
    ClassWriter entries = new ClassWriter(ClassWriter.COMPUTE_FRAMES);
    entries.visit(
        Opcodes.V17,
        Opcodes.ACC_PUBLIC | Opcodes.ACC_FINAL | Opcodes.ACC_SUPER,
        name,
        null,
        Type.getInternalName(Object.class),
        null);
    entries.visitField(
        Opcodes.ACC_STATIC | Opcodes.ACC_FINAL, FAMILY, Type.getDescriptor(family), null, null);
    MethodVisitor code = entries.visitMethod(Opcodes.ACC_STATIC, "<clinit>", "()V", null, null);
    makeFamily(code, family);
    code.visitFieldInsn(Opcodes.PUTSTATIC, name, FAMILY, Type.getDescriptor(family));
    code.visitInsn(Opcodes.RETURN);
    code.visitMaxs(0, 0);
    return entries;
  }

  private static void makeFamily(MethodVisitor code, Class<? extends Calls> family) {
    Constructor<?> constructor = family.getDeclaredConstructors()[0];
    String type = Type.getInternalName(family);
    code.visitTypeInsn(Opcodes.NEW, type);
    code.visitInsn(Opcodes.DUP);
    for (Class<?> parameter : constructor.getParameterTypes()) {
      if (parameter == RankState.class) {
        code.visitMethodInsn(Opcodes.INVOKESTATIC, ENTRANCE, "rank", "()" + STATE, false);
      } else {
        code.visitFieldInsn(
            Opcodes.GETSTATIC, entriesOf(parameter), FAMILY, Type.getDescriptor(parameter));
      }
    }
    code.visitMethodInsn(
        Opcodes.INVOKESPECIAL, type, "<init>", Type.getConstructorDescriptor(constructor), false);
  }

  private static void write(ClassWriter entries, Method work, boolean isStep) {
    MethodVisitor code =
        entries.visitMethod(
            Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC,
            work.getName(),
            Type.getMethodDescriptor(work),
            null,
            null);
    Label begin = new Label();
    Label end = new Label();
    Label failed = new Label();
    Label thrown = new Label();
    code.visitTryCatchBlock(begin, end, failed, ERROR);
    code.visitTryCatchBlock(begin, end, thrown, null);
    entrance(code, "enter");
    code.visitLabel(begin);
    if (isStep) {
      makeStep(code, work);
    }
    invoke(code, work);
    code.visitLabel(end);
    entrance(code, "leave");
    code.visitInsn(Type.getReturnType(work).getOpcode(Opcodes.IRETURN));
    code.visitLabel(failed);
    leaveWithError(code);
    code.visitLabel(thrown);
    entrance(code, "leave");
    code.visitInsn(Opcodes.ATHROW);
    code.visitMaxs(0, 0);
  }

  private static void makeStep(MethodVisitor code, Method work) {
    Class<?>[] parameters = work.getParameterTypes();
    if (parameters.length == 2 && CallValue.class.isAssignableFrom(parameters[1])) {
      code.visitVarInsn(Opcodes.ALOAD, Type.LONG_TYPE.getSize());
      code.visitInsn(work.getReturnType() == void.class ? Opcodes.ICONST_1 : Opcodes.ICONST_0);
      String descriptor = "(" + Type.getDescriptor(CallValue.class) + "Z)V";
      code.visitMethodInsn(Opcodes.INVOKESTATIC, ENTRANCE, "step", descriptor, false);
    } else {
      code.visitLdcInsn(work.getName());
      code.visitMethodInsn(Opcodes.INVOKESTATIC, ENTRANCE, "step", "(Ljava/lang/String;)V", false);
    }
  }

  private static void invoke(MethodVisitor code, Method work) {
    Class<?> family = work.getDeclaringClass();
    code.visitFieldInsn(Opcodes.GETSTATIC, entriesOf(family), FAMILY, Type.getDescriptor(family));
    int local = 0;
    for (Type argument : Type.getArgumentTypes(work)) {
      code.visitVarInsn(argument.getOpcode(Opcodes.ILOAD), local);
      local += argument.getSize();
    }
    code.visitMethodInsn(
        Opcodes.INVOKEVIRTUAL,
        Type.getInternalName(family),
        work.getName(),
        Type.getMethodDescriptor(work),
        false);
  }

  private static void leaveWithError(MethodVisitor code) {
    entrance(code, "leave");
    code.visitMethodInsn(
        Opcodes.INVOKESTATIC,
        ENTRANCE,
        "translated",
        "(L" + ERROR + ";)Ljava/lang/Exception;",
        false);
    code.visitInsn(Opcodes.ATHROW);
  }

  private static void entrance(MethodVisitor code, String method) {
    code.visitMethodInsn(Opcodes.INVOKESTATIC, ENTRANCE, method, "()V", false);
  }

  // ------------------------------------------------------------------ the port

  private static byte[] port() {
    ClassWriter port = PortClass.begin(PORT);
    for (Method method : OrderedMethods.of(Pmpi.class.getMethods())) {
      MethodVisitor code =
          port.visitMethod(
              Opcodes.ACC_PUBLIC, method.getName(), Type.getMethodDescriptor(method), null, null);
      writeBody(code, method);
      code.visitMaxs(0, 0);
    }
    return port.toByteArray();
  }

  private static void writeBody(MethodVisitor code, Method port) {
    Entry entry = BindingLinker.entryOf(port);
    if (entry == null) {
      writeRefusal(code, port.getName());
    } else {
      entry.writeCall(code, "", Type.getArgumentTypes(port), 1, Type.getReturnType(port));
    }
  }

  /** Writes the body of a native that the runtime does not have. */
  public static void writeRefusal(MethodVisitor code, String called) {
    code.visitLdcInsn(called);
    code.visitMethodInsn(
        Opcodes.INVOKESTATIC,
        ENTRANCE,
        "refusal",
        "(Ljava/lang/String;)Ljava/lang/UnsupportedOperationException;",
        false);
    code.visitInsn(Opcodes.ATHROW);
  }
}
