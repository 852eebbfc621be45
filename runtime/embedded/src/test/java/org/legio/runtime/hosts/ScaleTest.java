package org.legio.runtime.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.legio.runtime.shm.HostMap;
import org.legio.runtime.shm.JobMemory;
import org.legio.runtime.shm.JobShape;
import org.legio.runtime.shm.Phase;
import org.legio.runtime.shm.PlainHost;
import org.legio.runtime.shm.ReplicaGroups;
import org.legio.runtime.shm.VotePages;

/**
 * What a job over many hosts takes of each, by the real classes: it prints tables, up to 1,024
 * hosts of 128 ranks.
 */
@Timeout(600)
class ScaleTest {
  private static final int[] HOSTS = {4, 16, 64, 256, 1024};
  private static final int RANKS = 128;
  private static final int VOTES = 2; // of each process, as in one agreement after the other
  private static final int WARM_UP = 15;
  private static final int REPEATED = 11;
  private static final double ROUND_TRIP_S =
      Double.parseDouble(property("round-trip-us", "100")) / 1e6;
  private static final double BYTES_PER_S = Double.parseDouble(property("mb-per-s", "125")) * 1e6;

  private static String property(String name, String otherwise) {
    return System.getProperty("legio.scale." + name, otherwise);
  }

  private static HostMap map(int hosts, int ranksOfHost) {
    return new HostMap(
        Collections.nCopies(hosts, "host"),
        IntStream.range(0, hosts * ranksOfHost).map(rank -> rank / ranksOfHost).toArray(),
        0);
  }

  // ------------------------------------------------------------------ memory

  @Test
  void memoryIsLinearInAllRanks() {
    System.out.printf("%5s %5s %10s %12s %12s%n", "hosts", "ranks", "all", "pages MB", "rings MB");
    for (int ranks : new int[] {8, RANKS}) {
      for (int hosts : HOSTS) {
        long pages = JobShape.pagesBytes(hosts * ranks);
        long rings = JobShape.neededBytes(map(hosts, ranks)) - pages;
        System.out.printf(
            "%5d %5d %10d %12.1f %12.1f%n", hosts, ranks, hosts * ranks, pages / 1e6, rings / 1e6);
      }
      System.out.printf("%d ranks on each of at most %d hosts%n", ranks, mostHosts(ranks));
    }
    assertThat(pageBytes(512) / (double) pageBytes(256)).isBetween(1.9, 2.1);
    assertThat(ringBytes(512) / (double) ringBytes(256)).isBetween(1.9, 2.1);
    assertThat(mostHosts(RANKS)).isBetween(50, 52);
    assertThat(mostHosts(8)).isBetween(12_000, 12_250);
  }

  private static long pageBytes(int hosts) {
    return JobShape.pagesBytes(hosts * RANKS);
  }

  private static long ringBytes(int hosts) {
    return JobShape.neededBytes(map(hosts, RANKS)) - pageBytes(hosts);
  }

  private static int mostHosts(int ranks) {
    int fitting = 1;
    int tooMany = 1 << 14;
    while (tooMany - fitting > 1) {
      int middle = (fitting + tooMany) / 2;
      if (JobShape.neededBytes(map(middle, ranks)) <= Integer.MAX_VALUE) {
        fitting = middle;
      } else {
        tooMany = middle;
      }
    }
    return fitting;
  }

  // ------------------------------------------------------------------ agreement

  @Test
  void agreementTakesOfADaemonWhatItsPairsMake() throws IOException {
    System.out.printf(
        "%5s %5s %12s %12s %14s %14s%n",
        "hosts", "ranks", "sent KB", "busy ms", "idle poll ms", "busy ns a pair");
    double busyPerPair = 0;
    double idlePerPair = 0;
    long bytesPerVote = 0;
    for (int[] size : new int[][] {{4, 8}, {16, 8}, {64, 8}, {16, 32}, {256, 8}}) {
      int hosts = size[0];
      int ranks = size[1];
      AgreeingDaemon daemon = new AgreeingDaemon(map(hosts, ranks));
      long[] spent = new long[REPEATED];
      long before = 0;
      for (int i = -WARM_UP; i < REPEATED; i++) {
        before = daemon.sentBytes();
        daemon.agree();
        if (i >= 0) {
          spent[i] = daemon.spentNs();
        }
      }
      long sent = daemon.sentBytes() - before;
      long idle = daemon.idleNs(REPEATED);
      busyPerPair = (double) median(spent) / pairs(hosts, ranks);
      idlePerPair = (double) idle / pairs(hosts, ranks);
      bytesPerVote = sent / ranks / (hosts - 1);
      System.out.printf(
          "%5d %5d %12.1f %12.2f %14.2f %14.0f%n",
          hosts, ranks, sent / 1e3, median(spent) / 1e6, idle / 1e6, busyPerPair);
      assertThat(sent).isEqualTo(bytesPerVote * ranks * (hosts - 1));
      assertThat(bytesPerVote).as("of a vote").isLessThan(192);
    }
    for (int hosts : HOSTS) {
      System.out.printf(
          "%5d %5d %12.1f %12.2f %14.2f (model)%n",
          hosts,
          RANKS,
          bytesPerVote * RANKS * (hosts - 1) / 1e3,
          busyPerPair * pairs(hosts, RANKS) / 1e6,
          idlePerPair * pairs(hosts, RANKS) / 1e6);
    }
  }

  /** Of a rank of a host and one of another host: so many rings a daemon looks at, each way. */
  private static long pairs(int hosts, int ranks) {
    return (long) ranks * ranks * (hosts - 1);
  }

  private static long median(long[] values) {
    long[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }

  // ------------------------------------------------------------------ flush

  @Test
  void flushTakesOfTheLauncherWhatTheHostsTell() throws IOException {
    HostMap few = map(8, RANKS);
    JobMemory job = memoryWithoutRings(few);
    FinalPages part = lostPart(job);
    byte[] told = part.toBytes();
    FinalPages.parse(told).writeVotes(job);
    System.out.printf(
        "%5s %12s %14s %14s%n", "hosts", "told KB each", "launcher ms", "flush ms (model)");
    for (int hosts : HOSTS) {
      for (int warmUp = 0; warmUp < 3; warmUp++) {
        flush(hosts, told);
      }
      long launcherNs = flush(hosts, told);
      double wire = 2.5 * ROUND_TRIP_S + 2.0 * (hosts - 1) * told.length / BYTES_PER_S;
      System.out.printf(
          "%5d %12.1f %14.2f %14.2f%n",
          hosts, told.length / 1e3, launcherNs / 1e6, launcherNs / 1e6 + wire * 1e3);
    }
    long daemonNs = System.nanoTime();
    FinalPages all = FinalPages.parse(lostPart(job).toBytes());
    all.writeVotes(job);
    all.writePhases(job);
    System.out.printf("a daemon: %.2f ms%n", (System.nanoTime() - daemonNs) / 1e6);
    assertThat(told.length).isLessThan(RANKS * VOTES * 100);
  }

  /** Only the pages: a flush looks at no ring. */
  private static JobMemory memoryWithoutRings(HostMap map) {
    JobShape shape = new JobShape(ReplicaGroups.single(map.processes()), 0, map);
    int bytes = (1 << 16) + (int) JobShape.pagesBytes(map.processes());
    return new JobMemory(shape, map, new PlainHost(bytes));
  }

  private static FinalPages lostPart(JobMemory job) {
    VotePages votes = new VotePages(job);
    for (int process : job.hosts().processesOf(1)) {
      job.mirror(process, Phase.RUNNING);
      for (int place = 0; place < VOTES; place++) {
        ByteBuffer vote =
            ByteBuffer.allocate(VotePages.CONTENT_BYTES).order(ByteOrder.nativeOrder());
        votes.write(process, place, 17 + place, 1, vote.putLong(8, 1 + place));
      }
    }
    return FinalPages.of(job, List.of(1), List.of());
  }

  /** The launcher's part, from the first answer to the last order. Returns its time. */
  private static long flush(int hosts, byte[] told) throws IOException {
    Orders orders = new Orders();
    Flush flush = new Flush(hosts, orders);
    flush.lose(1);
    long began = System.nanoTime();
    for (int host = 0; host < hosts; host++) {
      if (host != 1) {
        flush.gathered(host, 1, FinalPages.parse(told));
      }
    }
    for (int host = 0; host < hosts; host++) {
      flush.installed(host, 1);
    }
    long took = System.nanoTime() - began;
    assertThat(orders.installed).isEqualTo((long) (hosts - 1) * told.length);
    assertThat(orders.released).isEqualTo(hosts - 1);
    return took;
  }

  /** Counts what the launcher tells daemons. */
  private static final class Orders implements Flush.Daemons {
    long installed;
    int released;

    @Override
    public void gather(int host, int round, List<Integer> lost) {}

    @Override
    public void install(int host, int round, FinalPages pages) {
      installed += pages.toBytes().length;
    }

    @Override
    public void release(int host) {
      released++;
    }

    @Override
    public void finished(FinalPages pages) {}
  }
}
