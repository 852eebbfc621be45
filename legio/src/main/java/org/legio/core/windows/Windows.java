package org.legio.core.windows;

import java.nio.Buffer;
import org.jspecify.annotations.Nullable;
import org.legio.core.communicator.Communicator;
import org.legio.core.communicator.HandleMap;
import org.legio.core.creation.CommunicatorMaker;
import org.legio.core.creation.Communicators;
import org.legio.core.creation.NamedPolicies;
import org.legio.core.creation.PolicyInfo;
import org.legio.core.repair.Context;
import org.legio.ulfm.ports.Pmpi;
import org.legio.ulfm.ports.Serves;

/**
 * Makes windows of protected communicators, with the parameters of the natives, but for the
 * communicator in place of its handle, and finds them.
 */
public final class Windows {
  private final Context context;
  private final Pmpi pmpi;
  private final HandleMap<Window> windows = new HandleMap<>();
  private final WindowMaker maker;
  private final PolicyInfo policyInfo;

  /** Serves the windows of protected communicators. */
  public Windows(
      Context context, CommunicatorMaker communicatorMaker, Communicators communicators) {
    this.context = context;
    this.pmpi = context.pmpi();
    this.policyInfo = new PolicyInfo(context);
    this.maker = new WindowMaker(this, context, communicatorMaker, communicators);
  }

  /** The window behind a handle; null if it is not protected. */
  public @Nullable Window find(long win) {
    return windows.find(win);
  }

  /** {@code MPI_Win_create}. */
  @Serves("mpi.Win.createWin")
  public long createWin(Buffer base, int size, int dispUnit, long info, Communicator comm)
      throws Exception {
    return make(
        "createWin",
        comm,
        info,
        (i, c) -> {
          context.bufferCheck().require(base, 0, size, context.binding().byteType());
          return pmpi.createWin(base, size, dispUnit, i, c);
        },
        true);
  }

  /** {@code MPI_Win_allocate}. */
  @Serves("mpi.Win.allocateWin")
  public long allocateWin(int size, int dispUnit, long info, Communicator comm, Buffer buf)
      throws Exception {
    return make(
        "allocateWin", comm, info, (i, c) -> pmpi.allocateWin(size, dispUnit, i, c, buf), false);
  }

  /** {@code MPI_Win_allocate_shared}. */
  @Serves("mpi.Win.allocateSharedWin")
  public long allocateSharedWin(int size, int dispUnit, long info, Communicator comm, Buffer buf)
      throws Exception {
    return make(
        "allocateSharedWin",
        comm,
        info,
        (i, c) -> pmpi.allocateSharedWin(size, dispUnit, i, c, buf),
        false);
  }

  /** {@code MPI_Win_create_dynamic}. */
  @Serves("mpi.Win.createDynamicWin")
  public long createDynamicWin(long info, Communicator comm) throws Exception {
    return make("createDynamicWin", comm, info, pmpi::createDynamicWin, true);
  }

  /** Makes MPI's window. */
  @FunctionalInterface
  private interface Making {
    long with(long info, long comm) throws Exception;
  }

  private long make(String call, Communicator comm, long info, Making making, boolean checked)
      throws Exception {
    Window[] made = new Window[1];
    NamedPolicies named = policyInfo.ofWindow(info);
    policyInfo.withoutPolicies(
        info,
        rest ->
            LockHint.keepFromMpi(
                context,
                rest,
                given ->
                    made[0] = maker.make(call, comm, named, c -> making.with(given, c), checked)));
    made[0].lockHint().note(info);
    windows.put(made[0].handles().win(), made[0]);
    return made[0].handles().win();
  }

  /** Frees it when all have come here: its handle is no window's any more. */
  void free(Window window) throws Exception {
    windows.remove(window.handles().win(), window);
    maker.free(window);
  }
}
