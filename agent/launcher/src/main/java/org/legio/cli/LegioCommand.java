package org.legio.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command without a subcommand: prints the list of subcommands. */
@Command(
    name = "legio",
    description = "Runs unchanged Java MPI programs so that they survive the death of ranks.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    versionProvider = LegioCommand.Version.class)
final class LegioCommand implements Runnable {
  @Spec private @Nullable CommandSpec spec;

  @Override
  public void run() {
    throw refusal(spec, "no command given; use one of run, demo, chaos, bench, new, doctor, help");
  }

  /** A usage error of the command that the specification describes. */
  static ParameterException refusal(@Nullable CommandSpec spec, String message) {
    if (spec == null) {
      throw new IllegalStateException("no command line has been parsed");
    }
    return new ParameterException(spec.commandLine(), message);
  }

  /** Reads the version from the jar's manifest. */
  static final class Version implements CommandLine.IVersionProvider {
    @Override
    public String[] getVersion() {
      String version = Version.class.getPackage().getImplementationVersion();
      return new String[] {"legio " + (version == null ? "(not packaged)" : version)};
    }
  }
}
