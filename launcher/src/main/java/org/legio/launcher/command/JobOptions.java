package org.legio.launcher.command;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.legio.agent.Kill;
import org.legio.agent.Variables;
import org.legio.core.settings.Configuration;
import org.legio.core.settings.Setting;
import org.legio.launcher.job.Hosts;
import org.legio.launcher.job.KillOption;
import org.legio.launcher.machine.Colors;
import org.legio.launcher.machine.Terminal;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The options of every command that runs a program of the user. */
final class JobOptions {
  private @Nullable CommandSpec spec;

  @Option(names = "-n", paramLabel = "N", description = "Number of ranks.")
  private @Nullable Integer ranks;

  @Option(
      names = "--kill",
      paramLabel = "SPEC",
      description = {
        "Kill a rank at a call: RANK[.REPLICA]@CALL[:NTH[:WHEN]][=FAULT], for instance",
        "3@reduce:4; without REPLICA, all replicas of the rank are struck;",
        "NTH counts the rank's calls from 1, WHEN is before (default), inside or after;",
        "FAULT is kill (default), host (with all of its host), stop (SIGSTOP) or pause:SECONDS",
        "(SIGSTOP, later SIGCONT)."
      })
  private List<String> kills = new ArrayList<>();

  @Option(
      names = "--policy",
      paramLabel = "K=V",
      description = "A setting of the agent, for instance bcast.root-failed=ignore.")
  private List<String> policies = new ArrayList<>();

  @Option(
      names = "--mpi",
      paramLabel = "MPI",
      description = {
        "auto, embedded, system, prepared, or the place of an Open MPI: its mpirun, its prefix or"
            + " a",
        "root filesystem. Default: the variable LEGIO_MPI, else auto: the mpirun on PATH if it",
        "serves, else the embedded runtime. prepared makes an Open MPI in the cache folder."
      })
  private @Nullable String mpi;

  @Option(
      names = "--mpirun-arg",
      paramLabel = "ARG",
      parameterConsumer = VerbatimArgument.class,
      description = "Handed to mpirun as it is; repeat it for more.")
  private List<String> mpirunArguments = new ArrayList<>();

  @Parameters(
      paramLabel = "JAVA ARGUMENTS",
      description = "After --: what java needs to run the program.")
  private List<String> javaArguments = new ArrayList<>();

  /** Whatever follows the program's name is the program's. */
  @Spec(Spec.Target.MIXEE)
  void mixInto(CommandSpec command) {
    spec = command;
    command.parser().stopAtPositional(true);
  }

  /** The number of ranks where none is given. */
  void ranksIfMissing(int slots) {
    ranks = ranks == null ? slots : ranks;
  }

  /** The number of ranks, at least 1. */
  int ranks() {
    if (ranks == null) {
      throw refused("the number of ranks is missing; add for instance -n 8");
    }
    if (ranks < 1) {
      throw refused("-n " + ranks + ": a job has at least one rank; use for instance -n 8");
    }
    return ranks;
  }

  /**
   * The faults at calls, checked.
   *
   * @param hosts those of the job
   */
  List<Kill> kills(LauncherContext context, Hosts hosts) {
    try {
      Set<String> calls = context.calls().names();
      List<Kill> faults =
          kills.stream().map(text -> KillOption.parse(text, ranks(), calls)).toList();
      if (!hosts.areNamed()) {
        faults.forEach(KillOption::requireOneHostIsEnough);
      }
      return faults;
    } catch (IllegalArgumentException e) {
      throw refused(String.valueOf(e.getMessage()));
    }
  }

  /** The agent's settings by name, checked. */
  Map<String, String> policies(LauncherContext context) {
    Map<String, String> settings = policies(context.defaults());
    Variables.objections(context.machine().environment())
        .forEach(line -> messages(context).println("legio: " + line));
    try {
      context.policies().check(settings);
    } catch (IllegalArgumentException e) {
      throw refused(String.valueOf(e.getMessage()));
    }
    return settings;
  }

  /** The agent's settings by name, as they are given. */
  Map<String, String> policies(Defaults defaults) {
    Map<String, String> settings = new LinkedHashMap<>();
    if (policies.stream().noneMatch(policy -> policy.startsWith(Configuration.FILE_KEY + "="))) {
      defaults.settings().forEach(line -> settings.put(line.key(), line.value()));
    }
    if (LegioCommand.isJsonWanted(spec)) {
      settings.put(Setting.LOG_FORMAT.key(), "json");
    }
    for (String policy : policies) {
      int equals = policy.indexOf('=');
      if (equals < 1 || policy.contains(",")) {
        throw refused(
            "--policy '"
                + policy
                + "' is not one NAME=VALUE without a comma; write for instance"
                + " bcast.root-failed=ignore");
      }
      settings.put(policy.substring(0, equals), policy.substring(equals + 1));
    }
    return settings;
  }

  /** Says which options and settings come from the user's files. */
  void tellDefaults(LauncherContext context) {
    Defaults defaults = context.defaults();
    Stream<DefaultsLine> options =
        Stream.ofNullable(spec).flatMap(command -> defaults.options(command));
    Stream.concat(options, defaults.settings().stream())
        .forEach(line -> messages(context).println("legio: " + line));
  }

  /** Where messages about the job go. */
  PrintStream messages(LauncherContext context) {
    return LegioCommand.messages(spec, context.err());
  }

  /** The colors of messages. */
  Colors colors(LauncherContext context) {
    return LegioCommand.color(spec).at(Terminal.STANDARD_ERROR, context.machine());
  }

  /** Refuses options that only the agent could carry out. */
  void requireNothingOfTheAgent() {
    if (!policies.isEmpty()) {
      throw refused("--policy has no effect with --plain; drop one of the two");
    }
    if (!kills.isEmpty()) {
      throw refused("--kill has no effect with --plain; drop one of the two");
    }
  }

  /** The MPI that the options name. */
  Optional<String> mpi() {
    return Optional.ofNullable(mpi);
  }

  /** The arguments that mpirun gets unchanged. */
  List<String> mpirunArguments() {
    return mpirunArguments;
  }

  /** The JVM's options, the program and its arguments; not empty. */
  List<String> javaArguments() {
    if (javaArguments.isEmpty()) {
      throw refused("no program: name it after --, for instance -- -cp app.jar App");
    }
    return javaArguments;
  }

  /** The options that give the same job without the deaths. */
  List<String> withoutKills() {
    List<String> same = new ArrayList<>(List.of("-n", "" + ranks()));
    policies.forEach(policy -> same.addAll(List.of("--policy", policy)));
    mpi().ifPresent(path -> same.addAll(List.of("--mpi", path)));
    mpirunArguments.forEach(argument -> same.add("--mpirun-arg=" + argument));
    return same;
  }

  /** The exception for options that cannot be followed. */
  ParameterException refused(String message) {
    return LegioCommand.refusal(spec, message);
  }
}
