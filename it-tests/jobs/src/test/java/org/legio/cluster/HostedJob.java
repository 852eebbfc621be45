package org.legio.cluster;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.async.ResultCallback;
import com.github.dockerjava.api.model.Frame;
import com.github.dockerjava.api.model.StreamType;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import org.legio.integration.Outcome;

/** A job that runs on a cluster. */
final class HostedJob {
  private static final Duration DUMP = Duration.ofSeconds(10);

  private final Cluster cluster;
  private final List<String> command;
  private final Duration deadline;
  private final long start = System.nanoTime();
  private final ByteArrayOutputStream stdout = new ByteArrayOutputStream();
  private final ByteArrayOutputStream stderr = new ByteArrayOutputStream();
  private final String exec;
  private final ResultCallback.Adapter<Frame> listener = new Listener();

  /** Starts it on the first host. */
  HostedJob(Cluster cluster, List<String> command, Duration deadline) {
    this.cluster = cluster;
    this.command = command;
    this.deadline = deadline;
    DockerClient docker = cluster.docker();
    exec =
        docker
            .execCreateCmd(cluster.id(0))
            .withCmd(command.toArray(String[]::new))
            .withAttachStdout(true)
            .withAttachStderr(true)
            .exec()
            .getId();
    docker.execStartCmd(exec).exec(listener);
  }

  private final class Listener extends ResultCallback.Adapter<Frame> {
    @Override
    public void onNext(Frame frame) {
      ByteArrayOutputStream to = frame.getStreamType() == StreamType.STDERR ? stderr : stdout;
      to.writeBytes(frame.getPayload());
    }
  }

  /**
   * Waits until the job has said something.
   *
   * @param said what standard output must hold
   * @throws AssertionError if it has not when the job is past its deadline
   */
  HostedJob awaitOutput(Predicate<String> said) throws IOException, InterruptedException {
    try {
      Awaitility.await().atMost(left()).until(() -> said.test(text(stdout)) || hasEnded());
    } catch (ConditionTimeoutException e) {
      throw late();
    }
    if (!said.test(text(stdout))) {
      throw new AssertionError("the job has ended too early: " + outcome());
    }
    return this;
  }

  private boolean hasEnded() {
    return !cluster.docker().inspectExecCmd(exec).exec().isRunning();
  }

  private Duration left() {
    Duration left = deadline.minusNanos(System.nanoTime() - start);
    return left.compareTo(Duration.ofSeconds(1)) < 0 ? Duration.ofSeconds(1) : left;
  }

  /**
   * Waits for its end.
   *
   * @throws AssertionError if it is past its deadline; the message holds its output and the stacks
   *     of its JVMs as far as they can be reached
   */
  Outcome end() throws IOException, InterruptedException {
    if (!listener.awaitCompletion(left().toMillis(), MILLISECONDS)) {
      throw late();
    }
    return outcome();
  }

  private AssertionError late() throws IOException, InterruptedException {
    String processes = cluster.processes();
    cluster.askForStacks();
    String evidence = "the job is not over after " + deadline + "\n" + processes;
    try {
      Awaitility.await()
          .during(DUMP.dividedBy(2))
          .atMost(DUMP)
          .until(() -> Outcome.stacksIn(text(stdout)) > 0);
      return new AssertionError(evidence + outcome());
    } catch (ConditionTimeoutException e) {
      return new AssertionError(evidence + "its JVMs print no stacks\n" + outcome(), e);
    }
  }

  private Outcome outcome() {
    Long status = cluster.docker().inspectExecCmd(exec).exec().getExitCodeLong();
    return new Outcome(
        String.join(" ", command),
        status == null ? -1 : status.intValue(),
        text(stdout),
        text(stderr),
        Duration.ofNanos(System.nanoTime() - start));
  }

  private static String text(ByteArrayOutputStream bytes) {
    return bytes.toString(StandardCharsets.UTF_8).replace("\0", "");
  }
}
