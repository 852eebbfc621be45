package org.legio.launcher.embedded;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.legio.launcher.machine.OwnJar;
import org.legio.runtime.shm.Phase;

/** The daemon of one host as the launcher sees it: the launch agent that runs it. */
final class HostProcess {
  /** A login shell may print so much before the daemon. */
  private static final int MAX_NOISE_BYTES = 64 << 10;

  private static final int MAX_VERSION_BYTES = 1 << 10;

  /** Takes what a daemon reports, on a thread of its own for each. */
  interface Listener {
    void ready(HostProcess host, int port);

    void refused(HostProcess host, String why);

    /** A line that its launch agent, or java, has printed on standard error. */
    void complained(HostProcess host, String line);

    void moved(int process, Phase phase);

    /** What a rank has left for the launcher. */
    void left(int rank, byte[] packed);

    void ended(int process, RankEnd end);

    void aborted(int status);

    void failed(int status);

    void printed(int rank, boolean isError, byte[] bytes, boolean isQuestion);

    void inputTaken();

    void unreachable(HostProcess host, int other);

    /** The daemon has closed its output: it has ended, or is about to. */
    void gone(HostProcess host);
  }

  private final int number;
  private final String name;
  private final Process agent;
  private final DataOutputStream to;
  private final AgentErrors errors;
  private final Listener listener;
  private final Thread reader = new Thread(this::read, "daemon");

  private HostProcess(int number, String name, Process agent, Listener listener) {
    this.number = number;
    this.name = name;
    this.agent = agent;
    this.to = new DataOutputStream(new BufferedOutputStream(agent.getOutputStream()));
    this.listener = listener;
    this.errors = new AgentErrors(agent.getErrorStream(), line -> listener.complained(this, line));
  }

  /**
   * Starts a daemon.
   *
   * @param number of the host
   * @param command of the launch agent
   * @throws IOException if the agent cannot be started
   */
  static HostProcess start(int number, String name, List<String> command, Listener listener)
      throws IOException {
    Process agent = new ProcessBuilder(command).start();
    HostProcess started = new HostProcess(number, name, agent, listener);
    started.reader.setDaemon(true);
    started.reader.start();
    return started;
  }

  int number() {
    return number;
  }

  String name() {
    return name;
  }

  // ------------------------------------------------------------------ what the daemon is told

  /** Tells the daemon what job it is of; false if it is gone. */
  synchronized boolean describe(HostJob job) {
    try {
      job.write(to);
      return true;
    } catch (IOException e) {
      return false; // its end is seen by its output
    }
  }

  /** Tells the daemon the ports of all: it starts its ranks. */
  boolean start(int[] ports) {
    return send(
        DaemonCommands.Kind.START,
        () -> {
          for (int port : ports) {
            to.writeInt(port);
          }
        });
  }

  /** Sends a block of the input. */
  boolean pass(byte[] block, int length) {
    return send(
        DaemonCommands.Kind.INPUT,
        () -> {
          to.writeInt(length);
          to.write(block, 0, length);
        });
  }

  /** Tells the daemon something; false if it is gone. */
  boolean tell(DaemonCommands.Kind kind) {
    return send(kind, () -> {});
  }

  /** Writes the rest of a command. */
  @FunctionalInterface
  private interface Content {
    void write() throws IOException;
  }

  @SuppressWarnings("EnumOrdinal") // the daemon runs the same code
  private synchronized boolean send(DaemonCommands.Kind kind, Content content) {
    try {
      to.writeByte(kind.ordinal());
      content.write();
      to.flush();
      return true;
    } catch (IOException e) {
      return false; // its end is seen by its output
    }
  }

  // ------------------------------------------------------------------ what it reports

  private void read() {
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(agent.getInputStream()))) {
      passOverNoise(in);
      requireOwn(version(in));
      errors.passOn();
      while (true) {
        take(DaemonReports.Kind.of(in.readUnsignedByte()), in);
        if (in.readUnsignedByte() != DaemonReports.END_OF_LINE) {
          throw new IOException("a report is longer than it should be");
        }
      }
    } catch (EOFException e) {
      listener.gone(this);
    } catch (IOException e) {
      listener.refused(this, String.valueOf(e.getMessage()));
      listener.gone(this);
    }
  }

  private static void passOverNoise(DataInputStream in) throws IOException {
    byte[] greeting = DaemonReports.GREETING.getBytes(StandardCharsets.US_ASCII);
    int matched = 0;
    for (int bytes = 0; matched < greeting.length; bytes++) {
      int next = in.readUnsignedByte();
      matched = next == greeting[matched] ? matched + 1 : next == greeting[0] ? 1 : 0;
      if (bytes > MAX_NOISE_BYTES) {
        throw new IOException(
            "it prints other things than a daemon of Legio; see what its login shell prints");
      }
    }
  }

  private static String version(DataInputStream in) throws IOException {
    ByteArrayOutputStream version = new ByteArrayOutputStream();
    for (int next = in.readUnsignedByte();
        next != DaemonReports.END_OF_LINE && version.size() < MAX_VERSION_BYTES;
        next = in.readUnsignedByte()) {
      version.write(next);
    }
    return version.toString(StandardCharsets.UTF_8);
  }

  private static void requireOwn(String version) throws IOException {
    String own = OwnJar.version();
    if (!version.equals(own)) {
      throw new IOException(
          "Legio %s is there, and %s here; put the same legio.jar at the same place on all hosts"
              .formatted(version, own));
    }
  }

  private void take(DaemonReports.Kind kind, DataInputStream in) throws IOException {
    switch (kind) {
      case READY -> listener.ready(this, in.readInt());
      case REFUSED -> listener.refused(this, in.readUTF());
      case PHASE -> listener.moved(in.readInt(), Phase.of(in.readUnsignedByte()));
      case MARKS -> listener.left(in.readInt(), in.readNBytes(in.readInt()));
      case ENDED -> {
        int process = in.readInt();
        listener.ended(
            process,
            new RankEnd(
                process,
                in.readLong(),
                in.readInt(),
                Phase.of(in.readUnsignedByte()),
                in.readBoolean()));
      }
      case ABORT -> listener.aborted(in.readInt());
      case FAILURE -> listener.failed(in.readInt());
      case OUT, ERR -> {
        int rank = in.readInt();
        boolean isQuestion = in.readBoolean();
        listener.printed(
            rank, kind == DaemonReports.Kind.ERR, in.readNBytes(in.readInt()), isQuestion);
      }
      case INPUT_TAKEN -> listener.inputTaken();
      case UNREACHABLE -> listener.unreachable(this, in.readInt());
    }
  }

  // ------------------------------------------------------------------ its end

  /** The exit status of the agent, if it has ended within some time; negative otherwise. */
  int status(long patienceNs) throws InterruptedException {
    return agent.waitFor(Math.max(0, patienceNs), TimeUnit.NANOSECONDS) ? agent.exitValue() : -1;
  }

  /** Why the daemon has not come so far as to greet. */
  StartFailure startFailure(long patienceNs) throws InterruptedException {
    return new StartFailure(status(patienceNs), errors.await(patienceNs));
  }

  /** Waits until all that it has reported has been read. */
  void awaitReports(long deadlineNs) throws InterruptedException {
    reader.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(deadlineNs - System.nanoTime())));
  }

  /** Ends the agent. */
  void kill() {
    agent.destroyForcibly();
  }
}
