package org.legio.ulfm.openmpi;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.util.Arrays;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;
import org.jspecify.annotations.Nullable;
import org.legio.ulfm.ports.BindingNative;
import org.legio.ulfm.ports.OrderedMethods;
import org.legio.ulfm.ports.Pmpi;

/**
 * Makes the {@link Pmpi} of Open MPI: a class in the binding's package each of whose methods calls
 * the binding's native of that name, as the agent has woven it.
 *
 * <p>The calls are direct. Method handles would be as fast once they are linked, but for each
 * signature the JVM makes and compiles some classes, which doubles the compilers' share of a rank's
 * start.
 */
public final class Linker {
  /** The prefix that the agent puts before the names of the natives that it replaces. */
  public static final String PREFIX = "pmpi_";

  /**
   * The entry of the agent's jar that has the class file, which is not named like the class: only
   * the binding's class loader can define a class of its package.
   */
  public static final String ENTRY = "org/legio/agent/woven/LinkedPmpi";

  /** The internal name of the class that is made. */
  public static final String PORT = "mpi/LinkedPmpi";

  private static final String IN_PACKAGE = "mpi.MPI";
  private static final String DEFAULT_OWNER = "mpi.Comm";

  private static volatile @Nullable ClassLoader bindingLoader;

  private Linker() {}

  /** Sets the class loader that has loaded the binding (package {@code mpi}). */
  public static void bindingLoadedBy(@Nullable ClassLoader loader) {
    bindingLoader = loader;
  }

  /** A class of the binding, by its binary name. */
  static Class<?> bindingClass(String name) {
    ClassLoader loader = bindingLoader;
    try {
      return Class.forName(
          name, false, loader == null ? ClassLoader.getSystemClassLoader() : loader);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(
          "class " + name + " of Open MPI's Java binding is not on the class path; add mpi.jar", e);
    }
  }

  /**
   * Makes the port to the binding's natives, once in a JVM. Loads a class of the binding,
   * initializes none. Without the agent, which renames the natives, the port can only be passed on.
   */
  public static Pmpi newPmpi() {
    Class<?> binding = bindingClass(IN_PACKAGE);
    try {
      MethodHandles.Lookup inPackage =
          MethodHandles.privateLookupIn(binding, MethodHandles.lookup());
      return (Pmpi) inPackage.defineClass(portFile()).getDeclaredConstructor().newInstance();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("the port to the binding's natives cannot be made", e);
    }
  }

  /** The natives that the port calls. */
  public static PortNatives natives() {
    return PortNatives.calledBy(portFile());
  }

  /** The class file of the port; the agent's jar has it, and here it is made if not. */
  private static byte[] portFile() {
    try (InputStream in = Linker.class.getResourceAsStream("/" + ENTRY)) {
      return in == null ? portClass() : in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * A class file that implements {@link Pmpi}. It is written instruction by instruction, because
   * that is fast at the start of a JVM.
   *
   * @throws IllegalStateException if the binding lacks a native
   */
  public static byte[] portClass() {
    ClassWriter port = PortClass.begin(PORT);
    for (Method method : OrderedMethods.of(Pmpi.class.getMethods())) {
      if (!ValueNatives.implement(port, PORT, method)) {
        implement(port, method);
      }
    }
    return port.toByteArray();
  }

  private static void implement(ClassWriter port, Method method) {
    BindingNative named = method.getAnnotation(BindingNative.class);
    String owner = named == null ? DEFAULT_OWNER : named.owner();
    String name = named == null || named.name().isEmpty() ? method.getName() : named.name();
    int receivers = named != null && named.receiver() ? 1 : 0;
    Class<?>[] parameters = method.getParameterTypes();
    Method target =
        BindingMethods.find(
            owner, name, Arrays.copyOfRange(parameters, receivers, parameters.length));
    MethodVisitor code =
        port.visitMethod(
            Opcodes.ACC_PUBLIC, method.getName(), Type.getMethodDescriptor(method), null, null);
    if (receivers > 0) {
      code.visitVarInsn(Opcodes.ALOAD, 1);
      code.visitTypeInsn(Opcodes.CHECKCAST, Type.getInternalName(target.getDeclaringClass()));
    }
    int local = 1 + receivers;
    Class<?>[] wanted = target.getParameterTypes();
    for (int i = 0; i < wanted.length; i++) {
      Type type = Type.getType(wanted[i]);
      code.visitVarInsn(type.getOpcode(Opcodes.ILOAD), local);
      cast(code, parameters[receivers + i], wanted[i]);
      local += type.getSize();
    }
    call(code, target, name, receivers > 0);
    returnResult(code, target.getReturnType(), method.getReturnType());
    code.visitMaxs(0, 0);
  }

  /** Makes what the port is given, and is on the stack, what the native wants. */
  static void cast(MethodVisitor code, Class<?> given, Class<?> wanted) {
    if (!wanted.isAssignableFrom(given)) {
      code.visitTypeInsn(Opcodes.CHECKCAST, Type.getInternalName(wanted));
    }
  }

  /**
   * Calls a native under its new name.
   *
   * @param isOnObject whether it is called on an object, which is on the stack
   */
  static void call(MethodVisitor code, Method target, String name, boolean isOnObject) {
    code.visitMethodInsn(
        isOnObject ? Opcodes.INVOKEVIRTUAL : Opcodes.INVOKESTATIC,
        Type.getInternalName(target.getDeclaringClass()),
        PREFIX + name,
        Type.getMethodDescriptor(target),
        false);
  }

  private static void returnResult(MethodVisitor code, Class<?> result, Class<?> wanted) {
    if (!wanted.isAssignableFrom(result)) {
      throw new IllegalStateException("a native returns " + result + ", its port " + wanted);
    }
    code.visitInsn(Type.getType(wanted).getOpcode(Opcodes.IRETURN));
  }
}
