package org.legio.launcher.command;

import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.legio.ulfm.messages.ExitStatus;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Prints a script by which a shell completes commands and options. */
@Command(
    name = "completion",
    description = "Print a script by which a shell completes commands and options.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example: source <(bin/legio completion bash)"})
final class CompletionCommand implements Callable<Integer> {
  /** The shells that there is a script for; it is the same one. */
  private enum Shell {
    BASH,
    ZSH;

    String script(CommandLine line) {
      return AutoComplete.bash(line.getCommandName(), line);
    }
  }

  private final LauncherContext context;
  private final Supplier<CommandLine> all;

  @Parameters(paramLabel = "bash|zsh", description = "The shell.")
  private Shell shell = Shell.BASH;

  /**
   * @param all makes the command line with all commands
   */
  CompletionCommand(LauncherContext context, Supplier<CommandLine> all) {
    this.context = context;
    this.all = all;
  }

  @Override
  public Integer call() {
    context.out().println(shell.script(all.get()));
    return ExitStatus.SUCCESS.number();
  }
}
