package org.legio.launcher;

import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.util.List;
import java.util.stream.Collectors;
import org.legio.agent.Variables;
import org.legio.launcher.command.Commands;
import org.legio.launcher.command.Defaults;
import org.legio.launcher.command.DoctorCommand;
import org.legio.launcher.command.LauncherContext;
import org.legio.launcher.command.LegioCommand;
import org.legio.launcher.machine.CannotRunException;
import org.legio.launcher.machine.Colors;
import org.legio.launcher.machine.OwnName;
import org.legio.launcher.machine.Terminal;
import org.legio.ulfm.messages.ExitStatus;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/**
 * The command line {@code bin/legio}.
 *
 * <p>Exit status: the job's, or one of {@link ExitStatus}.
 */
public final class Main {
  private static final String DETAILS = Variables.DEBUG;

  private final LauncherContext context;

  public Main(LauncherContext context) {
    this.context = context;
  }

  /** Runs one command and ends the JVM with its exit status. */
  public static void main(String[] arguments) {
    System.exit(new Main(LauncherContext.here()).run(arguments));
  }

  /** Runs one command; returns its exit status. */
  public int run(String... arguments) {
    Commands commands;
    try {
      commands = new Commands(context.forArguments(List.of(arguments)));
    } catch (IllegalArgumentException e) { // a file of defaults cannot be read
      context.err().println("legio: " + oneLine(e));
      return ExitStatus.USAGE.number();
    }
    return run(commands, arguments);
  }

  private int run(Commands commands, String[] arguments) {
    return commands
        .lineFor(arguments)
        .setOut(writer(context.out()))
        .setErr(writer(context.err()))
        .setParameterExceptionHandler((refused, all) -> refuse(refused))
        .setExecutionExceptionHandler((failure, command, all) -> fail(failure, command))
        .setExecutionStrategy(parsed -> execute(parsed, commands))
        .execute(arguments);
  }

  /** Wrong files of defaults hinder neither help nor the doctor. */
  private int execute(ParseResult parsed, Commands commands) {
    parsed
        .commandSpec()
        .commandLine()
        .setColorScheme(
            LegioCommand.color(parsed.commandSpec())
                .at(Terminal.STANDARD_OUTPUT, context.machine())
                .scheme());
    Integer helped = CommandLine.executeHelpRequest(parsed);
    if (helped != null) {
      return helped;
    }
    ParseResult last = parsed.hasSubcommand() ? parsed.subcommand() : parsed;
    if (!(last.commandSpec().userObject() instanceof DoctorCommand)) {
      commands
          .objectionToDefaults()
          .ifPresent(
              what -> {
                throw new ParameterException(last.commandSpec().commandLine(), what);
              });
    }
    return new CommandLine.RunLast().execute(parsed);
  }

  private static PrintWriter writer(PrintStream stream) {
    return new PrintWriter(stream, true, Charset.defaultCharset());
  }

  private int refuse(ParameterException refused) {
    String command = refused.getCommandLine().getCommandSpec().qualifiedName();
    String help = command.replaceFirst("^legio", "bin/legio help");
    boolean unknown = refused instanceof CommandLine.UnmatchedArgumentException;
    String hint =
        unknown && command.matches(".* (run|chaos)") ? "; put java's own arguments after --" : "";
    say(
        refused.getCommandLine(),
        oneLine(refused)
            + Commands.nearest(refused)
            + hint
            + fromFiles(refused)
            + " (see '"
            + help
            + "')");
    detail(refused);
    return ExitStatus.USAGE.number();
  }

  /** A wrong value may be one that the user has forgotten in a file. */
  private static String fromFiles(ParameterException refused) {
    CommandSpec command = refused.getCommandLine().getCommandSpec();
    return command.defaultValueProvider() instanceof Defaults defaults
        ? defaults
            .options(command)
            .filter(line -> !oneLine(refused).contains(line.file().toString()))
            .map(line -> "; " + line)
            .collect(Collectors.joining())
        : "";
  }

  private int fail(Exception failure, CommandLine command) {
    if (failure instanceof CannotRunException) {
      say(command, oneLine(failure));
    } else {
      say(
          command,
          "internal error: "
              + failure.getClass().getName()
              + ": "
              + oneLine(failure)
              + "; set "
              + DETAILS
              + "=1 for details");
    }
    detail(failure);
    return ExitStatus.FAILURE.number();
  }

  private void detail(Exception failure) {
    if (context.machine().variable(DETAILS).isPresent()) {
      failure.printStackTrace(context.err());
    }
  }

  private void say(CommandLine command, String line) {
    CommandSpec spec = command.getCommandSpec();
    Colors colors = LegioCommand.color(spec).at(Terminal.STANDARD_ERROR, context.machine());
    String prefix = LegioCommand.isJsonWanted(spec) ? "[ERROR] legio: " : colors.bad("legio: ");
    LegioCommand.messages(spec, context.err()).println(prefix + OwnName.in(line));
  }

  private static String oneLine(Exception failure) {
    return String.valueOf(failure.getMessage()).strip().replaceAll("\\s*\\R\\s*", " ");
  }
}
