package org.legio.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.legio.programs.transparency.Catalog;

/**
 * Programs without protection on libraries with the MPI standard's ABI, MPICH 5 and Open MPI 6: the
 * same as on Open MPI's own ABI, but for what each library decides.
 */
@ChoosesItsRuntime
class StandardAbiIT {
  private static final int RANKS = 3;
  private static final Duration DEADLINE = Duration.ofMinutes(4);

  /** Constants have other values in the standard's ABI, and each library its own highest tag. */
  private static final Pattern OWN_VALUES = Pattern.compile(".*(compare|getAttr TAG_UB).*");

  /** Programs that report a library's own values: keys, limits, words and codes of errors. */
  private static final List<String> OWN_WORDS =
      List.of("Attributes", "Surroundings", "WindowErrors", "WindowHints");

  /** The same of MPICH, which moreover ends programs in some errors that Open MPI reports. */
  private static final List<String> WORDS_OF_MPICH =
      List.of(
          "AllocatedWindows",
          "FileErrors",
          "FreedObjects",
          "FreedRequests",
          "Handlers",
          "LocalErrors",
          "NamesAndHints",
          "OddAndEven",
          "PartialItems",
          "PersistentHalo",
          "Ports",
          "TruncatedMessages",
          "WrongArguments");

  /** A library, and what starts its programs. */
  enum Library {
    OPEN_MPI_ITSELF("LEGIO_BINDING=libmpi mpirun.openmpi --oversubscribe"),
    OPEN_MPI("LEGIO_BINDING=libmpi_abi mpirun.openmpi --oversubscribe"),
    MPICH("mpiexec.mpich");

    private final String starter;

    Library(String starter) {
      this.starter = starter;
    }

    boolean isComparable(String program) {
      return !OWN_WORDS.contains(program) && !(this == MPICH && WORDS_OF_MPICH.contains(program));
    }
  }

  @TempDir Path folder;

  private static String path(String property) {
    return Path.of(System.getProperty(property)).toAbsolutePath().normalize().toString();
  }

  /** Runs a program of the tests in a Debian that has both libraries. */
  private static Outcome run(Library library, String agent, String program, List<String> words) {
    Path root =
        DebianRoot.of("forky", List.of("openmpi-bin", "mpich", "default-jdk-headless"))
            .inCache("open-mpi-and-mpich-forky-1");
    List<String> line = new ArrayList<>(List.of("env"));
    line.addAll(List.of(library.starter.split(" ")));
    line.addAll(List.of("-n", "" + RANKS, "java"));
    line.addAll(Job.QUICK_START);
    line.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-cp"));
    line.add(path("legio.jar") + ":" + path("legio.it.programs"));
    if (!agent.isEmpty()) {
      line.add("-javaagent:" + path("legio.jar") + agent);
    }
    line.add("org.legio.programs." + program);
    line.addAll(words);
    return Job.of(program)
        .startedBy("exec " + DebianRoot.inside(root, line))
        .within(DEADLINE)
        .run();
  }

  private Path folderOf(Library library) throws IOException {
    return Files.createDirectory(folder.resolve(library.name()));
  }

  @Test
  void everyCallReturnsTheSame() throws IOException {
    Map<Library, List<List<String>>> written = new TreeMap<>();
    for (Library library : Library.values()) {
      Path zoo = folderOf(library);
      run(library, "", "CallZoo", List.of(zoo.toString())).succeeded();
      List<List<String>> ranks = new ArrayList<>();
      for (int rank = 0; rank < RANKS; rank++) {
        ranks.add( // Debian's MPICH 5.0.2 takes each rank for a host of its own
            RankFiles.linesButOfHosts(zoo, rank).stream()
                .filter(line -> !OWN_VALUES.matcher(line).matches())
                .toList());
      }
      written.put(library, ranks);
    }
    assertThat(written.get(Library.OPEN_MPI_ITSELF)).allMatch(lines -> lines.size() > 1000);
    assertThat(written.get(Library.OPEN_MPI)).isEqualTo(written.get(Library.OPEN_MPI_ITSELF));
    assertThat(written.get(Library.MPICH)).isEqualTo(written.get(Library.OPEN_MPI_ITSELF));
  }

  @ParameterizedTest
  @InLongRuns
  @EnumSource(names = {"OPEN_MPI", "MPICH"})
  void programsReportTheSame(Library library) throws IOException {
    List<String> programs = Catalog.names().stream().filter(library::isComparable).toList();
    assertThat(programs).hasSizeGreaterThan(50);
    assertThat(reports(library, programs))
        .containsExactlyInAnyOrderEntriesOf(reports(Library.OPEN_MPI_ITSELF, programs));
  }

  private Map<String, String> reports(Library library, List<String> programs) throws IOException {
    Path suite = folderOf(library);
    List<String> words = new ArrayList<>(List.of(suite.toString()));
    words.addAll(programs);
    run(library, "", "transparency.Suite", words).succeeded();
    Map<String, String> reports = new TreeMap<>();
    for (String program : programs) {
      for (int rank = 0; rank < RANKS; rank++) {
        String file = program + "/rank-" + rank;
        reports.put(file, Files.readString(suite.resolve(file)));
      }
    }
    return reports;
  }

  /** One rank says what protection needs; the program runs as it would without the agent. */
  @Test
  void protectionIsRefusedInOneLine() {
    Outcome outcome = run(Library.MPICH, "", "Ring", List.of("5")).succeeded();
    Outcome refused = run(Library.MPICH, "=layout=flat", "Ring", List.of("5")).succeeded();
    assertThat(refused.sortedLines()).isEqualTo(outcome.sortedLines());
    assertThat(refused.stderr().lines().filter(line -> line.startsWith("legio: ")))
        .singleElement()
        .asString()
        .contains(
            "libmpi_abi", "has no MPIX_Comm_agree and its like (ULFM), which protection needs")
        .endsWith("the program runs on, unprotected");
  }

  @Test
  void strictRefusesToRunUnprotected() {
    Outcome outcome = run(Library.MPICH, "=strict=true", "Ring", List.of("5")).failed();
    assertThat(outcome.stdout()).doesNotContain("token");
    assertThat(outcome.stderr()).contains("which protection needs", "strict=true refuses it");
  }
}
