package org.legio.runtime.engine;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import org.jspecify.annotations.Nullable;

/** Reaches the fields of the binding's own objects by name, as its native half does. */
final class BindingFields {
  private BindingFields() {}

  private static Field find(Object object, String name) {
    for (Class<?> at = object.getClass(); at != null; at = at.getSuperclass()) {
      try {
        Field field = at.getDeclaredField(name);
        field.setAccessible(true);
        return field;
      } catch (NoSuchFieldException e) {
        // a class above may have it
      }
    }
    throw new IllegalStateException(object.getClass().getName() + " has no field " + name);
  }

  static long handle(Object object) {
    try {
      return find(object, "handle").getLong(object);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  static @Nullable Object get(Object object, String name) {
    try {
      return find(object, name).get(object);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  static void set(Object object, String name, Object value) {
    try {
      find(object, name).set(object, value);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  static void setStatic(Class<?> owner, String name, long value) {
    try {
      Field field = owner.getDeclaredField(name);
      field.setAccessible(true);
      field.setLong(null, value);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(owner.getName() + " has no field " + name, e);
    }
  }

  /** A new object of a class beside another one. */
  static Object make(Class<?> beside, String name, Class<?>[] types, Object... arguments) {
    try {
      Constructor<?> constructor =
          Class.forName(name, true, beside.getClassLoader()).getDeclaredConstructor(types);
      constructor.setAccessible(true);
      return constructor.newInstance(arguments);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("no " + name + " can be made", e);
    }
  }
}
