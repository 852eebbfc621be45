package org.legio.launcher.command;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.legio.agent.Variables;
import org.legio.core.settings.Configuration;
import org.legio.core.settings.Setting;
import org.legio.core.settings.Words;
import org.legio.launcher.machine.Colors;
import org.legio.launcher.machine.Machine;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/**
 * What the user's files say where neither the command line nor the environment does.
 *
 * @param files the one that counts most first
 * @param environment the variables of this process
 */
public record Defaults(List<DefaultsFile> files, Map<String, String> environment)
    implements IDefaultValueProvider {
  /** No files. */
  public static final Defaults NONE = new Defaults(List.of(), Map.of());

  /** The options that a file can set for all commands at once, and their variables. */
  static final Map<String, String> SHARED =
      Map.ofEntries(
          Map.entry("mpi", Variables.MPI),
          Map.entry("color", Colors.UNWANTED),
          Map.entry("log-format", Setting.LOG_FORMAT.environmentName()));

  /**
   * Reads the files for a command.
   *
   * @param arguments the launcher's
   * @throws IllegalArgumentException if a file cannot be read; the message is one line
   */
  static Defaults of(Machine machine, List<String> arguments) {
    int dashes = arguments.indexOf("--");
    List<String> java = dashes < 0 ? List.of() : arguments.subList(dashes + 1, arguments.size());
    boolean isNamed = machine.variable(Configuration.FILE_VARIABLE).isPresent();
    return new Defaults(
        DefaultsFile.places(machine, java).stream()
            .flatMap(place -> DefaultsFile.at(place, isNamed).stream())
            .toList(),
        machine.environment());
  }

  /** The keys by which a file can set the options of a command. */
  static Stream<String> keys(CommandSpec command) {
    return command.options().stream()
        .filter(option -> isSettable(option) && !option.inherited())
        .map(Defaults::key);
  }

  private static boolean isSettable(OptionSpec option) {
    return !option.usageHelp() && !option.versionHelp() && !option.hidden();
  }

  private static String key(OptionSpec option) {
    return option.command().name() + "." + name(option);
  }

  private static String name(OptionSpec option) {
    return option.longestName().replaceFirst("^-+", "");
  }

  @Override
  public @Nullable String defaultValue(ArgSpec argument) {
    return argument instanceof OptionSpec option && isSettable(option)
        ? line(option).map(DefaultsLine::value).orElse(null)
        : null;
  }

  private Optional<DefaultsLine> line(OptionSpec option) {
    String variable = SHARED.get(name(option));
    if (variable == null) {
      return first(key(option));
    }
    return isSet(variable) ? Optional.empty() : first(key(option), name(option));
  }

  private Optional<DefaultsLine> line(Setting setting) {
    return isSet(setting.environmentName()) ? Optional.empty() : first(setting.key());
  }

  private boolean isSet(String variable) {
    return !environment.getOrDefault(variable, "").isEmpty();
  }

  private Optional<DefaultsLine> first(String... keys) {
    return files.stream()
        .flatMap(file -> Stream.of(keys).flatMap(key -> file.line(key).stream()))
        .findFirst();
  }

  /** The lines that give settings of the agent. */
  List<DefaultsLine> settings() {
    return Stream.of(Setting.values()).flatMap(setting -> line(setting).stream()).toList();
  }

  /** The lines that give options of a command that its command line does not. */
  public Stream<DefaultsLine> options(CommandSpec command) {
    ParseResult given = command.commandLine().getParseResult();
    return command.options().stream()
        .filter(option -> isSettable(option) && !given.hasMatchedOption(option))
        .flatMap(option -> line(option).stream());
  }

  /**
   * What is wrong with the files; empty if nothing is.
   *
   * @param options the keys of all commands' options
   * @param policies knows the values of settings
   */
  Optional<String> objection(Collection<String> options, KnownPolicies policies) {
    Collection<String> known = new TreeSet<>(options);
    known.addAll(SHARED.keySet());
    known.addAll(Setting.allKeys());
    return files.stream()
        .flatMap(DefaultsFile::lines)
        .map(line -> objection(line, known, policies))
        .filter(Objects::nonNull)
        .findFirst();
  }

  private static @Nullable String objection(
      DefaultsLine line, Collection<String> known, KnownPolicies policies) {
    if (!known.contains(line.key())) {
      return line.file()
          + ": there is no key \""
          + line.key()
          + "\"; "
          + Words.suggestion(line.key(), known);
    }
    try {
      if (Setting.allKeys().contains(line.key())) {
        policies.check(Map.of(line.key(), line.value()));
      }
      return null;
    } catch (IllegalArgumentException e) {
      return line.file() + ": " + e.getMessage();
    }
  }
}
