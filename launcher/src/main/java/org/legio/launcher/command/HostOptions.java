package org.legio.launcher.command;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.legio.launcher.embedded.StartOption;
import org.legio.launcher.job.Hosts;
import org.legio.launcher.machine.CannotRunException;
import org.legio.launcher.machine.Machine;
import org.legio.launcher.machine.ShellQuoting;
import org.legio.launcher.mpi.EmbeddedMpi;
import org.legio.launcher.mpi.LaunchedJob;
import org.legio.launcher.mpi.MpiInstallation;
import org.legio.launcher.mpi.SystemMpi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The options that name the hosts of a job, and how they are reached. */
public final class HostOptions {
  @Spec(Spec.Target.MIXEE)
  private @Nullable CommandSpec spec;

  @Option(
      names = "--host",
      paramLabel = "LIST",
      description = "mpirun's list of hosts, for instance n0:2,n1:2.")
  private @Nullable String list;

  @Option(
      names = "--hostfile",
      paramLabel = "FILE",
      description = "mpirun's file of hosts, one a line, for instance n0 slots=2.")
  private @Nullable String file;

  @Option(
      names = "--launch-agent",
      paramLabel = "CMD",
      description = {
        "How the embedded runtime starts its daemons on other hosts: the command is followed by",
        "the host and what to run there. Default: ssh."
      })
  private @Nullable String launchAgent;

  /** The hosts that are named, or those of the batch system's allocation, or this one alone. */
  public Hosts hosts(Machine machine) {
    return valid(() -> named(machine).orElseGet(() -> Hosts.given(machine)));
  }

  /** The hosts that the options name, if they name any. */
  Optional<Hosts> named(Machine machine) {
    if (list != null && file != null) {
      throw LegioCommand.refusal(
          spec, "--host and --hostfile are two ways to name the hosts; drop one of the two");
    }
    return valid(
        () ->
            file != null
                ? Optional.of(Hosts.inFile(file, machine))
                : Optional.ofNullable(list).map(Hosts::listed));
  }

  /** What comes of the options; the command is refused if they cannot be right. */
  private <T> T valid(Supplier<T> result) {
    return LegioCommand.valid(spec, result);
  }

  /**
   * Refuses a job whose hosts an MPI does not reach.
   *
   * @throws CannotRunException whose message says what to do
   */
  public void requireReachable(MpiInstallation mpi, LaunchedJob job, Machine machine) {
    Hosts hosts = job.hosts();
    if (!mpi.spansHosts(hosts) && hosts.areElsewhere(machine)) {
      MpiInstallation openMpi = new SystemMpi(Path.of("mpirun"), "java");
      throw new CannotRunException(
          hosts.origin()
              + ": "
              + mpi.description()
              + " is on this host only; install Open MPI 5 or later on every host and name its"
              + " mpirun with --mpi, or write: "
              + ShellQuoting.line(job.mpirun(openMpi, machine)));
    }
  }

  /** How programs are started there, if it is said. */
  Optional<String> launchAgent() {
    return Optional.ofNullable(launchAgent);
  }

  /** The options as they were given. */
  List<String> words() {
    List<String> words = new ArrayList<>();
    Optional.ofNullable(list).ifPresent(given -> words.addAll(List.of("--host", given)));
    Optional.ofNullable(file).ifPresent(given -> words.addAll(List.of("--hostfile", given)));
    Optional.ofNullable(launchAgent)
        .ifPresent(given -> words.addAll(List.of("--launch-agent", given)));
    return words;
  }

  /** The arguments for an MPI's mpirun that say how hosts are reached. */
  public List<String> launchArguments(MpiInstallation mpi) {
    if (launchAgent == null) {
      return List.of();
    }
    return mpi instanceof EmbeddedMpi
        ? StartOption.LAUNCH_AGENT.arguments(launchAgent)
        : List.of("--mca", "plm_rsh_agent", launchAgent);
  }
}
