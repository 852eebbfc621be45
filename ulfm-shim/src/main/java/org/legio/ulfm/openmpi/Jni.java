package org.legio.ulfm.openmpi;

import com.sun.jna.Function;
import com.sun.jna.Library;
import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import java.util.Map;

/**
 * Calls functions of the JNI that no public class of the JDK offers. Every JVM has them, whichever
 * modules it has resolved. Their places in their tables are part of the JNI's specification.
 */
final class Jni {
  private static final int VERSION_1_6 = 0x00010006;

  /** Place of {@code GetEnv} in the invocation interface. */
  private static final int GET_ENV = 6;

  /** Place of {@code AllocObject} in the table of functions. */
  private static final int ALLOC_OBJECT = 27;

  private static final Map<String, Boolean> WITH_OBJECTS =
      Map.of(Library.OPTION_ALLOW_OBJECTS, true);

  private Jni() {}

  /**
   * Makes an object without running a constructor.
   *
   * @throws IllegalStateException if this JVM makes none
   */
  static Object allocate(Class<?> type) {
    Pointer environment = environment();
    Object made =
        function(environment, ALLOC_OBJECT)
            .invoke(Object.class, new Object[] {environment, type}, WITH_OBJECTS);
    if (made == null) {
      throw new IllegalStateException("the JVM makes no object of " + type.getName());
    }
    return made;
  }

  /** The JNI environment of the current thread. */
  private static Pointer environment() {
    try (Memory result = new Memory(Native.POINTER_SIZE)) {
      int status =
          NativeLibrary.getProcess()
              .getFunction("JNI_GetCreatedJavaVMs")
              .invokeInt(new Object[] {result, 1, Pointer.NULL});
      requireSuccess("JNI_GetCreatedJavaVMs", status);
      Pointer jvm = result.getPointer(0);
      status = function(jvm, GET_ENV).invokeInt(new Object[] {jvm, result, VERSION_1_6});
      requireSuccess("GetEnv", status);
      return result.getPointer(0);
    }
  }

  private static Function function(Pointer table, int place) {
    return Function.getFunction(table.getPointer(0).getPointer((long) place * Native.POINTER_SIZE));
  }

  private static void requireSuccess(String function, int status) {
    if (status != 0) {
      throw new IllegalStateException("JNI: " + function + " returns " + status);
    }
  }
}
