package org.legio.launcher.job;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A job that an mpirun runs.
 *
 * @param command the command that starts it
 * @param input its standard input
 * @param variables added to its environment, which no other user can read
 */
public record MpirunJob(List<String> command, JobInput input, Map<String, String> variables)
    implements ReadyJob {
  @Override
  public JobEnd run() {
    return JobProcess.start(command, input, variables).waitFor();
  }

  @Override
  public JobEnd run(Consumer<String> out, Consumer<String> err) {
    JobProcess job = JobProcess.startPiped(command, input, variables);
    job.listen(out, err);
    return job.waitFor();
  }
}
