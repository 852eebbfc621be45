package org.legio.agent;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.legio.ulfm.openmpi.library.Abi;
import org.legio.ulfm.openmpi.library.JavaHalf;
import org.legio.ulfm.openmpi.library.LibraryCheck;

/** What does the work of the binding's natives on an MPI library. */
public enum NativeHalf {
  /** Open MPI's own library for Java. */
  JNI("jni"),
  /** Open MPI's library itself: the natives get bodies that call it. */
  LIBMPI("libmpi"),
  /** Any library with the standard's ABI, in the same way. It has no ULFM. */
  LIBMPI_ABI("libmpi_abi");

  /** The variable that names one of them. */
  public static final String VARIABLE = "LEGIO_BINDING";

  /** Variables by which the launchers of Open MPI and of MPICH tell a process its rank. */
  private static final String RANK_OF_OPEN_MPI = "PMIX_RANK";

  private static final String RANK_OF_MPICH = "PMI_RANK";

  private final String word;

  NativeHalf(String word) {
    this.word = word;
  }

  /**
   * The one that is asked for; otherwise Open MPI's library for Java where it can be loaded, and
   * the standard's ABI only where Open MPI is not there, or has not started this process. The
   * choice holds for the whole process.
   *
   * @throws IllegalArgumentException if the variable names another
   */
  static NativeHalf choose(Map<String, String> environment) {
    NativeHalf asked = asked(environment);
    NativeHalf chosen = asked != null ? asked : found(environment);
    Abi.use(chosen.hasUlfm() ? Abi.OPEN_MPI : Abi.STANDARD);
    return chosen;
  }

  private static NativeHalf found(Map<String, String> environment) {
    if (environment.containsKey(RANK_OF_MPICH) && !environment.containsKey(RANK_OF_OPEN_MPI)) {
      return LIBMPI_ABI;
    } else if (JavaHalf.isThere(environment)) {
      return JNI;
    }
    boolean isStandardOnly =
        LibraryCheck.obstacle(Abi.OPEN_MPI).isPresent()
            && LibraryCheck.obstacle(Abi.STANDARD).isEmpty();
    return isStandardOnly ? LIBMPI_ABI : LIBMPI;
  }

  /** This process's rank in {@code MPI_COMM_WORLD}, as its launcher has set it; -1 without one. */
  static int ownRank(Map<String, String> environment) {
    String otherwise = environment.getOrDefault(RANK_OF_MPICH, "");
    String rank = environment.getOrDefault(RANK_OF_OPEN_MPI, otherwise);
    return rank.matches("\\d+") ? Integer.parseInt(rank) : -1;
  }

  /** Whether the library has the calls by which survivors of a death continue. */
  boolean hasUlfm() {
    return this != LIBMPI_ABI;
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
        VARIABLE
            + "="
            + name
            + " is neither jni nor libmpi nor libmpi_abi; unset it to let Legio choose");
  }

  /** The value of the variable that names it. */
  public String word() {
    return word;
  }
}
