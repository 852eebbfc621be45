package org.legio.cli;

import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The command without a subcommand: prints the list of subcommands. */
@Command(
    name = "legio",
    description = "Runs unchanged Java MPI programs so that they survive the death of ranks.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND")
final class LegioCommand implements Runnable {
  private final String commands;

  @Spec private @Nullable CommandSpec spec;

  @Option(
      names = "--color",
      paramLabel = "WHEN",
      scope = ScopeType.INHERIT,
      description = "Colours in help, messages and --watch: auto (default), always or never.")
  private Colors.When color = Colors.When.AUTO;

  /**
   * Makes it.
   *
   * @param commands the names of all commands
   */
  LegioCommand(String commands) {
    this.commands = commands;
  }

  @Override
  public void run() {
    throw refusal(spec, "no command given; use one of " + commands);
  }

  /** What the user wants on the command line that a command is of. */
  static Colors.When color(@Nullable CommandSpec command) {
    return command != null && command.root().userObject() instanceof LegioCommand root
        ? root.color
        : Colors.When.AUTO;
  }

  /** A usage error of the command that the specification describes. */
  static ParameterException refusal(@Nullable CommandSpec spec, String message) {
    if (spec == null) {
      throw new IllegalStateException("no command line has been parsed");
    }
    return new ParameterException(spec.commandLine(), message);
  }

  /** The arguments of {@code bin/legio} by which a subcommand was given. */
  static List<String> arguments(@Nullable CommandSpec spec) {
    return spec == null
        ? List.of()
        : spec.commandLine().getParent().getParseResult().originalArgs();
  }
}
