package org.legio.libmpi;

import com.sun.jna.Native;
import com.sun.jna.Pointer;
import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.HashMap;
import java.util.Map;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;
import org.legio.ulfm.openmpi.library.Abi;
import org.legio.ulfm.openmpi.library.LibraryCheck;

/**
 * Links calls to functions of the MPI library, by name, when each is called for the first time. The
 * types of the arguments are those of the call.
 */
public final class Functions {
  private static final Map<String, MethodHandle> LINKED = new HashMap<>();

  private Functions() {}

  /**
   * Links the call of a function: the bootstrap method of {@code invokedynamic} instructions.
   *
   * @param name the function's name
   * @param type {@code long} for addresses and handles
   * @throws UnsatisfiedLinkError if the library has no such function
   */
  public static CallSite link(MethodHandles.Lookup caller, String name, MethodType type)
      throws ReflectiveOperationException {
    return new ConstantCallSite(function(name, type).asType(type));
  }

  /** Threads may call a function for the first time at once. */
  private static synchronized MethodHandle function(String name, MethodType type)
      throws ReflectiveOperationException {
    MethodHandle function = LINKED.get(name);
    if (function == null) {
      function = linked(name, type);
      LINKED.put(name, function);
    }
    return function;
  }

  /** A predefined handle of the library, by its name in C. */
  public static long handle(String name) {
    return Abi.inUse().handle(name);
  }

  private static MethodHandle linked(String name, MethodType type)
      throws ReflectiveOperationException {
    try {
      return ForeignFunctions.areThere()
          ? Foreign.FUNCTIONS.link(addressOf(name), type)
          : mapped(name, type);
    } catch (UnsatisfiedLinkError e) {
      throw LibraryCheck.without(name, e);
    }
  }

  /** Made where the JDK has what it needs. */
  private static final class Foreign {
    static final ForeignFunctions FUNCTIONS = new ForeignFunctions();
  }

  private static long addressOf(String function) {
    return Pointer.nativeValue(Abi.inUse().library().getFunction(function));
  }

  /** Makes a class whose only method is native, and has JNA map it to the function. */
  private static MethodHandle mapped(String name, MethodType type)
      throws ReflectiveOperationException {
    String className = Type.getInternalName(Functions.class) + "$" + name;
    ClassWriter writer = new ClassWriter(0);
    writer.visit(
        Opcodes.V17,
        Opcodes.ACC_FINAL | Opcodes.ACC_SYNTHETIC,
        className,
        null,
        "java/lang/Object",
        null);
    int access = Opcodes.ACC_STATIC | Opcodes.ACC_NATIVE;
    writer.visitMethod(access, name, type.toMethodDescriptorString(), null, null).visitEnd();
    writer.visitEnd();
    MethodHandles.Lookup lookup = MethodHandles.lookup();
    Class<?> made = lookup.defineClass(writer.toByteArray());
    Native.register(made, Abi.inUse().library());
    return lookup.findStatic(made, name, type);
  }
}
