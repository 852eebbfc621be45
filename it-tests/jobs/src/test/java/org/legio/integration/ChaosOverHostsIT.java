package org.legio.integration;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * In jobs over three hosts, ranks and a host die, and cables are out for a while, as a seed draws
 * it. All survivors see the same members in the same rounds, and no message is lost or repeated.
 * Every second job encrypts.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
@EnabledIf("org.legio.integration.Namespaces#areAllowed")
class ChaosOverHostsIT {
  private static final int HOSTS = 3;
  private static final int SLOTS = 2;
  private static final int RANKS = HOSTS * SLOTS;
  private static final int LATEST_MS = 1500;
  private static final int LONGEST_CUT_MS = 1500;
  private static final int BLOCK_BYTES = 100_000;

  private static Namespaces spaces;

  @TempDir private Path folder;

  @BeforeAll
  static void makeHosts() throws IOException {
    spaces = Namespaces.make(HOSTS);
  }

  @AfterAll
  static void removeHosts() throws IOException {
    spaces.close();
  }

  static LongStream seeds() {
    return Seeds.of(2, 200).stream();
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void survivorsAgree(long seed) throws Exception {
    try (VigilJob job = new VigilJob(folder).exchanging(BLOCK_BYTES);
        Chaos chaos = new Chaos(job, new Random(seed))) {
      List<String> options = new ArrayList<>(seed % 2 == 0 ? List.of("--tls") : List.of());
      options.addAll(List.of("--host-timeout", "15", "--policy", "recv.source-failed=ignore"));
      job.start(spaces.list(SLOTS), VigilJob.IN_SPACE, options);
      job.awaitMembers("3f", IntStream.range(0, RANKS).toArray());
      chaos.breakOut();
      System.out.println("seed " + seed + ": " + chaos);
      int[] survivors = chaos.survivors();
      int members = IntStream.of(survivors).map(rank -> 1 << rank).sum();
      job.awaitMembers(Integer.toHexString(members), survivors);
      job.end();
      for (int rank : survivors) {
        assertThat(job.seen(rank)).as("%s\n%s", chaos, job).isEqualTo(job.seen(survivors[0]));
      }
      assertThat(job.endings()).as("%s\n%s", chaos, job).hasSize(survivors.length);
    }
  }

  /** What happens to a job. */
  private static final class Chaos implements AutoCloseable {
    private final VigilJob job;
    private final Random random;
    private final ScheduledExecutorService timer = Executors.newScheduledThreadPool(1);
    private final List<Future<?>> due = new ArrayList<>();
    private final List<String> words = new ArrayList<>();
    private final List<Integer> living =
        new ArrayList<>(IntStream.range(0, RANKS).boxed().toList());

    Chaos(VigilJob job, Random random) {
      this.job = job;
      this.random = random;
    }

    /** Draws it, and waits until all has happened. */
    void breakOut() throws Exception {
      for (int host = 0; host < HOSTS; host++) {
        for (int other = 0; other < host; other++) {
          if (random.nextBoolean()) {
            cutForAWhile(host, other);
          }
        }
      }
      List<List<ProcessHandle>> ranks =
          spaces.addresses().stream().map(host -> job.ranksOf(host)).toList();
      for (int deaths = random.nextInt(RANKS / 2 + 1); deaths > 0; deaths--) {
        Integer rank = living.remove(random.nextInt(living.size()));
        ProcessHandle process = ranks.get(rank / SLOTS).get(rank % SLOTS);
        at(random.nextInt(LATEST_MS), "rank " + rank + " dies", process::destroyForcibly);
      }
      if (random.nextInt(3) == 0) {
        loseHost(random.nextInt(HOSTS));
      }
      for (Future<?> each : due) {
        each.get();
      }
    }

    private void cutForAWhile(int host, int other) {
      int ms = random.nextInt(LATEST_MS);
      int length = random.nextInt(LONGEST_CUT_MS);
      String cable = "cable " + host + "-" + other;
      at(ms, cable + " is cut", () -> spaces.cut(host, other));
      at(ms + length, cable + " is mended", () -> spaces.mend(host, other));
    }

    /** Somebody must be left. */
    private void loseHost(int host) {
      List<Integer> left = living.stream().filter(rank -> rank / SLOTS != host).toList();
      if (!left.isEmpty()) {
        living.retainAll(left);
        List<ProcessHandle> all = job.processesOf(spaces.addresses().get(host));
        at(
            random.nextInt(LATEST_MS),
            "host " + host + " dies",
            () -> all.forEach(ProcessHandle::destroyForcibly));
      }
    }

    private void at(int ms, String what, Act act) {
      words.add(ms + " ms: " + what);
      due.add(
          timer.schedule(
              () -> {
                act.happen();
                return null;
              },
              ms,
              MILLISECONDS));
    }

    int[] survivors() {
      return living.stream().mapToInt(rank -> rank).toArray();
    }

    @Override
    public void close() {
      timer.shutdownNow();
    }

    @Override
    public String toString() {
      return String.join("; ", words);
    }
  }

  /** Something that happens. */
  @FunctionalInterface
  private interface Act {
    void happen() throws IOException;
  }
}
