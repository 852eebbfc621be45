package org.legio.ulfm.openmpi;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Sets the parameters of Open MPI that a JVM and the loss of ranks require, in the environment of
 * this process. They must be set before {@code MPI_Init}. Values that the user has set already, by
 * the environment or by {@code mpirun --mca}, stay.
 */
public final class OpenMpiSettings {
  private static final Path KERNELS_NAME = Path.of("/proc/sys/kernel/hostname");
  private static final String PARAMETER = "OMPI_MCA_";
  private static final String UCX_SIGNALS = "UCX_ERROR_SIGNALS";
  private static final Map<String, String> SETTINGS = new LinkedHashMap<>();

  static {
    // UCX would replace the JVM's SIGSEGV handler, which the JVM needs for its own working.
    SETTINGS.put(UCX_SIGNALS, "");
    // The messaging layer and the transports that ULFM covers.
    SETTINGS.put("OMPI_MCA_pml", "ob1");
    SETTINGS.put("OMPI_MCA_btl", "self,sm,tcp");
    if (isOnOneNode()) { // TCP is used by spawned jobs only; on other interfaces it may print
      // warnings
      SETTINGS.put("OMPI_MCA_btl_tcp_if_include", "127.0.0.0/8");
    }
    // Collective components that are not fault tolerant.
    SETTINGS.put("OMPI_MCA_coll", "^han,ucc,hcoll");
    // Survivors do not wait for the dead in MPI_Finalize.
    SETTINGS.put("OMPI_MCA_async_mpi_finalize", "1");
  }

  private OpenMpiSettings() {}

  /** Whether all ranks are on one node. */
  static boolean isOnOneNode() {
    String all = System.getenv("OMPI_COMM_WORLD_SIZE");
    return all != null && all.equals(System.getenv("OMPI_COMM_WORLD_LOCAL_SIZE"));
  }

  /** The name of this process's host: the launcher's, or else the kernel's. */
  static String host() {
    String told = System.getenv("PMIX_HOSTNAME");
    try {
      return told != null ? told : Files.readString(KERNELS_NAME).strip();
    } catch (IOException e) {
      throw new UncheckedIOException("the name of this host cannot be read", e);
    }
  }

  /**
   * The value that a parameter of Open MPI gets.
   *
   * @throws IllegalArgumentException if this class does not set the parameter
   */
  public static String of(String parameter) {
    String value = SETTINGS.get(PARAMETER + parameter);
    if (value == null) {
      throw new IllegalArgumentException(parameter + " is not among " + SETTINGS.keySet());
    }
    return value;
  }

  /** Sets what a JVM requires also where nothing is protected. */
  public static void applyForJvm() {
    Posix.setenv(UCX_SIGNALS, "", 0);
  }

  /** Sets all parameters. Must be called before Open MPI's library is loaded. */
  public static void apply() {
    for (Map.Entry<String, String> setting : SETTINGS.entrySet()) {
      Posix.setenv(setting.getKey(), setting.getValue(), 0);
    }
  }
}
