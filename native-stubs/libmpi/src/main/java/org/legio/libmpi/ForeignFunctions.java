package org.legio.libmpi;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/**
 * Links functions in C by the JDK's own means (package {@code java.lang.foreign}, JDK 22 and
 * later), which cost less than JNA's. All is called by reflection, because Legio is compiled for
 * JDK 17.
 */
final class ForeignFunctions {
  private static final int FIRST_JDK = 22;
  private static final String PACKAGE = "java.lang.foreign.";

  private final Class<?> layoutType = type("MemoryLayout");
  private final Object intLayout = layout("JAVA_INT");
  private final Object longLayout = layout("JAVA_LONG");
  private final Object linker = call(method("Linker", "nativeLinker", 0), null);
  private final Method segmentAt = method("MemorySegment", "ofAddress", 1);
  private final Method descriptorOf = method("FunctionDescriptor", "of", 2);
  private final Method downcallHandle = method("Linker", "downcallHandle", 3);
  private final Object noOptions = Array.newInstance(type("Linker$Option"), 0);

  /** Whether this JDK has them. */
  static boolean areThere() {
    return Runtime.version().feature() >= FIRST_JDK;
  }

  /**
   * The handle of a function that returns an {@code int}.
   *
   * @param address where the function is
   * @param type {@code int} and {@code long} parameters only
   */
  MethodHandle link(long address, MethodType type) {
    Object layouts = Array.newInstance(layoutType, type.parameterCount());
    for (int i = 0; i < type.parameterCount(); i++) {
      boolean isLong = type.parameterType(i) == long.class;
      Array.set(layouts, i, isLong ? longLayout : intLayout);
    }
    Object function = call(descriptorOf, null, intLayout, layouts);
    return (MethodHandle)
        call(downcallHandle, linker, call(segmentAt, null, address), function, noOptions);
  }

  private static Class<?> type(String name) {
    try {
      return Class.forName(PACKAGE + name);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException("this JDK has no " + PACKAGE + name, e);
    }
  }

  private static Object layout(String name) {
    try {
      return type("ValueLayout").getField(name).get(null);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("this JDK has no layout " + name, e);
    }
  }

  private static Method method(String owner, String name, int parameters) {
    for (Method method : type(owner).getMethods()) {
      if (method.getName().equals(name) && method.getParameterCount() == parameters) {
        return method;
      }
    }
    throw new IllegalStateException("this JDK's " + owner + " has no method " + name);
  }

  private static Object call(Method method, @Nullable Object receiver, Object... arguments) {
    try {
      return method.invoke(receiver, arguments);
    } catch (InvocationTargetException e) {
      throw new IllegalStateException(method + " failed", e.getCause());
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(method + " cannot be called", e);
    }
  }
}
