package org.legio.launcher.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.legio.launcher.machine.CannotRunException;
import org.legio.ulfm.messages.ExitStatus;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;

/** Writes the manual pages of all commands. */
@Command(
    name = "man",
    hidden = true,
    description = "Write the manual pages of all commands into a folder.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example: bin/legio man /usr/local/share/man/man1"})
final class ManCommand implements Callable<Integer> {
  private final LauncherContext context;
  private final Supplier<CommandLine> all;

  @Parameters(paramLabel = "DIR", description = "The folder; it is made if it is not there.")
  private Path folder = Path.of("");

  /**
   * @param all makes the command line with all commands
   */
  ManCommand(LauncherContext context, Supplier<CommandLine> all) {
    this.context = context;
    this.all = all;
  }

  @Override
  public Integer call() {
    CommandLine line = all.get();
    Stream<CommandLine> commands =
        Stream.concat(Stream.of(line), line.getSubcommands().values().stream());
    Path place = context.machine().directory().resolve(folder).normalize();
    try {
      Files.createDirectories(place);
      for (CommandSpec command : ManPage.shown(commands)) {
        Files.writeString(
            place.resolve(ManPage.name(command) + ".1"), new ManPage(command).toString());
      }
    } catch (IOException e) {
      throw new CannotRunException(
          place + " cannot be written (" + e + "); name another folder", e);
    }
    return ExitStatus.SUCCESS.number();
  }
}
