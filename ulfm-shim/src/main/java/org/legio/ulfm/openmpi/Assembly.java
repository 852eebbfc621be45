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
import org.legio.ulfm.UlfmError;

/**
 * Makes communicators that serve for agreements only, of any processes and without a message: each
 * member makes its own, and names it by the same key.
 *
 * <p>Open MPI 5.0.7 offers two calls to those who have no communicator of their own, {@code
 * MPI_Comm_create_group} and {@code MPI_Comm_create_from_group}, and both wait for members that die
 * in them. They are made of the functions used here, one of which takes an identifier that has been
 * agreed on elsewhere. {@code docs/design/communicators.md} has the protocol.
 */
final class Assembly {

  /** Whose functions are those used here. */
  static final String KNOWN_VERSIONS = "Open MPI v5.0.";

  /** {@code OMPI_COMM_CID_GROUP_NEW}: the identifier is given, nobody is asked. */
  private static final int GIVEN_IDENTIFIER = 0x400;

  /** {@code OMPI_COMM_CID_INTRA}: what there is to reduce is reduced over a communicator. */
  private static final int AMONG_ALL = 0x20;

  /** A base, a part of it, and what further identifiers would be made of. */
  private static final int IDENTIFIER_BYTES = 4 * Long.BYTES;

  /** No communicator that MPI has made has an epoch below zero. */
  private static final int OWN_EPOCHS = 1 << 31;

  /** Larger than any communicator's index that MPI has chosen. */
  private static final int LAST_INDICES = 1 << 30;

  /** Where a communicator has its index; looked at before it is relied on. */
  private static final int INDEX_PLACE = 0xd8;

  private static final int SHORT_BITS = 16;
  private static final int NO_INDEX = -1;

  private final CommunicatorIdEpoch epochs;

  /** The order of those that have not been shrunk yet, the same at all members. */
  private final Map<Long, Integer> orders = new ConcurrentHashMap<>();

  Assembly(CommunicatorIdEpoch epochs) {
    this.epochs = epochs;
  }

  /** Makes one. */
  long of(long group, String key) {
    Functions.bind();
    ByteBuffer digest = ByteBuffer.wrap(digestOf(key));
    long name = digest.getLong();
    OpenMpiUlfm.Cell made = OpenMpiUlfm.cell();
    require(
        "ompi_comm_set",
        Functions.ompi_comm_set(
            made.address,
            OpenMpiBinding.predefined("ompi_mpi_comm_world"),
            0,
            0,
            0,
            0,
            0,
            OpenMpiBinding.predefined("ompi_mpi_errors_return"),
            group,
            0,
            0));
    long comm = made.memory.getLong(0);
    identify(comm, name);
    long self = OpenMpiBinding.predefined("ompi_mpi_comm_self");
    require(
        "ompi_comm_activate",
        Functions.ompi_comm_activate(made.address, self, 0, 0, 0, 0, AMONG_ALL));
    orders.put(comm, LAST_INDICES | digest.getInt() >>> 2);
    return comm;
  }

  /**
   * As {@link #of}, for other versions: of those who are not known to be dead. They wait for each
   * other; one that dies meanwhile blocks the others.
   */
  static long ofLiving(long group, String key) {
    Functions.bind();
    OpenMpiUlfm.Cell cell = OpenMpiUlfm.cell();
    long world = OpenMpiBinding.predefined("ompi_mpi_comm_world");
    require("MPIX_Comm_get_failed", Functions.MPIX_Comm_get_failed(world, cell.address));
    long failed = cell.memory.getLong(0);
    require("MPI_Group_difference", Functions.MPI_Group_difference(group, failed, cell.address));
    long living = cell.memory.getLong(0);
    require(
        "MPI_Comm_create_from_group",
        Functions.MPI_Comm_create_from_group(
            living,
            key,
            OpenMpiBinding.predefined("ompi_mpi_info_null"),
            OpenMpiBinding.predefined("ompi_mpi_errors_return"),
            cell.address));
    long made =
        cell.memory.getLong(0); // its agreements are confused with the world's, its copy's not
    require("MPI_Comm_dup", Functions.MPI_Comm_dup(made, cell.address));
    return cell.memory.getLong(0);
  }

  /** Agreements are known by the lowest bits of the identifier's second word and by the epoch. */
  private void identify(long comm, long name) {
    ByteBuffer identifier =
        ByteBuffer.allocateDirect(IDENTIFIER_BYTES).order(ByteOrder.nativeOrder());
    identifier.putLong(name).putLong(name & (1 << SHORT_BITS) - 1);
    require(
        "ompi_comm_nextcid",
        Functions.ompi_comm_nextcid(
            comm, 0, 0, 0, OpenMpiUlfm.addressOf(identifier), 0, GIVEN_IDENTIFIER));
    if (!epochs.give(comm, (int) (name >>> SHORT_BITS) | OWN_EPOCHS)) {
      throw new UlfmError(
          "a communicator without a parent cannot be made: this Open MPI is not known to Legio;"
              + " use Open MPI 5.0.7");
    }
  }

  /**
   * Has the shrink of one of these, which is the next call, give way to all other communicators
   * that this process makes at the same time. Open MPI lets the one go first whose parent has the
   * lowest index, and relies on its being the same at all members, which these ones' is not.
   *
   * @return what index it has had; for {@link #hasIndex}, after the shrink
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

  /** Gives one its index back, without which it cannot be freed. */
  void hasIndex(long comm, int index) {
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

  /** The functions of the library that {@code MPI_Comm_create_from_group} is made of. */
  private static final class Functions {
    private static boolean isBound;

    private Functions() {}

    static synchronized void bind() {
      if (!isBound) {
        Native.register(Functions.class, NativeLibrary.getInstance(OpenMpiUlfm.LIBRARY));
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
