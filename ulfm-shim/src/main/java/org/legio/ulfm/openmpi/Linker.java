package org.legio.ulfm.openmpi;

import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.Handle;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;
import org.jspecify.annotations.Nullable;
import org.legio.ulfm.ports.BindingNative;
import org.legio.ulfm.ports.OrderedMethods;
import org.legio.ulfm.ports.Pmpi;

/**
 * Makes the {@link Pmpi} of Open MPI: a class each of whose methods is one {@code invokedynamic}
 * instruction, linked at its first call to the binding's native of that name.
 *
 * <p>A linked call costs as much as a direct call. Natives that the agent has woven are found under
 * their new name, the others under their own.
 */
public final class Linker {
  /** The prefix that the agent puts before the names of the natives that it replaces. */
  public static final String PREFIX = "pmpi_";

  /** {@link #link} as a bootstrap method. */
  private static final Handle LINK =
      new Handle(
          Opcodes.H_INVOKESTATIC,
          Type.getInternalName(Linker.class),
          "link",
          MethodType.methodType(
                  CallSite.class,
                  MethodHandles.Lookup.class,
                  String.class,
                  MethodType.class,
                  String.class,
                  int.class)
              .toMethodDescriptorString(),
          false);

  /** The internal name of the class that is made. */
  public static final String PORT =
      Type.getInternalName(Linker.class).replace("Linker", "LinkedPmpi");

  /** The methods that a class declares, by their names: the JVM copies all of them if asked. */
  private static final ClassValue<Map<String, List<Method>>> DECLARED =
      new ClassValue<>() {
        @Override
        protected Map<String, List<Method>> computeValue(Class<?> owner) {
          Map<String, List<Method>> declared = new HashMap<>();
          for (Method method : owner.getDeclaredMethods()) {
            declared.computeIfAbsent(method.getName(), name -> new ArrayList<>()).add(method);
          }
          return declared;
        }
      };

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

  /** Makes the port to the binding's natives. Does not load any class of the binding yet. */
  public static Pmpi newPmpi() {
    try {
      return (Pmpi) port().getDeclaredConstructor().newInstance();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("the port to the binding's natives cannot be made", e);
    }
  }

  /** The class that implements {@link Pmpi}; the agent's jar has it, and here it is made if not. */
  private static Class<?> port() throws IllegalAccessException {
    try {
      return Class.forName(PORT.replace('/', '.'));
    } catch (ClassNotFoundException e) {
      return MethodHandles.lookup().defineClass(portClass());
    }
  }

  /**
   * A class file that implements {@link Pmpi}. It is written instruction by instruction, because
   * that is fast at the start of a JVM.
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

  /** Begins a method of the port, with its arguments on the stack. */
  private static MethodVisitor beginMethod(ClassWriter port, Method method) {
    MethodVisitor code =
        port.visitMethod(
            Opcodes.ACC_PUBLIC, method.getName(), Type.getMethodDescriptor(method), null, null);
    int local = 1;
    for (Type parameter : Type.getArgumentTypes(method)) {
      code.visitVarInsn(parameter.getOpcode(Opcodes.ILOAD), local);
      local += parameter.getSize();
    }
    return code;
  }

  private static void implement(ClassWriter port, Method method) {
    String descriptor = Type.getMethodDescriptor(method);
    MethodVisitor code = beginMethod(port, method);
    BindingNative target = method.getAnnotation(BindingNative.class);
    boolean isNamed = target != null && !target.name().isEmpty();
    code.visitInvokeDynamicInsn(
        isNamed ? target.name() : method.getName(),
        descriptor,
        LINK,
        target == null ? "mpi.Comm" : target.owner(),
        target != null && target.receiver() ? 1 : 0);
    code.visitInsn(Type.getReturnType(method).getOpcode(Opcodes.IRETURN));
    code.visitMaxs(0, 0);
  }

  /**
   * Links one method of {@link Pmpi} to a native: the bootstrap method of its {@code
   * invokedynamic}.
   *
   * @param owner the binary name of the class that declares the native
   * @param receivers 1 if the method's first parameter is the object that the native is called on,
   *     0 if any object will do
   */
  public static CallSite link(
      MethodHandles.Lookup caller, String name, MethodType type, String owner, int receivers)
      throws ReflectiveOperationException {
    Class<?> ownerClass = bindingClass(owner);
    Class<?>[] wanted = type.dropParameterTypes(0, receivers).parameterArray();
    Method target = nativeMethod(ownerClass, name, wanted);
    return new ConstantCallSite(handleOf(ownerClass, target, receivers == 0).asType(type));
  }

  /**
   * Links the native of one form of an operation whose calls are values; also a bootstrap method.
   *
   * @param owner the binary name of the class that declares it
   */
  public static CallSite linkOperation(
      MethodHandles.Lookup caller, String name, MethodType type, String owner)
      throws ReflectiveOperationException {
    Class<?> ownerClass = bindingClass(owner);
    Method target = nativeMethod(ownerClass, name, type.parameterArray());
    return new ConstantCallSite(handleOf(ownerClass, target, true).asType(type));
  }

  private static MethodHandle handleOf(Class<?> owner, Method target, boolean onAny)
      throws ReflectiveOperationException {
    MethodHandle handle =
        MethodHandles.privateLookupIn(owner, MethodHandles.lookup()).unreflect(target);
    return onAny && !Modifier.isStatic(target.getModifiers())
        ? handle.bindTo(BindingObjects.blank(owner))
        : handle;
  }

  private static Method nativeMethod(Class<?> owner, String name, Class<?>[] wanted)
      throws NoSuchMethodException {
    for (String candidate : new String[] {PREFIX + name, name}) {
      for (Method method : DECLARED.get(owner).getOrDefault(candidate, List.of())) {
        if (accepts(method.getParameterTypes(), wanted)) {
          return method;
        }
      }
    }
    throw new NoSuchMethodException(
        "this Open MPI's Java binding has no native "
            + owner.getName()
            + "."
            + name
            + Arrays.toString(wanted)
            + "; Open MPI 5.0 is needed");
  }

  /** Whether a native's parameter types are those of the port, objects of the binding aside. */
  private static boolean accepts(Class<?>[] declared, Class<?>[] wanted) {
    if (declared.length != wanted.length) {
      return false;
    }
    for (int i = 0; i < wanted.length; i++) {
      if (declared[i] != wanted[i] && (wanted[i] != Object.class || declared[i].isPrimitive())) {
        return false;
      }
    }
    return true;
  }
}
