package org.legio.ulfm.openmpi;

import static org.legio.ulfm.openmpi.library.MpiLibrary.addressOf;
import static org.legio.ulfm.openmpi.library.MpiLibrary.cell;
import static org.legio.ulfm.openmpi.library.MpiLibrary.require;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.legio.ulfm.openmpi.library.FortranHandle;
import org.legio.ulfm.openmpi.library.MpiFunctions;
import org.legio.ulfm.openmpi.library.MpiLibrary.Cell;
import org.legio.ulfm.openmpi.library.Redirections;
import org.legio.ulfm.openmpi.quirks.CommunicatorIdEpoch;
import org.legio.ulfm.openmpi.quirks.LoneFinalize;
import org.legio.ulfm.ports.Agreement;
import org.legio.ulfm.ports.Outcome;
import org.legio.ulfm.ports.Pmpi;
import org.legio.ulfm.ports.Ulfm;

/**
 * The {@link Ulfm} of Open MPI, through JNA's direct mapping of {@code MPIX_Comm_*}. Must be made
 * after the binding has loaded the MPI library.
 */
public final class OpenMpiUlfm implements Ulfm {
  /**
   * Kept until their end, because MPI writes into their memory even if nobody polls them any more.
   */
  private static final Set<Started> UNDER_WAY = ConcurrentHashMap.newKeySet();

  private final Pmpi pmpi;
  private final Redirections redirections;
  private final CommunicatorIdEpoch epochs = new CommunicatorIdEpoch();
  private final Assembly assembly = new Assembly(epochs);

  /**
   * How many communicators have been assembled, by parent's index and key; the same at all members.
   */
  private final Map<String, Integer> assembled = new ConcurrentHashMap<>();

  /**
   * Binds the functions.
   *
   * @param pmpi runs the group operations that need no fault tolerance
   * @param redirections changes calls inside the MPI library
   * @throws UnsatisfiedLinkError if this MPI library has no ULFM
   */
  public OpenMpiUlfm(Pmpi pmpi, Redirections redirections) {
    this.pmpi = pmpi;
    this.redirections = redirections;
    MpiFunctions.bind();
  }

  @Override
  public void revoke(long comm) {
    require("MPIX_Comm_revoke", MpiFunctions.MPIX_Comm_revoke(comm));
  }

  @Override
  public boolean isRevoked(long comm) {
    Cell flag = cell();
    require("MPIX_Comm_is_revoked", MpiFunctions.MPIX_Comm_is_revoked(comm, flag.address));
    return flag.memory.getInt(0) != 0;
  }

  @Override
  public long shrink(long comm) {
    epochs.reach(comm);
    Cell cell = cell();
    int index = assembly.comesLast(comm);
    int error = MpiFunctions.MPIX_Comm_shrink(comm, cell.address);
    assembly.setIndex(comm, index);
    require("MPIX_Comm_shrink", error);
    long shrunk = cell.memory.getLong(0);
    epochs.reach(shrunk);
    return shrunk;
  }

  @Override
  public Agreement agree(long comm, boolean vote) {
    Cell flag = cell();
    int error = agree(comm, flag, vote ? 1 : 0);
    return agreement(flag.memory.getInt(0), error);
  }

  @Override
  public int agreeOnFlags(long comm, int flags) {
    Cell agreed = cell();
    agree(comm, agreed, flags);
    return agreed.memory.getInt(0);
  }

  /**
   * Agrees on flags. They are valid even when the call reports failures that were not acknowledged.
   */
  private static int agree(long comm, Cell flags, int own) {
    flags.memory.putInt(0, own);
    int error = MpiFunctions.MPIX_Comm_agree(comm, flags.address);
    if (error != 0 && !Outcome.ofErrorClass(error).isFault()) {
      require("MPIX_Comm_agree", error);
    }
    return error;
  }

  private static Agreement agreement(int flag, int error) {
    if (flag == 0) {
      return Agreement.NO;
    }
    return error == 0 ? Agreement.YES : Agreement.YES_WITH_DEATHS;
  }

  @Override
  public PendingAgreement startAgreement(long comm, boolean vote) {
    Started started = new Started(vote);
    UNDER_WAY.add(started);
    int error = MpiFunctions.MPIX_Comm_iagree(comm, started.flag(), started.request());
    if (error != 0 && !Outcome.ofErrorClass(error).isFault()) {
      require("MPIX_Comm_iagree", error);
    }
    return started;
  }

  @Override
  public long assemble(long group, long parent, String key) {
    String kind = FortranHandle.of(parent) + " " + key;
    String name = "legio " + kind + " " + assembled.merge(kind, 1, Integer::sum);
    try {
      return pmpi.libraryVersion().contains(Assembly.KNOWN_VERSIONS)
          ? assembly.of(group, name)
          : Assembly.ofLiving(group, name);
    } catch (Exception e) {
      throw new IllegalStateException("the version of the MPI library cannot be read", e);
    }
  }

  @Override
  public void acknowledge(long comm) {
    require("MPIX_Comm_failure_ack", MpiFunctions.MPIX_Comm_failure_ack(comm));
  }

  @Override
  public int[] failedRanks(long comm) {
    Cell group = cell();
    require("MPIX_Comm_get_failed", MpiFunctions.MPIX_Comm_get_failed(comm, group.address));
    long failed = group.memory.getLong(0);
    try {
      long members = pmpi.getGroup(comm);
      int[] ranks = new int[pmpi.groupSize(failed)];
      Arrays.setAll(ranks, i -> i);
      int[] inComm = pmpi.translateRanks(failed, ranks, members);
      pmpi.groupFree(members);
      if (ranks.length > 0) { // an empty group is predefined and must not be freed
        pmpi.groupFree(failed);
      }
      Arrays.sort(inComm);
      return inComm;
    } catch (Exception e) {
      throw new IllegalStateException("the failed ranks cannot be translated", e);
    }
  }

  @Override
  public Optional<String> isolateFinalize() {
    return LoneFinalize.prepare(redirections);
  }

  /** An agreement under way; MPI writes into its memory until it is done. */
  private static final class Started implements PendingAgreement {
    private static final int FLAG = 0;
    private static final int DONE = Integer.BYTES;
    private static final int REQUEST = Long.BYTES;
    private static final long STATUS_IGNORE = 0;

    private final ByteBuffer memory =
        ByteBuffer.allocateDirect(REQUEST + Long.BYTES).order(ByteOrder.nativeOrder());
    private final long address = addressOf(memory);

    Started(boolean vote) {
      memory.putInt(FLAG, vote ? 1 : 0);
    }

    long flag() {
      return address + FLAG;
    }

    long request() {
      return address + REQUEST;
    }

    @Override
    public @Nullable Agreement poll() {
      int error = MpiFunctions.MPI_Test(request(), address + DONE, STATUS_IGNORE);
      if (error != 0 && !Outcome.ofErrorClass(error).isFault()) {
        require("MPI_Test of MPIX_Comm_iagree", error);
      }
      if (error == 0 && memory.getInt(DONE) == 0) {
        return null;
      }
      UNDER_WAY.remove(this);
      return agreement(memory.getInt(FLAG), error);
    }
  }
}
