package org.legio.agent;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.legio.ulfm.openmpi.library.JavaHalf;

/** What does the work of the binding's natives on an Open MPI. */
public enum NativeHalf {
  /** Open MPI's own library for Java. */
  JNI("jni"),
  /** The MPI library itself: the natives get bodies that call it. */
  LIBMPI("libmpi");

  /** The variable that names one of them. */
  public static final String VARIABLE = "LEGIO_BINDING";

  private final String word;

  NativeHalf(String word) {
    this.word = word;
  }

  /**
   * The one that is asked for; otherwise Open MPI's library where it is there and can be loaded.
   *
   * @throws IllegalArgumentException if the variable names another
   */
  static NativeHalf chosen(Map<String, String> environment) {
    NativeHalf asked = asked(environment);
    return asked != null ? asked : JavaHalf.isThere(environment) ? JNI : LIBMPI;
  }

  /** The one that is asked for; null if none is. */
  static @Nullable NativeHalf asked(Map<String, String> environment) {
    String name = environment.getOrDefault(VARIABLE, "");
    return name.isEmpty() ? null : named(name);
  }

  /**
   * The one that the variable's value names.
   *
   * @throws IllegalArgumentException if it names another
   */
  public static NativeHalf named(String name) {
    for (NativeHalf half : values()) {
      if (half.word.equals(name)) {
        return half;
      }
    }
    throw new IllegalArgumentException(
        VARIABLE + "=" + name + " is neither jni nor libmpi; unset it to let Legio choose");
  }

  /** The value of the variable that names it. */
  public String word() {
    return word;
  }
}
