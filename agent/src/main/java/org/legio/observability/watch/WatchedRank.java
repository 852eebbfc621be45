package org.legio.observability.watch;

import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.legio.core.positions.OperationCounter;
import org.legio.core.positions.Position;
import org.legio.core.report.Counters;
import org.legio.protection.Resilience;
import org.slf4j.LoggerFactory;

/**
 * Tells a launcher what this rank is doing, on a thread of its own. A launcher that is not there,
 * or goes away, changes nothing.
 */
public final class WatchedRank {
  /** The variable with the launcher's address. Other users cannot read a process's environment. */
  public static final String VARIABLE = "LEGIO_WATCH";

  private static final long PERIOD_MS = 250;
  private static final long PATIENCE_AT_END_MS = 2000;
  private static final int CONNECT_MS = 5000;

  private final InetSocketAddress launcher;
  private final String token;
  private final Resilience resilience;
  private final Thread teller = new Thread(this::tell, "legio-watch");
  private final CountDownLatch over = new CountDownLatch(1);

  private WatchedRank(InetSocketAddress launcher, String token, Resilience resilience) {
    this.launcher = launcher;
    this.token = token;
    this.resilience = resilience;
  }

  /**
   * Begins to tell.
   *
   * @param address of the launcher: {@code HOST:PORT#TOKEN}
   */
  public static WatchedRank start(String address, Resilience resilience) {
    int port = address.lastIndexOf(':');
    int token = address.lastIndexOf('#');
    InetSocketAddress launcher =
        new InetSocketAddress(
            address.substring(0, port), Integer.parseInt(address.substring(port + 1, token)));
    WatchedRank rank = new WatchedRank(launcher, address.substring(token + 1), resilience);
    rank.teller.setDaemon(true);
    rank.teller.start();
    return rank;
  }

  /** What a rank says first. */
  public static byte[] saying(String token) {
    return token.getBytes(StandardCharsets.US_ASCII);
  }

  /** Says that MPI has been finalized; waits a moment for it to be said. */
  public void end() {
    over.countDown();
    try {
      teller.join(PATIENCE_AT_END_MS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void tell() {
    try (Socket socket = new Socket()) {
      socket.connect(launcher, CONNECT_MS);
      DataOutputStream out =
          new DataOutputStream(new BufferedOutputStream(socket.getOutputStream()));
      out.write(saying(token));
      String host = hostName();
      say(state(host, false), out);
      while (!over.await(PERIOD_MS, TimeUnit.MILLISECONDS)) {
        say(state(host, false), out);
      }
      say(state(host, true), out);
    } catch (IOException e) {
      LoggerFactory.getLogger("legio")
          .debug("legio: {} is not told of this rank any more: {}", launcher, e.toString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // whoever does so wants the thread to end
    }
  }

  private static void say(RankStatus state, DataOutputStream out) throws IOException {
    state.write(out);
    out.flush();
  }

  /** This host's name, as the job's launcher has it. */
  private static String hostName() {
    String told = System.getenv("PMIX_HOSTNAME");
    if (told != null) {
      return told;
    }
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "?"; // the machine does not know itself by name
    }
  }

  private RankStatus state(String host, boolean last) {
    Counters counters = resilience.report().counters();
    Position position = last ? null : mostTelling(resilience.positions().now());
    return new RankStatus(
        counters.rank(),
        host,
        place(position, last),
        sequences(position == null ? null : position.communicator()),
        new RankStatus.Losses(
            counters.failedRanks(),
            counters.repairs().count(),
            counters.skipped().values().stream().mapToInt(Integer::intValue).sum()),
        Survived.of(resilience.report().survival(), counters.rank()),
        new RankStatus.Progress(ProgramProgress.done(), ProgramProgress.total()));
  }

  private static RankStatus.Place place(@Nullable Position position, boolean last) {
    if (position == null) {
      return new RankStatus.Place(last, "", "", 0, 0, 0);
    }
    OperationCounter on = position.communicator();
    return new RankStatus.Place(
        last,
        position.call(),
        position.line(),
        on == null ? 0 : on.id(),
        position.sequence(),
        Duration.between(position.since(), Instant.now()).toMillis());
  }

  /** Of several threads' the one that has been where it is for longest. */
  private static @Nullable Position mostTelling(List<Position> positions) {
    return positions.stream()
        .min((one, other) -> one.since().compareTo(other.since()))
        .orElse(null);
  }

  private Map<Long, Long> sequences(@Nullable OperationCounter now) {
    Map<Long, Long> sequences = new LinkedHashMap<>();
    if (now != null) {
      sequences.put(now.id(), now.current());
    }
    resilience.positions().communicators().stream()
        .limit(RankStatus.MAX_SEQUENCES - 1)
        .forEach(communicator -> sequences.put(communicator.id(), communicator.current()));
    return sequences;
  }
}
