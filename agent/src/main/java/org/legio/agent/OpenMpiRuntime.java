package org.legio.agent;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.legio.ulfm.openmpi.FaultTolerance;
import org.legio.ulfm.openmpi.Linker;
import org.legio.ulfm.openmpi.NodeWatch;
import org.legio.ulfm.openmpi.OpenMpiBinding;
import org.legio.ulfm.openmpi.OpenMpiJob;
import org.legio.ulfm.openmpi.OpenMpiUlfm;
import org.legio.ulfm.openmpi.library.Redirections;
import org.legio.ulfm.openmpi.quirks.AgreementMessages;
import org.legio.ulfm.openmpi.quirks.FailedWindows;
import org.legio.ulfm.ports.Binding;
import org.legio.ulfm.ports.Job;
import org.legio.ulfm.ports.Pmpi;
import org.legio.ulfm.ports.Stages;
import org.legio.ulfm.ports.Ulfm;
import org.slf4j.LoggerFactory;

/** Open MPI, started by mpirun. */
final class OpenMpiRuntime implements MpiRuntime {
  private final NativeHalf nativeHalf;
  private final OpenMpiJob job;
  private final NodeWatch nodeWatch;
  private final Redirections redirections;
  private @Nullable Pmpi pmpi;

  /**
   * Prepares this process.
   *
   * @param nativeHalf what does the work of the binding's natives
   */
  OpenMpiRuntime(NativeHalf nativeHalf) {
    this.nativeHalf = nativeHalf;
    this.job = new OpenMpiJob();
    this.nodeWatch = job.watchNode();
    this.redirections = new Redirections();
  }

  @Override
  public FinishedBinding kind() {
    return nativeHalf == NativeHalf.JNI ? FinishedBinding.OPEN_MPI : FinishedBinding.LIBMPI;
  }

  @Override
  public Job job() {
    return job;
  }

  @Override
  public Stages stages() {
    return nodeWatch;
  }

  @Override
  public synchronized Pmpi pmpi() {
    if (pmpi == null) {
      pmpi = Linker.newPmpi();
    }
    return pmpi;
  }

  @Override
  public Binding binding() {
    return new OpenMpiBinding();
  }

  @Override
  public Ulfm ulfm() {
    if (binding().isThreadMultiple()) {
      AgreementMessages.keepInTurn(redirections)
          .filter(why -> Session.isFirstRank())
          .ifPresent(
              why ->
                  LoggerFactory.getLogger("legio")
                      .warn("legio: agreements of several threads may hang the job, for {}", why));
    }
    return new OpenMpiUlfm(pmpi(), redirections);
  }

  @Override
  public Optional<String> obstacle(Binding binding) {
    return FaultTolerance.obstacle(pmpi(), binding);
  }

  @Override
  public void windowsWanted() {
    FailedWindows.leaveBehind(redirections)
        .ifPresent(
            why ->
                LoggerFactory.getLogger("legio")
                    .debug("legio: a failed createWin may crash, for {}", why));
  }

  @Override
  public void finalized() {
    redirections.undo();
  }
}
