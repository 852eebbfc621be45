package org.legio.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** After deaths the best ligands are the best of those whose energies were gathered. */
@Tag("embedded")
@SampledRows(every = 8)
class ScreeningIT {
  static final int ROUNDS = 8;
  static final int BEST = 12;
  private static final int SITES = 6;

  private record Scored(int ligand, int round, double energy) {}

  private static final Map<String, Scored> SCORED = new ConcurrentHashMap<>();

  @ParameterizedTest(name = "{0} ligands on {1} ranks, dead: {2}")
  @CsvSource({
    "40, 4, ''",
    "42, 4, ''",
    "40, 4, 2@gather:3:before",
    "40, 4, 2@gather:3:inside",
    "40, 4, 2@gather:3:after",
    "42, 4, 1@gatherv:3:before",
    "42, 4, 1@gatherv:3:after",
    "40, 4, 1@scatter:2:before",
    "40, 4, 3@scatter:2:inside",
    "42, 4, 3@scatterv:8:before",
    "42, 4, 2@scatterv:2:inside",
    "40, 4, 3@bcast:4:before",
    "40, 4, 1@bcast:4:inside",
    "40, 8, 3@gather:2:before 5@scatter:6:before",
    "42, 4, 1@gatherv:2:before 2@bcast:3:before 3@scatterv:4:before",
    "42, 4, 1@gatherv:2:after 2@gatherv:2:after 3@gatherv:2:after",
    "40, 4, 1@Finalize:1:before 2@Finalize:1:inside",
    "40, 4, 0@Finalize:1:inside 3@Finalize:1:after",
  })
  @Tag("hosts")
  void rootFindsTheBest(int ligands, int ranks, String deaths) {
    List<Kill> kills = Kill.parse(deaths);
    Outcome outcome =
        Job.of("Screening", ligands, ROUNDS, BEST).on(ranks).killing(kills).run().succeeded();
    assertThat(Kill.outcomes(kills).stream().map(k -> report(ligands, ranks, k)))
        .as("%s", outcome)
        .contains(outcome.stdout().lines().toList());
  }

  @ParameterizedTest(name = "{0} ligands on {1} ranks, dead: {2}, {3}")
  @CsvSource({
    "40, 4, 0@gather:3:before,   gather.root-failed=ignore",
    "42, 4, 0@scatterv:3:before, gather.root-failed=ignore",
    "40, 4, 0@bcast:3:inside,    gather.root-failed=ignore",
  })
  void survivorsContinueWithoutRootWhenToldTo(
      int ligands, int ranks, String deaths, String policy) {
    List<Kill> kills = Kill.parse(deaths);
    Outcome outcome =
        Job.of("Screening", ligands, ROUNDS, BEST, "all")
            .on(ranks)
            .killing(kills)
            .policies("bcast.root-failed=ignore", "scatter.root-failed=ignore", policy)
            .run()
            .succeeded();
    assertThat(outcome.find("^rank [123]: scored \\d+ ligands$")).as("%s", outcome).hasSize(3);
  }

  /** What the root prints after these deaths of others. */
  static List<String> report(int ligands, int ranks, List<Kill> kills) {
    List<Scored> scored = new ArrayList<>();
    for (int round = 0; round < ROUNDS; round++) {
      for (int i = 0; i < ligands; i++) {
        int r = round;
        if (round < roundsOf(owner(i, ligands, ranks), kills)) {
          int ligand = round * ligands + i;
          scored.add(SCORED.computeIfAbsent(ligand + "@" + round, key -> scored(ligand, r)));
        }
      }
    }
    scored.sort(Comparator.comparingDouble(Scored::energy).thenComparing(Scored::ligand));
    List<String> report = new ArrayList<>();
    report.add("scored " + scored.size() + " of " + ROUNDS * ligands + " ligands");
    for (Scored s : scored.subList(0, BEST)) {
      report.add(
          String.format(
              Locale.ROOT, "ligand %d round %d energy %.12f", s.ligand, s.round, s.energy));
    }
    return report;
  }

  private static Scored scored(int ligand, int round) {
    return new Scored(ligand, round, energy(sites(ligand), sites(-1 - round)));
  }

  /** The rounds whose energies the rank hands in: not those in which it dies before the gather. */
  private static int roundsOf(int rank, List<Kill> kills) {
    return kills.stream()
        .filter(kill -> kill.rank() == rank)
        .filter(kill -> !kill.call().equals("Finalize"))
        .mapToInt(kill -> kill.call().startsWith("gather") ? kill.completed() : kill.nth() - 1)
        .findFirst()
        .orElse(ROUNDS);
  }

  private static int owner(int index, int ligands, int ranks) {
    int rank = 0;
    int end = share(0, ligands, ranks);
    while (index >= end) {
      end += share(++rank, ligands, ranks);
    }
    return rank;
  }

  private static int share(int rank, int ligands, int ranks) {
    return (ligands + ranks - 1 - rank) / ranks;
  }

  private static double[] sites(long seed) {
    return new SplittableRandom(seed).doubles(SITES, -1, 1).toArray();
  }

  private static double energy(double[] ligand, double[] pocket) {
    double best = Double.MAX_VALUE;
    for (int turn = 0; turn < SITES; turn++) {
      double sum = 0;
      for (int i = 0; i < SITES; i++) {
        double r = Math.abs(ligand[i] - pocket[(i + turn) % SITES]) + 1;
        double t = 1 / (r * r * r);
        sum += t * t - t;
      }
      best = Math.min(best, sum);
    }
    return best;
  }
}
