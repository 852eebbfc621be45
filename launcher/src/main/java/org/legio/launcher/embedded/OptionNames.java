package org.legio.launcher.embedded;

/** The options that the embedded runtime has besides those of mpirun. */
public final class OptionNames {
  /** The option of a job that ends when it loses a process. */
  public static final String WITHOUT_FT = "--without-ft";

  /** The option that says how many replicas ranks have. */
  public static final String REPLICAS = "--replicas";

  /** The option that says how often a lost process is restarted. */
  public static final String RESTART = "--restart";

  /** The option that says how many megabytes are kept for that. */
  public static final String KEEP = "--keep";

  /** The option that says where it is kept. */
  public static final String KEEP_IN = "--keep-in";

  /** The option that names the file that tells in the end how ranks have survived. */
  public static final String SURVIVAL = "--survival";

  private OptionNames() {}
}
