package org.legio.launcher.command;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.legio.launcher.embedded.StartOption;
import org.legio.launcher.mpi.EmbeddedMpi;
import org.legio.launcher.mpi.MpiInstallation;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Spec;

/** The {@link StartOption}s of {@code bin/legio run}, which an MPI's mpirun has, too. */
@Command
final class RankOptions {
  private @Nullable CommandSpec spec;

  /** Adds them to a command. */
  @Spec(Spec.Target.MIXEE)
  void mixInto(CommandSpec command) {
    spec = command;
    StartOption.ofRun().forEach(option -> command.addOption(described(option)));
  }

  private static OptionSpec described(StartOption option) {
    OptionSpec.Builder described =
        OptionSpec.builder(option.flag()).description(option.description());
    if (!option.hasValue()) {
      return described.type(boolean.class).arity("0").build();
    }
    described.paramLabel(option.label()).arity("1");
    return option.isRepeatable()
        ? described.type(List.class).auxiliaryTypes(String.class).build()
        : described.type(String.class).build();
  }

  /** The values that an option has been given; of one without a value, an empty text. */
  private List<String> values(StartOption option) {
    Object given = spec == null ? null : spec.findOption(option.flag()).getValue();
    if (given instanceof Boolean isGiven) {
      return isGiven ? List.of("") : List.of();
    }
    Stream<?> all = given instanceof List<?> several ? several.stream() : Stream.ofNullable(given);
    return all.map(String::valueOf).toList();
  }

  private Optional<String> value(StartOption option) {
    return values(option).stream().findFirst();
  }

  /** Whether ranks have replicas or are restarted. */
  boolean areDeathsSurvived() {
    return replicas().isPresent() || restarts().isPresent();
  }

  /** How many replicas ranks have, as it is given. */
  Optional<String> replicas() {
    return value(StartOption.REPLICAS);
  }

  /** How often a process may be restarted, as it is given. */
  Optional<String> restarts() {
    return value(StartOption.RESTART);
  }

  /** Where the ranks run; empty for the current folder. */
  Optional<String> directory() {
    return value(StartOption.DIRECTORY);
  }

  /** The arguments for an MPI's mpirun. */
  List<String> of(MpiInstallation mpi) {
    List<String> arguments = new ArrayList<>();
    for (StartOption option : StartOption.ofRun()) {
      for (String value : values(option)) {
        requireServed(option, value, mpi);
        arguments.addAll(
            option == StartOption.OUTPUT_FOLDER ? mpi.outputsIn(value) : option.arguments(value));
      }
    }
    return arguments;
  }

  /**
   * What the embedded runtime's own parser cannot refuse, because another MPI is to run the job.
   */
  private void requireServed(StartOption option, String value, MpiInstallation mpi) {
    if (option.needsEmbeddedRuntime() && !(mpi instanceof EmbeddedMpi)) {
      throw LegioCommand.refusal(
          spec,
          option.flag()
              + " "
              + value
              + ": "
              + mpi.description()
              + " cannot do that, only the embedded runtime can; add --mpi embedded");
    }
    if (option == StartOption.TIMEOUT) {
      LegioCommand.valid(spec, () -> option.number(value));
    }
  }
}
