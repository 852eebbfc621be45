package org.legio.launcher.command;

import java.util.Set;

/** The MPI calls that {@code --kill} may name. */
@FunctionalInterface
public interface KnownCalls {
  /** Names as the agent knows them, for instance {@code allReduce}. */
  Set<String> names();
}
