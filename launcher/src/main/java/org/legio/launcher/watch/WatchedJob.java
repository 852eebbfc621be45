package org.legio.launcher.watch;

import java.io.PrintStream;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.legio.launcher.job.JobEnd;
import org.legio.launcher.job.LostHost;
import org.legio.launcher.job.ReadyJob;
import org.legio.launcher.machine.Colors;
import org.legio.launcher.machine.LiveBlock;
import org.legio.launcher.machine.Terminal;

/** Runs a job and shows on the terminal what its ranks are doing. */
public final class WatchedJob {
  private static final long PERIOD_MS = 250;

  private final PrintStream out;
  private final PrintStream err;
  private final WatchServer server;
  private final int ranks;
  private final Colors colors;
  private final CountDownLatch over = new CountDownLatch(1);
  private volatile Terminal.Size size = Terminal.size();

  public WatchedJob(
      PrintStream out, PrintStream err, WatchServer server, int ranks, Colors colors) {
    this.out = out;
    this.err = err;
    this.colors = colors;
    this.server = server;
    this.ranks = ranks;
  }

  /** Runs the job to its end. Its status is 1 instead of 0 when a lost host has ended it. */
  public JobEnd run(ReadyJob job) {
    LostHost lost = new LostHost();
    return lost.end(run(job, lost), err);
  }

  private JobEnd run(ReadyJob job, LostHost lost) {
    try (server;
        LiveBlock block = new LiveBlock(err, size, line -> RankDisplay.colored(line, colors))) {
      block.show(() -> new RankDisplay(ranks, server.seen()).lines(size.rows() - 1));
      Thread painter = new Thread(() -> paint(block), "painter");
      painter.setDaemon(true);
      painter.start();
      return job.run(
          line -> block.print(out, line),
          line -> {
            lost.hear(line);
            block.print(err, line);
          });
    } finally {
      over.countDown();
    }
  }

  private void paint(LiveBlock block) {
    try {
      while (!over.await(PERIOD_MS, TimeUnit.MILLISECONDS)) {
        size = Terminal.size();
        block.refresh(size);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the interrupt means that the thread has to end
    }
  }
}
