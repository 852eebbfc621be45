package org.legio.launcher.command;

import java.util.concurrent.Callable;
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

  @Parameters(paramLabel = "bash|zsh", description = "The shell.")
  private Shell shell = Shell.BASH;

  CompletionCommand(LauncherContext context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    context.out().println(shell.script(new Commands(context).all()));
    return ExitStatus.SUCCESS.number();
  }
}
