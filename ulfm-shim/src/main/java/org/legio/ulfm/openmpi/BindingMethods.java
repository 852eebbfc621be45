package org.legio.ulfm.openmpi;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Finds the natives of the binding's classes. */
final class BindingMethods {

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

  private BindingMethods() {}

  /**
   * Finds a native.
   *
   * @param wanted its parameter types, {@link Object} for each class of the binding
   * @throws IllegalStateException if the binding has none
   */
  static Method find(String owner, String name, Class<?>[] wanted) {
    Class<?> declaring = Linker.bindingClass(owner);
    for (Method method : DECLARED.get(declaring).getOrDefault(name, List.of())) {
      if (accepts(method.getParameterTypes(), wanted)) {
        return method;
      }
    }
    throw new IllegalStateException(
        "this Open MPI's Java binding has no native "
            + owner
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
