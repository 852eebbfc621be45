package org.legio.launcher.embedded;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;

/** What the launcher tells a daemon, by the daemon's standard input. */
final class DaemonCommands implements Runnable {
  /** What a command tells. */
  enum Kind {
    /** The ports of all daemons: the ranks may start. */
    START,
    /** A block of the job's input. */
    INPUT,
    /** The input has ended. */
    INPUT_END,
    /** The ranks are to be told to end, and killed if they do not. */
    END,
    /** The ranks are to be killed. */
    KILL,
    /** The job is over. */
    OVER,
    /** Hosts are lost: a round, and their numbers. */
    GATHER,
    /** What living hosts have of the lost ones: a round, and the pages. */
    INSTALL,
    /** All living hosts have the same of the lost ones. */
    RELEASE,
    /** All output that precedes a checkpoint has come: its name. */
    ESTABLISHED,
    /** A process has ended well: its rank. */
    RANK_ENDED,
    /** Processes of another host are far ahead: the host, and where. */
    LAG,
    /** A process holds up other hosts, and is to be ended: its number. */
    EVICT,
    /** A host joins: its number. */
    ADMIT,
    /** This host joins a running job. */
    JOINING,
    /** All other hosts know that this one has joined. */
    JOINED,
    /** The launcher lives. */
    BEAT,
    /** The launcher is gone; it has not said so. */
    GONE;

    private static final Kind[] ALL = values();

    static Kind of(int number) throws IOException {
      if (number < 0 || number >= ALL.length) {
        throw new IOException("a command of kind " + number);
      }
      return ALL[number];
    }
  }

  /**
   * A command.
   *
   * @param round of GATHER and INSTALL
   * @param numbers the ports of START, the hosts of GATHER, the host of ADMIT, the rank of
   *     RANK_ENDED, the process of EVICT
   * @param bytes the input of INPUT, the pages of INSTALL, the name of ESTABLISHED, the lag of LAG
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Command(Kind kind, int round, int[] numbers, byte[] bytes) {
    private static final int[] NO_NUMBERS = {};
    private static final byte[] NO_BYTES = {};
    private static final int NO_ROUND = 0;

    static Command of(Kind kind) {
      return new Command(kind, NO_ROUND, NO_NUMBERS, NO_BYTES);
    }
  }

  private final DataInputStream in;
  private final Runnable waker;
  private final Runnable hearer;
  private final BlockingQueue<Command> commands = new LinkedBlockingQueue<>();

  /**
   * Prepares.
   *
   * @param in behind the job's description
   * @param waker wakes the thread that sleeps between its looks, when a command has come
   * @param hearer is run each time that the launcher is heard
   */
  DaemonCommands(DataInputStream in, Runnable waker, Runnable hearer) {
    this.in = in;
    this.waker = waker;
    this.hearer = hearer;
  }

  /** The next command; null if none has come. */
  @Nullable Command poll() {
    return commands.poll();
  }

  @Override
  public void run() {
    try {
      while (true) {
        Command next = read();
        hearer.run();
        if (next.kind != Kind.BEAT) {
          add(next);
        }
      }
    } catch (EOFException e) {
      add(Command.of(Kind.GONE));
    } catch (IOException e) {
      add(Command.of(Kind.GONE)); // as good as gone: it cannot be heard any more
    }
  }

  private void add(Command command) {
    commands.add(command);
    waker.run();
  }

  private Command read() throws IOException {
    Kind kind = Kind.of(in.readUnsignedByte());
    return switch (kind) {
      case START, ADMIT, RANK_ENDED, EVICT ->
          new Command(kind, Command.NO_ROUND, readNumbers(), Command.NO_BYTES);
      case INPUT, ESTABLISHED, LAG ->
          new Command(kind, Command.NO_ROUND, Command.NO_NUMBERS, SizedBytes.read(in));
      case GATHER -> new Command(kind, in.readInt(), readNumbers(), Command.NO_BYTES);
      case INSTALL -> new Command(kind, in.readInt(), Command.NO_NUMBERS, SizedBytes.read(in));
      default -> Command.of(kind);
    };
  }

  private int[] readNumbers() throws IOException {
    int[] numbers = new int[in.readInt()];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = in.readInt();
    }
    return numbers;
  }
}
