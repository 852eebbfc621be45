package org.legio.launcher.embedded;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A {@link HostCheck} on one host, as the one who asks sees it. */
final class HostProbe implements AutoCloseable {
  private static final String END = "";

  private final Process agent;
  private final AgentErrors errors;
  private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
  private boolean hasEnded;

  private HostProbe(Process agent) {
    this.agent = agent;
    this.errors = new AgentErrors(agent.getErrorStream(), line -> {});
    Thread reader = new Thread(this::read, "host-check");
    reader.setDaemon(true);
    reader.start();
  }

  static HostProbe start(List<String> command) throws IOException {
    return new HostProbe(new ProcessBuilder(command).start());
  }

  private void read() {
    try (BufferedReader in = agent.inputReader(StandardCharsets.UTF_8)) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        if (line.startsWith(HostCheck.BEGIN)) {
          lines.add(line.substring(HostCheck.BEGIN.length()));
        }
      }
    } catch (IOException e) {
      lines.add(END); // as good as ended: it cannot be heard any more
    }
    lines.add(END);
  }

  /** Asks; who has ended does not answer. */
  void ask(List<String> parts) {
    try {
      OutputStream out = agent.getOutputStream();
      out.write((String.join(HostCheck.TAB, parts) + "\n").getBytes(StandardCharsets.UTF_8));
      out.flush();
    } catch (IOException e) {
      hasEnded = true;
    }
  }

  /** The next answer; empty if none comes in time, or ever. */
  Optional<String> answer(long deadlineNs) throws InterruptedException {
    if (hasEnded) {
      return Optional.empty();
    }
    String line = lines.poll(deadlineNs - System.nanoTime(), TimeUnit.NANOSECONDS);
    hasEnded = END.equals(line);
    return hasEnded ? Optional.empty() : Optional.ofNullable(line);
  }

  /** Why there was no answer; empty if it may still come. */
  Optional<StartFailure> failure(long patienceNs) throws InterruptedException {
    if (!agent.waitFor(patienceNs, TimeUnit.NANOSECONDS)) {
      return Optional.empty();
    }
    return Optional.of(new StartFailure(agent.exitValue(), errors.await(patienceNs)));
  }

  @Override
  public void close() {
    agent.destroyForcibly();
  }
}
