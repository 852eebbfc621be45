package org.legio.bench.run;

import java.util.function.Consumer;
import org.legio.bench.plan.Run;

/** Starts jobs. */
@FunctionalInterface
public interface Launcher {
  /**
   * Runs a job to its end, or until it is past its deadline.
   *
   * @param output takes what the job prints on standard output, line by line
   * @return what went wrong, with what the job said; empty when all went well
   */
  java.util.Optional<String> launch(Run run, Consumer<String> output);
}
