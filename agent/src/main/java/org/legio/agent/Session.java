package org.legio.agent;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.legio.core.LifeCycle;
import org.legio.core.report.RepairListeners;
import org.legio.core.settings.Configuration;
import org.legio.core.settings.Setting;
import org.legio.core.windows.Windows;
import org.legio.hierarchical.HierarchicalLayout;
import org.legio.observability.Observability;
import org.legio.protection.Resilience;
import org.legio.ulfm.messages.ExitStatus;
import org.legio.ulfm.ports.Binding;
import org.legio.ulfm.ports.Job;
import org.legio.ulfm.ports.TimedUlfm;
import org.legio.ulfm.ports.Ulfm;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** This JVM's part in a job, from {@code MPI_Init} to {@code MPI_Finalize}. */
final class Session implements LifeCycle.Phases {
  private static volatile @Nullable Session current;

  private final AgentOptions options;
  private final MpiRuntime runtime;
  private final Job job;
  private final ProcessEnd processEnd;
  private final WeavingFailures failures;
  private final Observability observability;
  private final RepairListeners repairListeners = new RepairListeners();
  private volatile @Nullable Resilience resilience;
  private volatile boolean isProtected;

  private Session(
      AgentOptions options,
      MpiRuntime runtime,
      ProcessEnd processEnd,
      WeavingFailures failures,
      Observability observability) {
    this.failures = failures;
    this.observability = observability;
    this.options = options;
    this.runtime = runtime;
    this.job = runtime.job();
    this.processEnd = processEnd;
  }

  /** Makes the session that the woven code will find. */
  static void prepare(
      AgentOptions options,
      MpiRuntime runtime,
      ProcessEnd processEnd,
      WeavingFailures failures,
      Observability observability) {
    current = new Session(options, runtime, processEnd, failures, observability);
  }

  static Session current() {
    return prepared()
        .orElseThrow(() -> new IllegalStateException("the agent has not been started"));
  }

  /** The session; empty without the agent. */
  static Optional<Session> prepared() {
    return Optional.ofNullable(current);
  }

  /** The job; empty without the agent and before MPI has been initialized. */
  static Optional<Resilience> running() {
    return prepared().flatMap(session -> Optional.ofNullable(session.resilience));
  }

  Job job() {
    return job;
  }

  RepairListeners repairListeners() {
    return repairListeners;
  }

  /** Makes the handler of the start and the end of MPI, once the program comes to the binding. */
  LifeCycle newLifeCycle() {
    return new LifeCycle(runtime.pmpi(), this);
  }

  Resilience resilience() {
    Resilience running = resilience;
    if (running == null) {
      throw new IllegalStateException("MPI has not been initialized");
    }
    return running;
  }

  /** What makes windows; to be asked for once, when the program makes its first. */
  Windows windowMaking() {
    if (isProtected) {
      runtime.windowsWanted();
    }
    return resilience().windowMaking();
  }

  @Override
  public void initializing() {
    processEnd.initializing();
  }

  @Override
  public void initialized() throws Exception {
    takeOver();
    if (RankFiles.arePacked()) {
      resilience().handReportTo(RankFiles::reporting);
    }
    RankFiles.begun();
  }

  private void takeOver() throws Exception {
    Binding binding = runtime.binding();
    Configuration configuration = options.configuration();
    Optional<String> obstacle = failures.first();
    if (obstacle.isEmpty()) {
      obstacle = runtime.obstacle(binding);
    }
    if (obstacle.isPresent()) {
      processEnd.watch(false);
      unprotected(obstacle.get(), configuration);
      resilience = Resilience.passThrough(runtime.pmpi(), binding, job, configuration);
      return;
    }
    processEnd.watch(true);
    if (configuration.get(Setting.REPLICA_BEHIND).equals("give-up")) {
      job.evictLaggards();
    }
    Ulfm ulfm = TimedUlfm.ifAsked(options.kills().injectInto(observability.of(runtime.ulfm())));
    Resilience protection =
        Resilience.protect(
            runtime.pmpi(),
            ulfm,
            binding,
            job,
            configuration,
            new HierarchicalLayout(configuration));
    protection.tellRepairsTo(repairListeners);
    protection.tellAbortTo(RankFiles::aborting);
    observability.begins(protection);
    isProtected = true;
    resilience = protection;
  }

  private void unprotected(String obstacle, Configuration configuration) {
    if (configuration.isOn(Setting.STRICT)) {
      throw job.abort(1, "legio: " + obstacle + "; strict=true refuses to run unprotected");
    }
    if (isFirstRank()) {
      log().warn("legio: this job is not protected: {}", obstacle);
    }
  }

  static boolean isFirstRank() {
    return "0".equals(System.getenv().getOrDefault("PMIX_RANK", "0"));
  }

  private static Logger log() {
    return LoggerFactory.getLogger("legio");
  }

  /**
   * Called by {@link LifeCycle#mpiFinalize}: {@link Resilience#beforeFinalize} waits for the other
   * living ranks.
   *
   * @return whether MPI's own finalize is to follow; false if this rank has departed
   */
  @Override
  public boolean finalizing() throws Exception {
    RankFiles.writeCallCounts();
    return resilience().beforeFinalize();
  }

  @Override
  public void finalized() {
    runtime.finalized();
    processEnd.watch(false);
    observability.ends();
    processEnd.atQuietEnd(() -> job.exit(statusWanted()));
  }

  /**
   * The exit status that the job is to end with, as far as this rank knows; 0 if nothing is wrong.
   */
  private int statusWanted() {
    if (!RankFiles.areWanted() && FaultInjector.tellMissed()) {
      return ExitStatus.FAULT_MISSED.number();
    }
    return resilience().questions().isAnybodyDead()
        ? options.configuration().count(Setting.EXIT_STATUS_ON_LOSS)
        : 0;
  }
}
