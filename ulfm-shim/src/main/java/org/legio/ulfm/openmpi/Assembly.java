package org.legio.ulfm.openmpi;

import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.legio.ulfm.openmpi.library.FortranHandle;
import org.legio.ulfm.openmpi.library.MpiLibrary;
import org.legio.ulfm.openmpi.quirks.CommunicatorIdEpoch;
import org.legio.ulfm.ports.UlfmError;

/**
 * Makes communicators of any processes, for agreements only and without a message: each member
 * makes its own object, and all derive its identifier from the same key.
 *
 * <p>Open MPI 5.0.7 has two calls for processes without a common communicator, {@code
 * MPI_Comm_create_group} and {@code MPI_Comm_create_from_group}. Both wait for ever if a member
 * dies in them. This class uses the functions inside them, one of which takes an identifier that
 * has been agreed on elsewhere. {@code docs/design/communicators.md} has the protocol.
 */
final class Assembly {

  /** The versions of Open MPI that have the functions used here. */
  static final String KNOWN_VERSIONS = "Open MPI v5.0.";

  /** {@code OMPI_COMM_CID_GROUP_NEW}: the identifier is given, so no other process takes part. */
  private static final int GIVEN_IDENTIFIER = 0x400;

  /** {@code OMPI_COMM_CID_INTRA}: reductions run over a communicator. */
  private static final int AMONG_ALL = 0x20;

  /** The length of an identifier: a base, a part of it, and two words for further identifiers. */
  private static final int IDENTIFIER_BYTES = 4 * Long.BYTES;

  /** The sign bit: no communicator that MPI has made has an epoch below zero. */
  private static final int OWN_EPOCHS = 1 << 31;

  /** Larger than the index of any communicator that MPI has made. */
  private static final int LAST_INDICES = 1 << 30;

  /** The offset of the index in a communicator, in bytes; verified before each use. */
  private static final int INDEX_PLACE = 0xd8;

  private static final int SHORT_BITS = 16;
  private static final int NO_INDEX = -1;

  private final CommunicatorIdEpoch epochs;

  /**
   * The indices for {@link #comesLast}, by communicator not shrunk yet; the same at all members.
   */
  private final Map<Long, Integer> orders = new ConcurrentHashMap<>();

  Assembly(CommunicatorIdEpoch epochs) {
    this.epochs = epochs;
  }

  /** Makes a communicator of a group; all members give the same key. */
  long of(long group, String key) {
    Functions.bind();
    ByteBuffer digest = ByteBuffer.wrap(digestOf(key));
    long name = digest.getLong();
    MpiLibrary.Cell made = MpiLibrary.cell();
    require(
        "ompi_comm_set",
        Functions.ompi_comm_set(
            made.address,
            MpiLibrary.predefined("ompi_mpi_comm_world"),
            0,
            0,
            0,
            0,
            0,
            MpiLibrary.predefined("ompi_mpi_errors_return"),
            group,
            0,
            0));
    long comm = made.memory.getLong(0);
    identify(comm, name);
    long self = MpiLibrary.predefined("ompi_mpi_comm_self");
    require(
        "ompi_comm_activate",
        Functions.ompi_comm_activate(made.address, self, 0, 0, 0, 0, AMONG_ALL));
    orders.put(comm, LAST_INDICES | digest.getInt() >>> 2);
    return comm;
  }

  /**
   * As {@link #of}, for other versions of Open MPI: of the members that are not known to be dead.
   * They wait for each other, so a member that dies in this call blocks the others.
   */
  static long ofLiving(long group, String key) {
    Functions.bind();
    MpiLibrary.Cell cell = MpiLibrary.cell();
    long world = MpiLibrary.predefined("ompi_mpi_comm_world");
    require("MPIX_Comm_get_failed", Functions.MPIX_Comm_get_failed(world, cell.address));
    long failed = cell.memory.getLong(0);
    require("MPI_Group_difference", Functions.MPI_Group_difference(group, failed, cell.address));
    long living = cell.memory.getLong(0);
    require(
        "MPI_Comm_create_from_group",
        Functions.MPI_Comm_create_from_group(
            living,
            key,
            MpiLibrary.predefined("ompi_mpi_info_null"),
            MpiLibrary.predefined("ompi_mpi_errors_return"),
            cell.address));
    // MPI confuses its agreements with those of the world; a duplicate has no such problem.
    long made = cell.memory.getLong(0);
    require("MPI_Comm_dup", Functions.MPI_Comm_dup(made, cell.address));
    return cell.memory.getLong(0);
  }

  /**
   * Sets the parts by which MPI tells agreements apart: the lowest bits of the identifier's second
   * word, and the epoch.
   */
  private void identify(long comm, long name) {
    ByteBuffer identifier =
        ByteBuffer.allocateDirect(IDENTIFIER_BYTES).order(ByteOrder.nativeOrder());
    identifier.putLong(name).putLong(name & (1 << SHORT_BITS) - 1);
    require(
        "ompi_comm_nextcid",
        Functions.ompi_comm_nextcid(
            comm, 0, 0, 0, MpiLibrary.addressOf(identifier), 0, GIVEN_IDENTIFIER));
    if (!epochs.give(comm, (int) (name >>> SHORT_BITS) | OWN_EPOCHS)) {
      throw new UlfmError(
          "a communicator without a parent cannot be made: this Open MPI is not known to Legio;"
              + " use Open MPI 5.0.7");
    }
  }

  /**
   * Makes the next call, the shrink of such a communicator, give way to all other communicators
   * that this process makes at the same time. Open MPI begins with the parent of the lowest index
   * and relies on all members having the same order. The indices of these communicators differ
   * between members, so they get a high one that is the same everywhere.
   *
   * @return the former index, to be given back by {@link #setIndex} after the shrink
   */
  int comesLast(long comm) {
    Integer order = orders.remove(comm);
    Pointer index = new Pointer(comm).share(INDEX_PLACE);
    if (order == null || index.getInt(0) != FortranHandle.of(comm)) {
      return NO_INDEX;
    }
    int before = index.getInt(0);
    index.setInt(0, order);
    return before;
  }

  /** Gives a communicator its index back; MPI could not free it otherwise. */
  void setIndex(long comm, int index) {
    if (index != NO_INDEX) {
      new Pointer(comm).setInt(INDEX_PLACE, index);
    }
  }

  private static byte[] digestOf(String key) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(key.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  private static void require(String function, int error) {
    if (error != 0) {
      throw new UlfmError(function + " failed with Open MPI's error " + error);
    }
  }

  /** The library's functions inside {@code MPI_Comm_create_from_group}, mapped directly. */
  private static final class Functions {
    private static boolean isBound;

    private Functions() {}

    static synchronized void bind() {
      if (!isBound) {
        Native.register(Functions.class, NativeLibrary.getInstance(MpiLibrary.NAME));
        isBound = true;
      }
    }

    static native int ompi_comm_set(
        long newComm,
        long oldComm,
        int localSize,
        long localRanks,
        int remoteSize,
        long remoteRanks,
        long attributes,
        long errorHandler,
        long localGroup,
        long remoteGroup,
        int flags);

    static native int ompi_comm_nextcid(
        long newComm, long comm, long bridge, long arg0, long identifier, int first, int mode);

    static native int ompi_comm_activate(
        long newComm, long comm, long bridge, long arg0, long arg1, int first, int mode);

    static native int MPIX_Comm_get_failed(long comm, long failed);

    static native int MPI_Group_difference(long group1, long group2, long difference);

    static native int MPI_Comm_create_from_group(
        long group, String tag, long info, long errorHandler, long newComm);

    static native int MPI_Comm_dup(long comm, long newComm);
  }
}
