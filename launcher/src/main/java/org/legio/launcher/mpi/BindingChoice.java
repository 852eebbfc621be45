package org.legio.launcher.mpi;

import java.util.Optional;
import org.legio.agent.NativeHalf;
import org.legio.launcher.machine.CannotRunException;
import org.legio.launcher.machine.Machine;

/**
 * What does the work of the binding's natives on an Open MPI.
 *
 * @param half which of the two
 * @param reason why, as a phrase
 */
public record BindingChoice(NativeHalf half, String reason) {

  /**
   * The choice for a job.
   *
   * @throws CannotRunException if the environment asks for one that does not exist, or is not there
   */
  public static BindingChoice of(MpiInstallation mpi, Machine machine) {
    Optional<String> asked = machine.variable(NativeHalf.VARIABLE).filter(name -> !name.isEmpty());
    if (asked.isPresent()) {
      return new BindingChoice(
          named(asked.get()), "asked for by " + NativeHalf.VARIABLE + "=" + asked.get());
    }
    return mpi.javaLibrary()
        .map(file -> new BindingChoice(NativeHalf.JNI, file))
        .orElseGet(
            () ->
                new BindingChoice(
                    NativeHalf.LIBMPI,
                    "there is no libmpi_java.so beside its libraries, so Legio calls libmpi.so"));
  }

  private static NativeHalf named(String name) {
    try {
      return NativeHalf.named(name);
    } catch (IllegalArgumentException e) {
      throw new CannotRunException(String.valueOf(e.getMessage()), e);
    }
  }

  @Override
  public String toString() {
    return half.word() + " (" + reason + ")";
  }
}
