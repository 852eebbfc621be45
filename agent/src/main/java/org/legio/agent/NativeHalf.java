package org.legio.agent;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.legio.ulfm.openmpi.library.JavaHalf;

/** What does the work of the binding's natives on an Open MPI. */
public enum NativeHalf {
  /** Open MPI's own library for Java. */
  JNI,
  /** The MPI library itself: the natives get bodies that call it. */
  LIBMPI;

  /** The variable that names one of them. */
  public static final String VARIABLE = "LEGIO_BINDING";

  /**
   * The one that is asked for; otherwise Open MPI's library where it is there and can be loaded.
   *
   * @throws IllegalArgumentException if the variable names another
   */
  public static NativeHalf chosen(Map<String, String> environment) {
    NativeHalf asked = asked(environment);
    return asked != null ? asked : JavaHalf.isThere(environment) ? JNI : LIBMPI;
  }

  /** The one that is asked for; null if none is. */
  public static @Nullable NativeHalf asked(Map<String, String> environment) {
    String name = environment.getOrDefault(VARIABLE, "");
    return switch (name) {
      case "" -> null;
      case "jni" -> JNI;
      case "libmpi" -> LIBMPI;
      default ->
          throw new IllegalArgumentException(
              VARIABLE + "=" + name + " is neither jni nor libmpi; unset it to let Legio choose");
    };
  }
}
