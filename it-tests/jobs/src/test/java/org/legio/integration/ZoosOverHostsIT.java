package org.legio.integration;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every call of MPI returns the same on several hosts as on one, if it does not ask for hosts. */
@Tag("hosts")
@EnabledIfSystemProperty(
    named = "legio.it.hosts",
    matches = "[2-9]",
    disabledReason = "it chooses its hosts itself, so it runs once, beside the tests over hosts")
class ZoosOverHostsIT {
  private static final String PLAIN = "plain";
  private static final Duration DEADLINE = Duration.ofMinutes(4);

  @TempDir private static Path onOneHost;
  private static final Map<String, Path> ZOOS = new HashMap<>();

  @TempDir private Path folder;

  @ParameterizedTest(name = "{0} on {1} ranks over {2} hosts, {3}")
  @CsvSource({
    "CallZoo, 4, 3, flat",
  })
  void everyCallReturnsTheSame(String zoo, int ranks, int hosts, String layout) throws IOException {
    visit(layout, Job.of(zoo, folder).on(ranks).overHosts(hosts));
    RankFiles.assertAllSameButHosts(onOneHost(zoo, ranks), folder, ranks);
  }

  @ParameterizedTest(name = "{0} on {1} ranks over {2} hosts, {3}")
  @CsvSource({
    "WindowZoo, 4, 2, plain",
    "FileZoo,   4, 2, hierarchical:2",
    "CallZoo,   4, 2, plain",
    "CallZoo,   5, 2, hierarchical:2",
    "WindowZoo, 4, 3, flat",
    "WindowZoo, 3, 2, hierarchical:2",
    "FileZoo,   5, 3, flat",
    "FileZoo,   4, 3, plain",
    "FileZoo,   2, 2, plain",
  })
  @InLongRuns
  void inOtherShapesToo(String zoo, int ranks, int hosts, String layout) throws IOException {
    everyCallReturnsTheSame(zoo, ranks, hosts, layout);
  }

  /** Messages of other tags overtake each other on their way, but not for the program. */
  @ParameterizedTest
  @CsvSource({"plain", "hierarchical:2"})
  @SampledRows(every = 2)
  void everyCallReturnsTheSameByStreams(String layout) throws IOException {
    visit(layout, Job.of("CallZoo", folder).on(4).overHosts(2).launcher("--streams", "3"));
    RankFiles.assertAllSameButHosts(onOneHost("CallZoo", 4), folder, 4);
  }

  private static void visit(String layout, Job job) {
    job.within(DEADLINE);
    (layout.equals(PLAIN) ? job.plain() : job.layout(layout)).run().succeeded();
  }

  private static Path onOneHost(String zoo, int ranks) throws IOException {
    String key = zoo + ranks;
    if (!ZOOS.containsKey(key)) {
      Path own = Files.createDirectory(onOneHost.resolve(key));
      visit(PLAIN, Job.of(zoo, own).on(ranks).overHosts(1));
      ZOOS.put(key, own);
    }
    return ZOOS.get(key);
  }
}
