package org.legio.ulfm.openmpi;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Constructor;
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
      return blank(owner);
    }
    Class<?> mpi = Linker.bindingClass("mpi.MPI");
    try {
      return mpi.getField(field).get(null);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("mpi.MPI." + field + " cannot be read", e);
    }
  }

  /** An object of a class of which the binding itself keeps none, made as deserialisation does. */
  private static Object blank(Class<?> owner) {
    try {
      Class<?> factory = Class.forName("sun.reflect.ReflectionFactory");
      Constructor<?> constructor =
          (Constructor<?>)
              factory
                  .getMethod("newConstructorForSerialization", Class.class, Constructor.class)
                  .invoke(
                      factory.getMethod("getReflectionFactory").invoke(null),
                      owner,
                      Object.class.getConstructor());
      return constructor.newInstance();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("no object of " + owner.getName() + " can be made", e);
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
}
