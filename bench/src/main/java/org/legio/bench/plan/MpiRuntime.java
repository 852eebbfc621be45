package org.legio.bench.plan;

/** The MPI that a job of the suite runs on. */
public enum MpiRuntime {
  OPEN_MPI("Open MPI"),
  EMBEDDED("embedded");

  private final String title;

  MpiRuntime(String title) {
    this.title = title;
  }

  /** Its name. */
  public String title() {
    return title;
  }

  /** What the names of its configurations begin with, where several runtimes are compared. */
  public String prefix() {
    return title + ": ";
  }

  /** What a configuration's name begins with: a {@link #prefix}, or nothing. */
  public static String prefixOf(String configuration) {
    for (MpiRuntime runtime : values()) {
      if (configuration.startsWith(runtime.prefix())) {
        return runtime.prefix();
      }
    }
    return "";
  }
}
