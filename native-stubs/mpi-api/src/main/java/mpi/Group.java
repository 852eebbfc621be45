package mpi;

import org.legio.mpi.NativeLibrary;

/** An ordered set of processes, numbered from 0 (MPI 3.1, section 6.3). */
public final class Group implements Freeable {
  /** The native group. */
  protected long handle;

  private static long nullHandle;

  static {
    NativeLibrary.load();
    init();
  }

  private static native void init();

  /**
   * Handle of {@code MPI_GROUP_EMPTY}.
   *
   * @return the handle
   */
  protected static native long getEmpty();

  /**
   * Wraps a native group.
   *
   * @param handle the native group
   */
  protected Group(long handle) {
    this.handle = handle;
  }

  /**
   * Number of processes.
   *
   * <p>MPI_GROUP_SIZE, MPI 3.1 section 6.3.1.
   *
   * @return the size
   */
  public int getSize() throws MPIException {
    MPI.check();
    return getSize(handle);
  }

  private native int getSize(long group) throws MPIException;

  /**
   * Rank of this process.
   *
   * <p>MPI_GROUP_RANK, MPI 3.1 section 6.3.1.
   *
   * @return the rank; {@link MPI#UNDEFINED} when it is no member
   */
  public int getRank() throws MPIException {
    MPI.check();
    return getRank(handle);
  }

  private native int getRank(long group) throws MPIException;

  /**
   * Frees this group; {@link #isNull} is then true.
   *
   * <p>MPI_GROUP_FREE, MPI 3.1 section 6.3.3.
   */
  @Override
  public void free() throws MPIException {
    MPI.check();
    handle = free(handle);
  }

  private native long free(long group);

  /**
   * Whether this is the null group, which is what remains of a freed one.
   *
   * @return true for {@code MPI_GROUP_NULL}
   */
  public boolean isNull() {
    return handle == nullHandle;
  }

  /**
   * Ranks that processes of one group have in another.
   *
   * <p>MPI_GROUP_TRANSLATE_RANKS, MPI 3.1 section 6.3.1.
   *
   * @param group1 one group
   * @param ranks1 ranks in it
   * @param group2 the other group
   * @return their ranks in {@code group2}, in the same order; {@link MPI#UNDEFINED} for those that
   *     are no members
   */
  public static int[] translateRanks(Group group1, int[] ranks1, Group group2) throws MPIException {
    MPI.check();
    return translateRanks(group1.handle, ranks1, group2.handle);
  }

  private static native int[] translateRanks(long group1, int[] ranks1, long group2)
      throws MPIException;

  /**
   * Compares two groups.
   *
   * <p>MPI_GROUP_COMPARE, MPI 3.1 section 6.3.1.
   *
   * @param group1 one group
   * @param group2 the other
   * @return {@link MPI#IDENT}, {@link MPI#SIMILAR} or {@link MPI#UNEQUAL}
   */
  public static int compare(Group group1, Group group2) throws MPIException {
    MPI.check();
    return compare(group1.handle, group2.handle);
  }

  private static native int compare(long group1, long group2) throws MPIException;

  /**
   * All members of the first group, then those of the second that are not in the first.
   *
   * <p>MPI_GROUP_UNION, MPI 3.1 section 6.3.2.
   *
   * @param group1 first group
   * @param group2 second group
   * @return a new group
   */
  public static Group union(Group group1, Group group2) throws MPIException {
    MPI.check();
    return new Group(union(group1.handle, group2.handle));
  }

  private static native long union(long group1, long group2);

  /**
   * All members of the first group that are also in the second.
   *
   * <p>MPI_GROUP_INTERSECTION, MPI 3.1 section 6.3.2.
   *
   * @param group1 first group
   * @param group2 second group
   * @return a new group
   */
  public static Group intersection(Group group1, Group group2) throws MPIException {
    MPI.check();
    return new Group(intersection(group1.handle, group2.handle));
  }

  private static native long intersection(long group1, long group2);

  /**
   * All members of the first group that are not in the second.
   *
   * <p>MPI_GROUP_DIFFERENCE, MPI 3.1 section 6.3.2.
   *
   * @param group1 first group
   * @param group2 second group
   * @return a new group
   */
  public static Group difference(Group group1, Group group2) throws MPIException {
    MPI.check();
    return new Group(difference(group1.handle, group2.handle));
  }

  private static native long difference(long group1, long group2);

  /**
   * The named members, in the order named.
   *
   * <p>MPI_GROUP_INCL, MPI 3.1 section 6.3.2.
   *
   * @param ranks ranks in this group, no two the same
   * @return a new group
   */
  public Group incl(int[] ranks) throws MPIException {
    MPI.check();
    return new Group(incl(handle, ranks));
  }

  private native long incl(long group, int[] ranks);

  /**
   * All members but those named, in the order of this group.
   *
   * <p>MPI_GROUP_EXCL, MPI 3.1 section 6.3.2.
   *
   * @param ranks ranks in this group, no two the same
   * @return a new group
   */
  public Group excl(int[] ranks) throws MPIException {
    MPI.check();
    return new Group(excl(handle, ranks));
  }

  private native long excl(long group, int[] ranks);

  /**
   * The members in the named ranges, in the order named.
   *
   * <p>MPI_GROUP_RANGE_INCL, MPI 3.1 section 6.3.2.
   *
   * @param ranges ranges of ranks, each of length 3: first, last, stride
   * @return a new group
   */
  public Group rangeIncl(int[][] ranges) throws MPIException {
    MPI.check();
    return new Group(rangeIncl(handle, ranges));
  }

  private native long rangeIncl(long group, int[][] ranges);

  /**
   * All members but those in the named ranges, in the order of this group.
   *
   * <p>MPI_GROUP_RANGE_EXCL, MPI 3.1 section 6.3.2.
   *
   * @param ranges ranges of ranks, each of length 3: first, last, stride
   * @return a new group
   */
  public Group rangeExcl(int[][] ranges) throws MPIException {
    MPI.check();
    return new Group(rangeExcl(handle, ranges));
  }

  private native long rangeExcl(long group, int[][] ranges);
}
