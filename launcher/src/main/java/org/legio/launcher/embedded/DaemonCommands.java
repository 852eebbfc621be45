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
   * @param ports of START; empty otherwise
   * @param input of INPUT; empty otherwise
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Command(Kind kind, int[] ports, byte[] input) {
    private static final int[] NO_PORTS = {};
    private static final byte[] NO_INPUT = {};

    static Command of(Kind kind) {
      return new Command(kind, NO_PORTS, NO_INPUT);
    }
  }

  private final DataInputStream in;
  private final int hosts;
  private final BlockingQueue<Command> commands = new LinkedBlockingQueue<>();

  /**
   * Prepares.
   *
   * @param in behind the job's description
   * @param hosts how many daemons there are
   */
  DaemonCommands(DataInputStream in, int hosts) {
    this.in = in;
    this.hosts = hosts;
  }

  /** The next command; null if none has come. */
  @Nullable Command poll() {
    return commands.poll();
  }

  @Override
  public void run() {
    try {
      while (true) {
        commands.add(read());
      }
    } catch (EOFException e) {
      commands.add(Command.of(Kind.GONE));
    } catch (IOException e) {
      commands.add(Command.of(Kind.GONE)); // as good as gone: it cannot be heard any more
    }
  }

  private Command read() throws IOException {
    Kind kind = Kind.of(in.readUnsignedByte());
    return switch (kind) {
      case START -> {
        int[] ports = new int[hosts];
        for (int host = 0; host < hosts; host++) {
          ports[host] = in.readInt();
        }
        yield new Command(kind, ports, Command.NO_INPUT);
      }
      case INPUT -> new Command(kind, Command.NO_PORTS, in.readNBytes(in.readInt()));
      default -> Command.of(kind);
    };
  }
}
