package org.legio.bench.run;

import java.util.function.Consumer;
import org.legio.bench.plan.Run;

/** Starts the suite's jobs. */
@FunctionalInterface
public interface Launcher {
  /**
   * Runs a job to its end, or until its deadline.
   *
   * @param output takes the lines of the job's standard output
   * @return what went wrong, with the job's last output; empty when all went well
   */
  java.util.Optional<String> launch(Run run, Consumer<String> output);
}
