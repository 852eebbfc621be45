package org.legio.launcher.command;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.legio.ulfm.messages.ExitStatus;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The manual page of a command, in roff, as {@code man} reads it. */
final class ManPage {
  private final CommandSpec command;
  private final StringBuilder page = new StringBuilder();

  ManPage(CommandSpec command) {
    this.command = command;
    head();
    options();
    subcommands();
    exitStatuses();
    notes();
    seeAlso();
  }

  /** The name of a command's page: {@code legio-run}. */
  static String name(CommandSpec command) {
    return command.qualifiedName("-");
  }

  private void head() {
    line(".TH " + name(command).toUpperCase(Locale.ROOT) + " 1 \"\" \"Legio for Java\" \"\"");
    section("NAME");
    text(name(command) + " - " + joined(command.usageMessage().description()));
    section("SYNOPSIS");
    text(new Help(command, Help.defaultColorScheme(Help.Ansi.OFF)).synopsis(0).strip());
    section("DESCRIPTION");
    text(joined(command.usageMessage().description()));
  }

  private void options() {
    section("OPTIONS");
    for (OptionSpec option : command.options()) {
      if (!option.hidden()) {
        entry(names(option), option);
      }
    }
    command.positionalParameters().forEach(each -> entry(italic(each.paramLabel()), each));
  }

  private static String names(OptionSpec option) {
    return Stream.of(option.names()).map(ManPage::bold).collect(Collectors.joining(", "))
        + (option.arity().max() == 0 ? "" : " " + italic(option.paramLabel()));
  }

  private void entry(String label, ArgSpec argument) {
    entry(label, joined(argument.description()));
  }

  private void entry(String label, String text) {
    line(".TP");
    line(label);
    text(text);
  }

  private void subcommands() {
    List<CommandSpec> shown = shown(command.subcommands().values().stream());
    if (!shown.isEmpty()) {
      section("COMMANDS");
      shown.forEach(each -> entry(bold(each.name()), joined(each.usageMessage().description())));
    }
  }

  private void exitStatuses() {
    section("EXIT STATUS");
    for (ExitStatus status : ExitStatus.values()) {
      entry(bold(String.valueOf(status.number())), status.meaning().replace("`", ""));
    }
  }

  private void notes() {
    if (command.usageMessage().footer().length > 0) {
      section("NOTES");
      line(".nf");
      Stream.of(command.usageMessage().footer())
          .filter(each -> !each.isBlank())
          .forEach(this::text);
      line(".fi");
    }
  }

  private void seeAlso() {
    section("SEE ALSO");
    Stream<CommandSpec> others =
        command.parent() == null
            ? shown(command.subcommands().values().stream()).stream()
            : Stream.of(command.parent());
    line(others.map(each -> bold(name(each)) + "(1)").collect(Collectors.joining(", ")));
  }

  /** Those of some commands that have a page. */
  static List<CommandSpec> shown(Stream<CommandLine> commands) {
    return commands
        .map(CommandLine::getCommandSpec)
        .filter(each -> !each.usageMessage().hidden())
        .toList();
  }

  private static String joined(String[] lines) {
    return String.join(" ", lines);
  }

  private void section(String title) {
    line(".SH " + title);
  }

  /** Adds a paragraph; at the beginning of a line, a dot would be an instruction. */
  private void text(String paragraph) {
    line("\\&" + escaped(paragraph));
  }

  private void line(String roff) {
    page.append(roff).append('\n');
  }

  private static String bold(String text) {
    return "\\fB" + escaped(text) + "\\fR";
  }

  private static String italic(String text) {
    return "\\fI" + escaped(text) + "\\fR";
  }

  private static String escaped(String text) {
    return text.replace("\\", "\\e").replace("-", "\\-");
  }

  @Override
  public String toString() {
    return page.toString();
  }
}
