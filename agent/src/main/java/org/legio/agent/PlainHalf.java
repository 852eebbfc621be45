package org.legio.agent;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.legio.ulfm.openmpi.Linker;
import org.legio.ulfm.openmpi.OpenMpiSettings;
import org.legio.ulfm.openmpi.library.Abi;
import org.legio.ulfm.openmpi.library.LibraryCheck;

/**
 * What does the work of the natives of Legio's own API in a JVM without the agent. It is found out
 * when the program comes to its first class of MPI, by the same rules as with the agent.
 */
public final class PlainHalf {
  private static final boolean HAS_NATIVES = prepared() == NativeHalf.JNI;

  private PlainHalf() {}

  /** Whether Open MPI's library for Java has the natives; otherwise the MPI library is called. */
  public static boolean hasNatives() {
    return HAS_NATIVES;
  }

  /**
   * Chooses.
   *
   * @throws UnsatisfiedLinkError if there is none; the message is one line with the remedy
   */
  private static NativeHalf prepared() {
    OpenMpiSettings.applyForJvm();
    Linker.bindingLoadedBy(PlainHalf.class.getClassLoader());
    NativeHalf half;
    try {
      half = NativeHalf.choose(System.getenv());
    } catch (IllegalArgumentException e) {
      throw refused(String.valueOf(e.getMessage()), e);
    }
    if (half != NativeHalf.JNI) {
      Optional<String> obstacle = LibraryCheck.obstacle(Abi.inUse());
      if (obstacle.isPresent()) {
        throw refused(obstacle.get(), null);
      }
    }
    return half;
  }

  private static UnsatisfiedLinkError refused(String why, @Nullable Throwable cause) {
    UnsatisfiedLinkError error = new UnsatisfiedLinkError("legio: " + why);
    error.initCause(cause);
    return error;
  }
}
