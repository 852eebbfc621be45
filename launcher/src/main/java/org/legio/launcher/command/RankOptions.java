package org.legio.launcher.command;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.legio.launcher.embedded.OptionNames;
import org.legio.launcher.embedded.Replicas;
import org.legio.launcher.mpi.EmbeddedMpi;
import org.legio.launcher.mpi.MpiInstallation;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Options that mpirun has, too, and that mean the same on every MPI. */
final class RankOptions {
  @Spec(Spec.Target.MIXEE)
  private @Nullable CommandSpec spec;

  @Option(
      names = "-x",
      paramLabel = "NAME[=VALUE]",
      description = "A variable of the environment for all ranks; repeat it for more.")
  private List<String> variables = new ArrayList<>();

  @Option(names = "--wdir", paramLabel = "DIR", description = "The ranks' working directory.")
  private @Nullable String directory;

  @Option(
      names = "--tag-output",
      description = "Begin each line of output with the rank that has printed it.")
  private boolean tagOutput;

  @Option(
      names = "--output-filename",
      paramLabel = "DIR",
      description = "Write each rank's output to files in this folder: rank.N/stdout and stderr.")
  private @Nullable String outputFolder;

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      description = "End the job when it takes longer.")
  private @Nullable Integer timeout;

  @Option(
      names = "--bind-to",
      paramLabel = "WHAT",
      description = "core binds each rank to a core, none does not.")
  private @Nullable String binding;

  @Option(
      names = "--replicas",
      paramLabel = "R",
      description = {
        "Run each rank R times: a death is not noticed while a replica lives. 2, or for some",
        "ranks 0:3,4-7:2. On the embedded runtime only."
      })
  private @Nullable String replicas;

  @Option(
      names = "--restart",
      paramLabel = "N",
      description = {
        "Start a process anew that a signal has ended, up to N times: it does again what it has",
        "done, from what is kept, and continues. On the embedded runtime only."
      })
  private @Nullable String restarts;

  @Option(
      names = "--keep",
      paramLabel = "MB",
      description = "How many megabytes are kept for --restart. Default: 256.")
  private @Nullable String kept;

  @Option(
      names = "--keep-in",
      paramLabel = "DIR",
      description = {
        "The folder of the file that it is kept in, for instance on a disk. Default: a folder that",
        "is memory."
      })
  private @Nullable String keptIn;

  /** Whether ranks have replicas or are restarted. */
  boolean areDeathsSurvived() {
    return replicas != null || restarts != null;
  }

  /** How many replicas ranks have, as it is given. */
  Optional<String> replicas() {
    return Optional.ofNullable(replicas);
  }

  /** How often a process may be restarted, as it is given. */
  Optional<String> restarts() {
    return Optional.ofNullable(restarts);
  }

  /** Where the ranks run; empty for the current folder. */
  Optional<String> directory() {
    return Optional.ofNullable(directory);
  }

  /** The arguments for an MPI's mpirun. */
  List<String> of(MpiInstallation mpi) {
    List<String> arguments = new ArrayList<>();
    variables.forEach(variable -> arguments.addAll(List.of("-x", variable)));
    add(arguments, "--wdir", directory);
    if (tagOutput) {
      arguments.add("--tag-output");
    }
    if (outputFolder != null) {
      arguments.addAll(mpi.outputsIn(outputFolder));
    }
    if (timeout != null) {
      arguments.addAll(List.of("--timeout", "" + checkedTimeout(timeout)));
    }
    add(arguments, "--bind-to", binding);
    requireEmbedded(mpi, OptionNames.REPLICAS, replicas);
    requireEmbedded(mpi, OptionNames.RESTART, restarts);
    add(arguments, OptionNames.REPLICAS, checkedReplicas());
    add(arguments, OptionNames.RESTART, checkedNumber(OptionNames.RESTART, restarts));
    requireRestart(OptionNames.KEEP, kept);
    requireRestart(OptionNames.KEEP_IN, keptIn);
    add(arguments, OptionNames.KEEP, checkedNumber(OptionNames.KEEP, kept));
    add(arguments, OptionNames.KEEP_IN, keptIn);
    return arguments;
  }

  private static void add(List<String> arguments, String name, @Nullable String value) {
    if (value != null) {
      arguments.addAll(List.of(name, value));
    }
  }

  private void requireEmbedded(MpiInstallation mpi, String option, @Nullable String value) {
    if (value != null && !(mpi instanceof EmbeddedMpi)) {
      throw LegioCommand.refusal(
          spec,
          option
              + " "
              + value
              + ": "
              + mpi.description()
              + " cannot do that, only the embedded runtime can; add --mpi embedded");
    }
  }

  private void requireRestart(String option, @Nullable String value) {
    if (restarts == null && value != null) {
      throw LegioCommand.refusal(
          spec, option + " " + value + ": has no effect without --restart; add that");
    }
  }

  private @Nullable String checkedNumber(String option, @Nullable String value) {
    if (value != null && !value.matches("[1-9]\\d{0,3}")) {
      throw LegioCommand.refusal(
          spec, option + " " + value + ": give a number of 1 or more, up to 9999");
    }
    return value;
  }

  private @Nullable String checkedReplicas() {
    try {
      if (replicas != null) {
        Replicas.parse(replicas);
      }
    } catch (IllegalArgumentException e) {
      throw LegioCommand.refusal(spec, String.valueOf(e.getMessage()));
    }
    return replicas;
  }

  private int checkedTimeout(int seconds) {
    if (seconds < 1) {
      throw LegioCommand.refusal(
          spec, "--timeout " + seconds + ": give a number of seconds, at least 1");
    }
    return seconds;
  }
}
