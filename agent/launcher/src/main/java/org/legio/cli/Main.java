package org.legio.cli;

import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.legio.agent.Variables;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/**
 * The command line {@code bin/legio}.
 *
 * <p>Exit status: the job's; 1 when a command could not do its work; 2 when it was not understood.
 */
public final class Main {
  private static final String DETAILS = Variables.DEBUG;

  private final LauncherContext context;

  Main(LauncherContext context) {
    this.context = context;
  }

  /** Runs one command and ends the JVM with its exit status. */
  public static void main(String[] arguments) {
    System.exit(new Main(LauncherContext.here()).run(arguments));
  }

  /** Runs one command; returns its exit status. */
  int run(String... arguments) {
    CommandLine line = new CommandLine(new LegioCommand());
    addCommands(line, arguments.length == 0 ? "" : arguments[0]);
    return line.setOut(writer(context.out()))
        .setErr(writer(context.err()))
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setExpandAtFiles(false)
        .setStopAtPositional(true)
        .setParameterExceptionHandler((refused, all) -> refuse(refused))
        .setExecutionExceptionHandler((failure, command, all) -> fail(failure))
        .execute(arguments);
  }

  /** Adds the named command alone, because reading the options of all takes longer than a start. */
  private void addCommands(CommandLine line, String named) {
    Map<String, Supplier<Object>> commands = new LinkedHashMap<>();
    commands.put("run", () -> new RunCommand(context));
    commands.put("demo", () -> new DemoCommand(context));
    commands.put("chaos", () -> new ChaosCommand(context));
    commands.put("bench", () -> new BenchCommand(context));
    commands.put("new", () -> new NewCommand(context));
    commands.put("doctor", () -> new DoctorCommand(context));
    commands.put("help", CommandLine.HelpCommand::new);
    boolean isCommand = commands.containsKey(named) && !named.equals("help");
    commands.forEach(
        (name, command) -> {
          if (!isCommand || name.equals(named)) {
            line.addSubcommand(command.get());
          }
        });
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
    say(oneLine(refused) + nearest(refused) + hint + " (see '" + help + "')");
    detail(refused);
    return CommandLine.ExitCode.USAGE;
  }

  private int fail(Exception failure) {
    if (failure instanceof CannotRunException) {
      say(oneLine(failure));
    } else {
      say(
          "internal error: "
              + failure.getClass().getName()
              + ": "
              + oneLine(failure)
              + "; set "
              + DETAILS
              + "=1 for details");
    }
    detail(failure);
    return CommandLine.ExitCode.SOFTWARE;
  }

  /** The commands or options that are most similar to an unknown one. */
  private static String nearest(ParameterException refused) {
    List<String> names =
        refused instanceof CommandLine.UnmatchedArgumentException unmatched
            ? unmatched.getSuggestions()
            : List.of();
    return names.isEmpty() ? "" : "; the nearest are " + String.join(", ", names);
  }

  private void detail(Exception failure) {
    if (context.machine().variable(DETAILS).isPresent()) {
      failure.printStackTrace(context.err());
    }
  }

  private void say(String line) {
    context.err().println("legio: " + line);
  }

  private static String oneLine(Exception failure) {
    return String.valueOf(failure.getMessage()).strip().replaceAll("\\s*\\R\\s*", " ");
  }
}
