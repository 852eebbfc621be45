package mpi;

/** Version of the MPI standard that the library implements (MPI 3.1, section 8.1.1). */
public final class Version {
  private final int version;
  private final int subVersion;

  /**
   * Used by the native half.
   *
   * @param version number before the dot
   * @param subVersion number after the dot
   */
  protected Version(int version, int subVersion) {
    this.version = version;
    this.subVersion = subVersion;
  }

  /**
   * The version.
   *
   * @return number before the dot
   */
  public int getVersion() {
    return version;
  }

  /**
   * The subversion.
   *
   * @return number after the dot
   */
  public int getSubVersion() {
    return subVersion;
  }
}
