package org.legio.ulfm.openmpi;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.util.Map;

/**
 * Objects of the binding to call its instance natives on. Those natives take all they need from
 * their arguments, so any object of the class serves.
 */
final class BindingObjects {

  /** A static field of {@code mpi.MPI} holding an object of the class. */
  private static final Map<String, String> FIELDS =
      Map.of(
          "mpi.Comm", "COMM_WORLD",
          "mpi.Intracomm", "COMM_WORLD",
          "mpi.Group", "GROUP_EMPTY",
          "mpi.Request", "REQUEST_NULL",
          "mpi.Datatype", "BYTE");

  private BindingObjects() {}

  /** Some object of a class of the binding. */
  static Object anyOf(Class<?> owner) {
    String field = FIELDS.get(owner.getName());
    if (field == null) {
      return make(constructor(owner.getName(), long.class), 0L); // of a kind of communicator
    }
    Class<?> mpi = Linker.bindingClass("mpi.MPI");
    try {
      return mpi.getField(field).get(null);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("mpi.MPI." + field + " cannot be read", e);
    }
  }

  /** Access to an instance field of a class of the binding, whatever its visibility. */
  static VarHandle field(String owner, String name, Class<?> type) {
    Class<?> declaring = Linker.bindingClass(owner);
    try {
      return MethodHandles.privateLookupIn(declaring, MethodHandles.lookup())
          .findVarHandle(declaring, name, type);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(
          "field " + owner + "." + name + " of the Java binding cannot be reached", e);
    }
  }

  /**
   * A constructor of a class of the binding, whatever its visibility; to be looked up once, for
   * waits make many objects.
   */
  static MethodHandle constructor(String of, Class<?>... parameters) {
    Class<?> declaring = Linker.bindingClass(of);
    try {
      return MethodHandles.privateLookupIn(declaring, MethodHandles.lookup())
          .findConstructor(declaring, MethodType.methodType(void.class, parameters));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("no constructor of " + of + " can be reached", e);
    }
  }

  /** A new object of the binding. */
  static Object make(MethodHandle constructor, Object... arguments) {
    try {
      return constructor.invokeWithArguments(arguments);
    } catch (Throwable e) {
      throw new IllegalStateException(constructor.type().returnType() + " cannot be made", e);
    }
  }
}
