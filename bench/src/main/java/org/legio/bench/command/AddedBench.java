package org.legio.bench.command;

import org.legio.launcher.command.AddedCommand;
import org.legio.launcher.command.LauncherContext;

/** Adds {@code bench} to the commands. */
public final class AddedBench implements AddedCommand {
  @Override
  public Object in(LauncherContext context) {
    return new BenchCommand(context);
  }
}
