package org.legio.agent;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandles;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;
import net.bytebuddy.utility.OpenedClassReader;
import org.jspecify.annotations.Nullable;

/**
 * Weaves hooks into three methods of package {@code java.lang}: before {@code Shutdown.halt(int)},
 * after {@code Shutdown.shutdown()} and after {@code Thread.dispatchUncaughtException(Throwable)}.
 *
 * <p>Classes of the JDK cannot see those of the application; so the hooks are fields of a class
 * that is defined beside them.
 */
final class ShutdownWeaver implements ClassFileTransformer {
  private static final String HOLDER = "java/lang/LegioProcessEnd";
  private static final String AT_HALT = "atHalt";
  private static final String AFTER_SHUTDOWN = "afterShutdown";
  private static final String AFTER_UNCAUGHT = "afterUncaughtException";
  private static final String SHUTDOWN_CLASS = "java/lang/Shutdown";
  private static final String THREAD_CLASS = "java/lang/Thread";
  private static final String HALT = SHUTDOWN_CLASS + ".halt(I)V";
  private static final String SHUTDOWN = SHUTDOWN_CLASS + ".shutdown()V";
  private static final String UNCAUGHT =
      THREAD_CLASS + ".dispatchUncaughtException(Ljava/lang/Throwable;)V";
  private static final List<String> WANTED = List.of(HALT, SHUTDOWN, UNCAUGHT);
  private static final Set<String> OWNERS = Set.of(SHUTDOWN_CLASS, THREAD_CLASS);

  private final List<String> woven = Collections.synchronizedList(new ArrayList<>());

  /**
   * Defines the class that holds the hooks.
   *
   * @param atHalt is given the status that the JVM is about to end with
   */
  ShutdownWeaver(
      Instrumentation instrumentation,
      IntConsumer atHalt,
      Runnable afterShutdown,
      Runnable afterUncaughtException)
      throws ReflectiveOperationException {
    instrumentation.redefineModule(
        Object.class.getModule(),
        Set.of(),
        Map.of(),
        Map.of("java.lang", Set.of(ShutdownWeaver.class.getModule())),
        Set.of(),
        Map.of());
    Class<?> holder =
        MethodHandles.privateLookupIn(Object.class, MethodHandles.lookup())
            .defineClass(holderClass());
    setter(holder).accept(new Object[] {atHalt, afterShutdown, afterUncaughtException});
  }

  @SuppressWarnings("unchecked") // as holderClass makes it
  private static Consumer<Object[]> setter(Class<?> holder) throws ReflectiveOperationException {
    return (Consumer<Object[]>) holder.getDeclaredConstructor().newInstance();
  }

  /** The class with the hooks; an object of it sets them, as reflection would take longer. */
  private static byte[] holderClass() {
    ClassWriter holder = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    String object = Type.getInternalName(Object.class);
    String[] interfaces = {Type.getInternalName(Consumer.class)};
    holder.visit(
        Opcodes.V17, Opcodes.ACC_PUBLIC | Opcodes.ACC_SUPER, HOLDER, null, object, interfaces);
    MethodVisitor make = holder.visitMethod(Opcodes.ACC_PUBLIC, "<init>", "()V", null, null);
    make.visitVarInsn(Opcodes.ALOAD, 0);
    make.visitMethodInsn(Opcodes.INVOKESPECIAL, object, "<init>", "()V", false);
    make.visitInsn(Opcodes.RETURN);
    make.visitMaxs(0, 0);
    MethodVisitor accept =
        holder.visitMethod(Opcodes.ACC_PUBLIC, "accept", "(Ljava/lang/Object;)V", null, null);
    String[] names = {AT_HALT, AFTER_SHUTDOWN, AFTER_UNCAUGHT};
    Class<?>[] types = {IntConsumer.class, Runnable.class, Runnable.class};
    for (int i = 0; i < names.length; i++) {
      String type = Type.getDescriptor(types[i]);
      holder.visitField(Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, names[i], type, null, null);
      accept.visitVarInsn(Opcodes.ALOAD, 1);
      accept.visitTypeInsn(Opcodes.CHECKCAST, Type.getInternalName(Object[].class));
      accept.visitIntInsn(Opcodes.BIPUSH, i);
      accept.visitInsn(Opcodes.AALOAD);
      accept.visitTypeInsn(Opcodes.CHECKCAST, Type.getInternalName(types[i]));
      accept.visitFieldInsn(Opcodes.PUTSTATIC, HOLDER, names[i], type);
    }
    accept.visitInsn(Opcodes.RETURN);
    accept.visitMaxs(0, 0);
    return holder.toByteArray();
  }

  /**
   * Makes sure that all three methods have been woven.
   *
   * @throws NoSuchMethodException if this JDK lacks one, with their names
   */
  void requireComplete() throws NoSuchMethodException {
    if (!woven.containsAll(WANTED)) {
      throw new NoSuchMethodException("of " + WANTED + " this JDK has only " + woven);
    }
  }

  @Override
  public byte @Nullable [] transform(
      @Nullable ClassLoader loader,
      @Nullable String name,
      @Nullable Class<?> redefined,
      @Nullable ProtectionDomain domain,
      byte[] classFile) {
    if (name == null || !OWNERS.contains(name)) {
      return null;
    }
    ClassReader reader = reader(classFile);
    ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
    reader.accept(new Weaving(writer, name), 0);
    return writer.toByteArray();
  }

  /** Byte Buddy's reader takes class files of any JDK, but asks for this one's by reflection. */
  private static ClassReader reader(byte[] classFile) {
    try {
      return new ClassReader(classFile);
    } catch (IllegalArgumentException e) { // of a later version than the class-file library knows
      return OpenedClassReader.of(classFile);
    }
  }

  /** The weaving of one class. */
  private final class Weaving extends ClassVisitor {
    private final String owner;

    Weaving(ClassVisitor next, String owner) {
      super(Opcodes.ASM9, next);
      this.owner = owner;
    }

    @Override
    public @Nullable MethodVisitor visitMethod(
        int access,
        String name,
        String descriptor,
        @Nullable String signature,
        String @Nullable [] exceptions) {
      MethodVisitor code = super.visitMethod(access, name, descriptor, signature, exceptions);
      String method = owner + "." + name + descriptor;
      if (!WANTED.contains(method)) {
        return code;
      }
      woven.add(method);
      return switch (method) {
        case HALT -> new HookBefore(code);
        case SHUTDOWN -> new HookAfter(code, AFTER_SHUTDOWN, new Object[0]);
        default -> new HookAfter(code, AFTER_UNCAUGHT, new Object[] {owner});
      };
    }
  }

  /** Runs the hook before a static method with an int, which the hook is given. */
  private static final class HookBefore extends MethodVisitor {
    HookBefore(MethodVisitor next) {
      super(Opcodes.ASM9, next);
    }

    @Override
    public void visitCode() {
      super.visitCode();
      visitFieldInsn(Opcodes.GETSTATIC, HOLDER, AT_HALT, Type.getDescriptor(IntConsumer.class));
      visitVarInsn(Opcodes.ILOAD, 0);
      visitMethodInsn(
          Opcodes.INVOKEINTERFACE, Type.getInternalName(IntConsumer.class), "accept", "(I)V", true);
    }
  }

  /** Runs the hook after a method, however it ends. */
  private static final class HookAfter extends MethodVisitor {
    private final String hook;
    private final Object[] lastingLocals;
    private final Label start = new Label();
    private final Label end = new Label();

    /**
     * Adds the hook.
     *
     * @param lastingLocals the types of the locals that have a value from begin to end
     */
    HookAfter(MethodVisitor next, String hook, Object[] lastingLocals) {
      super(Opcodes.ASM9, next);
      this.hook = hook;
      this.lastingLocals = lastingLocals;
    }

    @Override
    public void visitCode() {
      super.visitCode();
      visitLabel(start);
    }

    @Override
    public void visitInsn(int opcode) {
      if (opcode == Opcodes.RETURN) {
        runHook();
      }
      super.visitInsn(opcode);
    }

    @Override
    public void visitMaxs(int maxStack, int maxLocals) {
      Label handler = new Label();
      visitLabel(end);
      visitTryCatchBlock(start, end, handler, null);
      visitLabel(handler);
      visitFrame(
          Opcodes.F_FULL,
          lastingLocals.length,
          lastingLocals,
          1,
          new Object[] {Type.getInternalName(Throwable.class)});
      runHook();
      super.visitInsn(Opcodes.ATHROW);
      super.visitMaxs(maxStack, maxLocals);
    }

    private void runHook() {
      visitFieldInsn(Opcodes.GETSTATIC, HOLDER, hook, Type.getDescriptor(Runnable.class));
      visitMethodInsn(
          Opcodes.INVOKEINTERFACE, Type.getInternalName(Runnable.class), "run", "()V", true);
    }
  }
}
