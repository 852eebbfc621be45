package org.legio.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Of a library that ranks read by MPI-IO, exactly the ligands that dead ranks had are missing. */
@Tag("embedded-long")
@SampledRows(every = 6)
class FileDockingIT {
  private static final int LIGANDS = 301;
  private static final int BATCH = 20;
  private static final int RANKS = 4;
  private static final int ALL = RANKS * BATCH;

  @TempDir private Path folder;

  @ParameterizedTest(name = "dead: {0}")
  @CsvSource({
    "''",
    "2@readAtAll:2:before",
    "1@readAtAll:1:inside",
    "3@gather:2:after 1@gather:3:before",
    "2@gather:1:inside",
    "1@readAtAll:3:after 2@readAtAll:4:before",
  })
  void whatDeadRanksHadIsMissing(String deaths) {
    String library = folder.resolve("ligands").toString();
    Job.of("LigandLibrary", library, LIGANDS).on(3).run().succeeded();
    assertThat(Path.of(library)).hasSize(LIGANDS * 16 * 4 * 4L);
    List<String> whole = docking(library).on(1).run().succeeded().stdout().lines().toList();
    assertThat(whole).hasSize(1 + LIGANDS);
    List<Kill> kills = Kill.parse(deaths);
    Outcome outcome = docking(library).on(RANKS).killing(kills).run().succeeded();
    assertThat(Kill.outcomes(kills).stream().map(each -> expected(whole, each)))
        .as("%s", outcome)
        .contains(outcome.stdout().lines().toList());
  }

  /** It prints all ligands. */
  private static Job docking(String library) {
    return Job.of("FileDocking", library, BATCH, LIGANDS);
  }

  private static List<String> expected(List<String> whole, List<Kill> kills) {
    List<String> left = new ArrayList<>();
    for (String line : whole.subList(1, whole.size())) {
      int ligand = Integer.parseInt(line.split(" ")[1]);
      if (ligand / ALL < batchesOf(ligand % ALL / BATCH, kills)) {
        left.add(line);
      }
    }
    left.add(0, "docked " + left.size() + " of " + LIGANDS + " ligands");
    return left;
  }

  /** The batches of which a rank hands in the energies. */
  private static int batchesOf(int rank, List<Kill> kills) {
    return kills.stream()
        .filter(kill -> kill.rank() == rank)
        .mapToInt(kill -> kill.call().equals("gather") ? kill.completed() : kill.nth() - 1)
        .findFirst()
        .orElse(Integer.MAX_VALUE);
  }
}
