package org.legio.launcher.command;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.legio.core.settings.Setting;
import org.legio.core.settings.Words;
import org.legio.launcher.machine.OwnName;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The commands that there are. */
public final class Commands {
  private final LauncherContext context;
  private final Map<String, Supplier<Object>> byName = new LinkedHashMap<>();

  public Commands(LauncherContext context) {
    this.context = context;
    byName.put("run", () -> new RunCommand(context));
    byName.put("demo", () -> new DemoCommand(context));
    byName.put("chaos", () -> new ChaosCommand(context));
    BenchJar bench = new BenchJar(context.installation().bench());
    if (bench.isThere()) {
      byName.put("bench", () -> bench.command(context));
    }
    byName.put("join", () -> new JoinCommand(context));
    byName.put("plan", () -> new PlanCommand(context));
    byName.put("report", () -> new ReportCommand(context));
    byName.put("new", () -> new NewCommand(context));
    byName.put("doctor", () -> new DoctorCommand(context, this::objectionToDefaults));
    byName.put("completion", () -> new CompletionCommand(context, this::all));
    byName.put("man", () -> new ManCommand(context, this::all));
    byName.put("help", CommandLine.HelpCommand::new);
  }

  /** The command line with the command that the arguments name, or with all if it may need them. */
  public CommandLine lineFor(String[] arguments) {
    String named = arguments.length == 0 ? "" : arguments[0];
    boolean isCommand = byName.containsKey(named) && !named.equals("help");
    // Reading the options of all takes longer than a start.
    return isCommand ? line(named::equals) : all();
  }

  /** The command line with all commands. */
  CommandLine all() {
    return line(name -> true);
  }

  private CommandLine line(Predicate<String> isWanted) {
    CommandLine line = new CommandLine(new LegioCommand(usual(), isJsonUsual()));
    byName.forEach(
        (name, command) -> {
          if (isWanted.test(name)) {
            line.addSubcommand(command.get());
          }
        });
    CommandLine.IVersionProvider version = new OwnVersion(context);
    Stream.concat(Stream.of(line), line.getSubcommands().values().stream())
        .map(CommandLine::getCommandSpec)
        .forEach(
            command -> {
              command.versionProvider(version);
              String[] footer = command.usageMessage().footer();
              command
                  .usageMessage()
                  .footer(Stream.of(footer).map(OwnName::in).toArray(String[]::new));
            });
    return line.setDefaultValueProvider(context.defaults())
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setExpandAtFiles(false);
  }

  private boolean isJsonUsual() {
    return context
        .machine()
        .variable(Setting.LOG_FORMAT.environmentName())
        .filter("json"::equals)
        .isPresent();
  }

  /** The names of the commands that help lists. */
  private String usual() {
    return byName.keySet().stream()
        .filter(name -> !name.equals("man"))
        .collect(Collectors.joining(", "));
  }

  /** What is wrong with the files of defaults. */
  public Optional<String> objectionToDefaults() {
    if (context.defaults().files().isEmpty()) {
      return Optional.empty();
    }
    List<String> keys =
        all().getSubcommands().values().stream()
            .flatMap(command -> Defaults.keys(command.getCommandSpec()))
            .toList();
    return context.defaults().objection(keys, context.policies());
  }

  /** The names that are most like an unknown one, as the end of a sentence. */
  public static String nearest(ParameterException refused) {
    String unknown =
        refused instanceof UnmatchedArgumentException unmatched
            ? unmatched.getUnmatched().get(0).replaceFirst("=.*", "")
            : refused.getArgSpec() == null ? refused.getValue() : null;
    if (unknown == null) {
      return "";
    }
    CommandSpec command = refused.getCommandLine().getCommandSpec();
    List<String> names =
        unknown.startsWith("-")
            ? command.options().stream()
                .filter(option -> !option.hidden())
                .flatMap(option -> Arrays.stream(option.names()))
                .toList()
            : List.copyOf(command.subcommands().keySet());
    return names.isEmpty() ? "" : "; " + Words.suggestion(unknown, names);
  }
}
