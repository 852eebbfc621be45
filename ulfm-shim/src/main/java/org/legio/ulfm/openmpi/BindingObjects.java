package org.legio.ulfm.openmpi;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;

/** Makes objects of the binding, and gives access to their fields. */
public final class BindingObjects {
  private BindingObjects() {}

  /** Access to an instance field of a class of the binding, whatever its visibility. */
  public static VarHandle field(String owner, String name, Class<?> type) {
    Class<?> declaring = Linker.bindingClass(owner);
    try {
      return MethodHandles.privateLookupIn(declaring, MethodHandles.lookup())
          .findVarHandle(declaring, name, type);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(
          "field " + owner + "." + name + " of the Java binding cannot be reached", e);
    }
  }

  /** Access to a static field of a class of the binding, whatever its visibility. */
  public static VarHandle staticField(Class<?> declaring, String name, Class<?> type) {
    try {
      return MethodHandles.privateLookupIn(declaring, MethodHandles.lookup())
          .findStaticVarHandle(declaring, name, type);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(
          "field " + declaring.getName() + "." + name + " of the Java binding cannot be reached",
          e);
    }
  }

  /**
   * A constructor of a class of the binding, whatever its visibility. Callers keep it, because
   * waits make many objects.
   */
  public static MethodHandle constructor(String of, Class<?>... parameters) {
    Class<?> declaring = Linker.bindingClass(of);
    try {
      return MethodHandles.privateLookupIn(declaring, MethodHandles.lookup())
          .findConstructor(declaring, MethodType.methodType(void.class, parameters));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("no constructor of " + of + " can be reached", e);
    }
  }

  /** A new object of the binding. */
  public static Object make(MethodHandle constructor, Object... arguments) {
    try {
      return constructor.invokeWithArguments(arguments);
    } catch (Throwable e) {
      throw new IllegalStateException(constructor.type().returnType() + " cannot be made", e);
    }
  }
}
