package org.legio.launcher.embedded;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.legio.launcher.machine.OwnJar;
import org.legio.runtime.hosts.FinalPages;
import org.legio.runtime.hosts.Lag;
import org.legio.runtime.hosts.LinkFigures;
import org.legio.runtime.shm.CheckpointName;
import org.legio.runtime.shm.OutputMark;
import org.legio.runtime.shm.Phase;

/** The daemon of one host as the launcher sees it: the launch agent that runs it. */
final class HostProcess {
  /** A login shell may print so much before the daemon. */
  private static final int MAX_NOISE_BYTES = 64 << 10;

  private static final int MAX_VERSION_BYTES = 1 << 10;

  /**
   * Ctrl-C reaches all processes of a terminal, also the agent, by which the launcher still has to
   * tell the daemon to end the ranks.
   */
  private static final List<String> NOT_INTERRUPTED =
      List.of("sh", "-c", "trap '' INT; exec \"$@\"", "launch-agent");

  /** Takes what a daemon reports, on a thread of its own for each. */
  interface Listener {
    void ready(HostProcess host, int port);

    void refused(HostProcess host, String why);

    /** A line that its launch agent, or java, has printed on standard error. */
    void complained(HostProcess host, String line);

    void moved(int process, Phase phase);

    /** What a process has left for the launcher. */
    void left(int process, byte[] packed);

    /** What the links of a host have done until its last rank has ended. */
    void counted(HostProcess host, LinkFigures figures);

    void ended(HostProcess host, int process, RankEnd end);

    /** A process of a host was lost, and has been restarted there. */
    void restarted(int process, long pid, int status);

    /** A restarted process has done again what had been done. */
    void caughtUp(int process, long milliseconds);

    void aborted(int status);

    void failed(int status);

    void printed(Life life, boolean isError, byte[] bytes, boolean isQuestion);

    /** A mark, behind all that has been printed before. */
    void marked(Life life, boolean isError, OutputMark mark);

    /** One of Legio's own messages. */
    void said(Life life, boolean isError, byte[] line);

    /** A process has been ended because it was too far behind. */
    void evicted(int process);

    /** A process holds up other hosts. */
    void late(HostProcess host, int process);

    /** Another host leads a rank from now on. */
    void handedOver(int rank);

    /** Another host holds up processes of a host. */
    void lags(HostProcess host, Lag lag);

    void inputTaken(HostProcess host);

    /**
     * A daemon does not reach another one any more.
     *
     * @param why empty if it does not know
     */
    void unreachable(HostProcess host, int other, String why);

    /** A daemon reaches another one again. */
    void reached(HostProcess host, int other);

    void gathered(HostProcess host, int round, FinalPages pages);

    void installed(HostProcess host, int round);

    /** A host that joins has all that was on another one. */
    void joined(HostProcess host, int number);

    void notJoined(HostProcess host, int number, String why);

    /** The daemon has closed its output: it has ended, or is about to. */
    void gone(HostProcess host);
  }

  /**
   * One life of a process.
   *
   * @param incarnation how often it has been restarted
   */
  record Life(int process, int incarnation) {}

  private final int number;
  private final String name;
  private final Process agent;
  private final DataOutputStream to;
  private final AgentErrors errors;
  private final Listener listener;
  private final BlockingQueue<Command> commands = new LinkedBlockingQueue<>();
  private final Thread reader = new Thread(this::read, "daemon");
  private final Thread writer = new Thread(this::write, "commands");
  private volatile boolean isBroken;
  private volatile boolean isPrinting;
  private volatile long heardNs = System.nanoTime();

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
    List<String> words = new ArrayList<>(NOT_INTERRUPTED);
    words.addAll(command);
    Process agent = new ProcessBuilder(words).start();
    HostProcess started = new HostProcess(number, name, agent, listener);
    for (Thread thread : List.of(started.reader, started.writer)) {
      thread.setDaemon(true);
      thread.start();
    }
    return started;
  }

  int number() {
    return number;
  }

  String name() {
    return name;
  }

  // ------------------------------------------------------------------ what the daemon is told

  /** Writes a command. */
  @FunctionalInterface
  private interface Command {
    void writeTo(DataOutputStream to) throws IOException;
  }

  /** Tells the daemon what job it is of. */
  void describe(HostJob job) {
    commands.add(job::write);
  }

  /** Tells the daemon the ports of all: it starts its ranks. */
  void start(int[] ports) {
    send(DaemonCommands.Kind.START, out -> writeNumbers(out, IntStream.of(ports)));
  }

  /** Sends a block of the input; false if the daemon is gone. */
  boolean pass(byte[] block, int length) {
    byte[] copy = Arrays.copyOf(block, length);
    send(DaemonCommands.Kind.INPUT, out -> SizedBytes.write(out, copy));
    return !isBroken;
  }

  /** Whether the daemon is gone, and reads nothing more. */
  boolean isBroken() {
    return isBroken;
  }

  /** Asks the daemon for what it has of lost hosts. */
  void gather(int round, List<Integer> lost) {
    send(
        DaemonCommands.Kind.GATHER,
        out -> {
          out.writeInt(round);
          writeNumbers(out, lost.stream().mapToInt(host -> host));
        });
  }

  /** Has the daemon write what all have of lost hosts. */
  void install(int round, byte[] pages) {
    send(
        DaemonCommands.Kind.INSTALL,
        out -> {
          out.writeInt(round);
          SizedBytes.write(out, pages);
        });
  }

  /** Tells the daemon that all output that precedes a checkpoint has come. */
  void establish(CheckpointName name) {
    send(
        DaemonCommands.Kind.ESTABLISHED,
        out -> SizedBytes.write(out, name.toString().getBytes(StandardCharsets.US_ASCII)));
  }

  /** Tells the daemon that a host joins. */
  void admit(int host) {
    send(DaemonCommands.Kind.ADMIT, out -> writeNumbers(out, IntStream.of(host)));
  }

  /** Tells the daemon that a process of a rank has ended well. */
  void tellEnd(int rank) {
    send(DaemonCommands.Kind.RANK_ENDED, out -> writeNumbers(out, IntStream.of(rank)));
  }

  /** Has the daemon end a process that holds up other hosts. */
  void evict(int process) {
    send(DaemonCommands.Kind.EVICT, out -> writeNumbers(out, IntStream.of(process)));
  }

  /** Tells the daemon that processes of another host are far ahead of its own. */
  void tell(Lag lag) {
    send(DaemonCommands.Kind.LAG, out -> SizedBytes.write(out, lag.toBytes()));
  }

  private static void writeNumbers(DataOutputStream out, IntStream numbers) throws IOException {
    int[] all = numbers.toArray();
    out.writeInt(all.length);
    for (int number : all) {
      out.writeInt(number);
    }
  }

  /** Tells the daemon something. */
  void tell(DaemonCommands.Kind kind) {
    send(kind, out -> {});
  }

  @SuppressWarnings("EnumOrdinal") // the daemon runs the same code
  private void send(DaemonCommands.Kind kind, Command rest) {
    if (isBroken) {
      return;
    }
    commands.add(
        out -> {
          out.writeByte(kind.ordinal());
          rest.writeTo(out);
        });
  }

  /** Waits for a daemon that does not read, so that nobody else does; shows that all lives. */
  private void write() {
    try {
      while (!isBroken) {
        Command next = commands.poll(DaemonReports.BEAT_NS, TimeUnit.NANOSECONDS);
        if (next == null) {
          tell(DaemonCommands.Kind.BEAT);
        } else {
          next.writeTo(to);
          to.flush();
        }
      }
      to.close();
    } catch (IOException e) {
      isBroken = true; // its end is seen by its output
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    commands.clear();
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
        heardNs = System.nanoTime();
      }
    } catch (EOFException e) {
      // it has ended, perhaps within a report
    } catch (IOException | RuntimeException e) {
      if (!isBroken) {
        listener.refused(this, String.valueOf(e.getMessage()));
      }
    } finally {
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
      case MARKS -> listener.left(in.readInt(), SizedBytes.read(in));
      case FIGURES ->
          listener.counted(
              this, new LinkFigures(in.readInt(), in.readLong(), in.readInt(), in.readLong()));
      case ENDED -> {
        int process = in.readInt();
        listener.ended(
            this,
            process,
            new RankEnd(
                process,
                in.readLong(),
                in.readInt(),
                Phase.of(in.readUnsignedByte()),
                in.readBoolean()));
      }
      case RESTARTED -> listener.restarted(in.readInt(), in.readLong(), in.readInt());
      case CAUGHT_UP -> listener.caughtUp(in.readInt(), in.readLong());
      case ABORT -> listener.aborted(in.readInt());
      case FAILURE -> listener.failed(in.readInt());
      case OUT, ERR -> {
        Life life = new Life(in.readInt(), in.readInt());
        boolean isQuestion = in.readBoolean();
        boolean isError = kind == DaemonReports.Kind.ERR;
        byte[] bytes = SizedBytes.read(in);
        print(() -> listener.printed(life, isError, bytes, isQuestion));
      }
      case OUT_MESSAGE, ERR_MESSAGE -> {
        Life life = new Life(in.readInt(), in.readInt());
        in.readBoolean();
        boolean isError = kind == DaemonReports.Kind.ERR_MESSAGE;
        byte[] line = SizedBytes.read(in);
        print(() -> listener.said(life, isError, line));
      }
      case OUT_MARK, ERR_MARK -> {
        Life life = new Life(in.readInt(), in.readInt());
        in.readBoolean();
        boolean isError = kind == DaemonReports.Kind.ERR_MARK;
        String text = new String(SizedBytes.read(in), StandardCharsets.US_ASCII);
        print(() -> listener.marked(life, isError, OutputMark.parse(text)));
      }
      case EVICTED -> listener.evicted(in.readInt());
      case LATE -> listener.late(this, in.readInt());
      case HANDED_OVER -> listener.handedOver(in.readInt());
      case LAG -> listener.lags(this, Lag.parse(SizedBytes.read(in)));
      case INPUT_TAKEN -> listener.inputTaken(this);
      case UNREACHABLE -> listener.unreachable(this, in.readInt(), in.readUTF());
      case REACHED -> listener.reached(this, in.readInt());
      case GATHERED -> {
        int round = in.readInt();
        listener.gathered(this, round, FinalPages.parse(SizedBytes.read(in)));
      }
      case INSTALLED -> listener.installed(this, in.readInt());
      case JOINED -> listener.joined(this, in.readInt());
      case NOT_JOINED -> listener.notJoined(this, in.readInt(), in.readUTF());
      case BEAT -> {
        // it has been heard
      }
    }
  }

  /** Who reads this process's output may be slow; the daemon is not silent then. */
  private void print(Runnable printing) {
    isPrinting = true;
    try {
      printing.run();
    } finally {
      heardNs = System.nanoTime();
      isPrinting = false;
    }
  }

  /** For how long the daemon has not been heard. */
  long silentNs(long nowNs) {
    return isPrinting ? 0 : nowNs - heardNs;
  }

  /** This process itself has not run for so long: nobody could be heard. */
  void excuse(long pauseNs, long nowNs) {
    heardNs = Math.min(nowNs, heardNs + pauseNs);
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

  /**
   * Ends the agent, and tells the daemon nothing more. Not by {@link Process#destroyForcibly},
   * which waits for the thread that writes.
   */
  void kill() {
    isBroken = true;
    agent.toHandle().destroyForcibly();
  }
}
