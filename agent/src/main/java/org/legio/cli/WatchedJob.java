package org.legio.cli;

import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Runs a job and shows on the terminal what its ranks are doing. */
final class WatchedJob {
  private static final long PERIOD_MS = 250;

  private final Context context;
  private final WatchServer server;
  private final int ranks;
  private volatile Terminal.Size size = Terminal.size();

  WatchedJob(Context context, WatchServer server, int ranks) {
    this.context = context;
    this.server = server;
    this.ranks = ranks;
  }

  /** Runs it to its end; returns the exit status. */
  int run(List<String> command) {
    ScheduledExecutorService painter =
        Executors.newSingleThreadScheduledExecutor(
            work -> {
              Thread thread = new Thread(work, "painter");
              thread.setDaemon(true);
              return thread;
            });
    try (LiveBlock block = new LiveBlock(context.err(), size)) {
      block.show(() -> new Board(ranks, server.seen()).lines(size.rows() - 1));
      JobProcess job = JobProcess.startPiped(command);
      painter.scheduleWithFixedDelay(
          () -> refresh(block), 0, PERIOD_MS, TimeUnit.MILLISECONDS);
      job.listen(
          line -> block.print(context.out(), line), line -> block.print(context.err(), line));
      return job.waitFor();
    } finally {
      painter.shutdownNow();
      server.close();
    }
  }

  private void refresh(LiveBlock block) {
    size = Terminal.size();
    block.refresh(size);
  }
}
