package org.legio.cli;

import java.util.Set;

/** The MPI calls that {@code --kill} may name. */
@FunctionalInterface
interface KnownCalls {
  /** Names as the agent knows them, for instance {@code allReduce}. */
  Set<String> names();
}
