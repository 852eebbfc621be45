package org.legio.launcher.command;

/** A command of another jar, which names it as a service. */
public interface AddedCommand {
  /** Makes it as picocli wants commands. */
  Object in(LauncherContext context);
}
