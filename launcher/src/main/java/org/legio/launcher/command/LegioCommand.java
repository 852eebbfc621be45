package org.legio.launcher.command;

import java.io.PrintStream;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.legio.launcher.machine.Colors;
import org.legio.ulfm.messages.JsonLines;
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
public final class LegioCommand implements Runnable {
  /** The forms of messages. */
  private enum Format {
    TEXT,
    JSON
  }

  private final String commands;

  @Spec private @Nullable CommandSpec spec;

  @Option(
      names = "--color",
      paramLabel = "WHEN",
      scope = ScopeType.INHERIT,
      description = "Colors in help, messages and --watch: auto (default), always or never.")
  private Colors.When color = Colors.When.AUTO;

  @Option(
      names = "--log-format",
      paramLabel = "FORM",
      scope = ScopeType.INHERIT,
      description = "Messages of Legio on standard error: text (default) or json, one a line.")
  private Format format;

  /**
   * @param commands the names of all commands
   * @param isJsonUsual whether the environment asks for messages in JSON
   */
  LegioCommand(String commands, boolean isJsonUsual) {
    this.commands = commands;
    this.format = isJsonUsual ? Format.JSON : Format.TEXT;
  }

  @Override
  public void run() {
    throw refusal(spec, "no command given; use one of " + commands);
  }

  /** Whether the command line that a command is of asks for messages in JSON. */
  public static boolean isJsonWanted(@Nullable CommandSpec command) {
    return root(command).filter(root -> root.format == Format.JSON).isPresent();
  }

  /**
   * Where the launcher's messages go.
   *
   * @param command the command that has something to say
   * @param standard standard error
   */
  public static PrintStream messages(@Nullable CommandSpec command, PrintStream standard) {
    return isJsonWanted(command) ? new JsonLines(standard, JsonLines.NO_RANK) : standard;
  }

  /** When the command line that a command is of asks for colors. */
  public static Colors.When color(@Nullable CommandSpec command) {
    return root(command).map(root -> root.color).orElse(Colors.When.AUTO);
  }

  private static Optional<LegioCommand> root(@Nullable CommandSpec command) {
    return command != null && command.root().userObject() instanceof LegioCommand root
        ? Optional.of(root)
        : Optional.empty();
  }

  /** A usage error of the command that the specification describes. */
  public static ParameterException refusal(@Nullable CommandSpec spec, String message) {
    if (spec == null) {
      throw new IllegalStateException("no command line has been parsed");
    }
    return new ParameterException(spec.commandLine(), message);
  }

  /** What comes of a command's options; the command is refused if they cannot be right. */
  static <T> T valid(@Nullable CommandSpec spec, Supplier<T> result) {
    try {
      return result.get();
    } catch (IllegalArgumentException e) {
      throw refusal(spec, String.valueOf(e.getMessage()));
    }
  }

  /** The arguments of {@code bin/legio} by which a subcommand was given. */
  public static List<String> arguments(@Nullable CommandSpec spec) {
    return spec == null
        ? List.of()
        : spec.commandLine().getParent().getParseResult().originalArgs();
  }
}
