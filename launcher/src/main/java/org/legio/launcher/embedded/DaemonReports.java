package org.legio.launcher.embedded;

import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.legio.launcher.machine.OwnJar;
import org.legio.runtime.shm.OutputMark;

/**
 * What a daemon tells the launcher, by its standard output. Who prints waits for the launcher to
 * read; a report waits for nobody, since the daemon must not stop: a thread writes it.
 *
 * <p>When the launcher does not read any more, it is gone, and the daemon ends by the end of its
 * standard input; until then nothing is written.
 */
final class DaemonReports {
  /**
   * The first word of a daemon, behind which its version comes. What a login shell prints before it
   * is passed over.
   */
  static final String GREETING = "legio-daemon ";

  /** The end of the greeting, and of each report: some launch agents pass on whole lines only. */
  static final int END_OF_LINE = '\n';

  /** Launcher and daemon show each other so often that they live. */
  static final long BEAT_NS = TimeUnit.MILLISECONDS.toNanos(500);

  /** What a report tells. */
  enum Kind {
    /** The daemon's port. */
    READY,
    /** Why the job cannot run here. */
    REFUSED,
    /** Process, phase. */
    PHASE,
    /** Rank, and the files that it has left for the launcher, packed; it has ended. */
    MARKS,
    /** Host, bytes, broken connections, round trip: what a link has done. */
    FIGURES,
    /** Process, process id, status, phase, whether it ended early. */
    ENDED,
    /** Process, process id, and status of a process that is lost, and restarted. */
    RESTARTED,
    /** Process, and the milliseconds it has taken to do again what it had done. */
    CAUGHT_UP,
    /** The status with which a process aborts the job. */
    ABORT,
    /** The status with which a process has failed by itself. */
    FAILURE,
    /** Process, its incarnation, whether it is a question, and bytes that it has printed. */
    OUT,
    /** The same, on standard error. */
    ERR,
    /** Process, its incarnation, and one of Legio's own messages that it has printed. */
    OUT_MESSAGE,
    /** The same, on standard error. */
    ERR_MESSAGE,
    /** Process, its incarnation, and a mark that it has printed. */
    OUT_MARK,
    /** The same, on standard error. */
    ERR_MARK,
    /** A process that has been ended because it was too far behind. */
    EVICTED,
    /** A rank that another host leads from now on. */
    HANDED_OVER,
    /** A host that holds up this one, and by what. */
    LAG,
    /** A process that holds up other hosts, and is to be ended if others of its rank continue. */
    LATE,
    /** A block of the input has been taken. */
    INPUT_TAKEN,
    /** The number of a host that has not been reached for long, and why, if known. */
    UNREACHABLE,
    /** The number of such a host that is reached again. */
    REACHED,
    /** A round, and what is here of hosts that are lost. */
    GATHERED,
    /** A round in which what all have of them has been written. */
    INSTALLED,
    /** The number of a host that joins, and has all that was here when it was admitted. */
    JOINED,
    /** The number of a host that cannot join, and why. */
    NOT_JOINED,
    /** The daemon lives. */
    BEAT;

    private static final Kind[] ALL = values();

    static Kind of(int number) throws IOException {
      if (number < 0 || number >= ALL.length) {
        throw new IOException("a report of kind " + number);
      }
      return ALL[number];
    }
  }

  /** Writes the rest of a report. */
  @FunctionalInterface
  interface Content {
    void writeTo(DataOutputStream out) throws IOException;
  }

  private record Report(Kind kind, Content content) {}

  private final CountDownLatch end = new CountDownLatch(1);

  private final DataOutputStream out =
      new DataOutputStream(new BufferedOutputStream(new FileOutputStream(FileDescriptor.out)));
  private final BlockingQueue<Report> reports = new LinkedBlockingQueue<>();
  private boolean isBroken;
  private volatile long writtenNs = System.nanoTime();
  private volatile boolean isFinished;

  DaemonReports() throws IOException {
    out.write((GREETING + OwnJar.version()).getBytes(StandardCharsets.UTF_8));
    out.writeByte(END_OF_LINE);
    out.flush();
    Thread thread = new Thread(this::run, "reports");
    thread.setDaemon(true);
    thread.start();
  }

  /** Tells something soon. */
  void add(Kind kind, Content content) {
    reports.add(new Report(kind, content));
  }

  /** Tells a number soon. */
  void add(Kind kind, int number) {
    add(kind, out -> out.writeInt(number));
  }

  /** Whether all has been told: what is told again and again may be left out else. */
  boolean areTold() {
    return reports.isEmpty();
  }

  /** Waits until all has been told, but not for ever. */
  @SuppressWarnings("ReturnValueIgnored") // late or not, the daemon ends
  void finish(long patienceNs) throws InterruptedException {
    isFinished = true;
    add(Kind.BEAT, out -> {}); // wakes the thread
    end.await(patienceNs, TimeUnit.NANOSECONDS);
  }

  private void run() {
    try {
      while (!isFinished || !reports.isEmpty()) {
        Report next = reports.poll(BEAT_NS, TimeUnit.NANOSECONDS);
        if (next != null) {
          write(next.kind, next.content);
        } else if (System.nanoTime() - writtenNs >= BEAT_NS) {
          write(Kind.BEAT, out -> {});
        }
      }
      end.countDown();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @SuppressWarnings("EnumOrdinal") // the launcher runs the same code
  private synchronized void write(Kind kind, Content content) {
    if (isBroken) {
      return;
    }
    try {
      out.writeByte(kind.ordinal());
      content.writeTo(out);
      out.writeByte(END_OF_LINE);
      out.flush();
      writtenNs = System.nanoTime();
    } catch (IOException e) {
      isBroken = true;
    }
  }

  /**
   * Where the output of a process goes.
   *
   * @param incarnation how often it has been restarted
   * @param isError whether it is standard error
   */
  Output output(int process, int incarnation, boolean isError) {
    Kind kind = isError ? Kind.ERR : Kind.OUT;
    Kind ofMessages = isError ? Kind.ERR_MESSAGE : Kind.OUT_MESSAGE;
    Kind ofMarks = isError ? Kind.ERR_MARK : Kind.OUT_MARK;
    return new Output() {
      @Override
      public void write(Object writer, byte[] bytes, int length, boolean isQuestion) {
        print(kind, to -> begin(to, isQuestion), bytes, length);
      }

      @Override
      public void message(Object writer, byte[] line) {
        print(ofMessages, to -> begin(to, false), line, line.length);
      }

      @Override
      public void mark(Object writer, OutputMark mark) {
        byte[] text = mark.text().getBytes(StandardCharsets.US_ASCII);
        print(ofMarks, to -> begin(to, false), text, text.length);
      }

      private void begin(DataOutputStream to, boolean isQuestion) throws IOException {
        to.writeInt(process);
        to.writeInt(incarnation);
        to.writeBoolean(isQuestion);
      }
    };
  }

  private void print(Kind kind, Content begin, byte[] bytes, int length) {
    write(
        kind,
        to -> {
          begin.writeTo(to);
          to.writeInt(length);
          to.write(bytes, 0, length);
        });
  }
}
