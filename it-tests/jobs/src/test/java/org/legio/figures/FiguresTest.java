package org.legio.figures;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Counts properties of the code that make it easy to read. The limits are the present numbers: they
 * may go down, but never up.
 */
class FiguresTest {
  private static final String TABLE = "/org/legio/agent/calls.txt";
  private static final Path ROOT = Path.of("..", "..").toAbsolutePath().normalize();
  private static final int MANY_PARAMETERS = 8;
  private static final int MAX_LONG_LISTS = 20;
  private static final int LONG_METHOD = 30;
  private static final int VERY_LONG_METHOD = 50;
  private static final Pattern QUESTION = Pattern.compile("(is|has|are|was)[A-Z]\\w*");

  /** Names of private language, for which the field has terms. */
  private static final Set<String> FORMER =
      Set.of(
          "isSentAtOnce",
          "isReceivedNow",
          "hasClaimed",
          "isWon",
          "isSkipped",
          "isAgreed",
          "timeIs");

  private static List<Path> mainFolders(String... modules) {
    return Stream.of(modules).map(module -> ROOT.resolve(module).resolve("src/main/java")).toList();
  }

  private static final String[] ALL = {
    "ulfm-shim",
    "legio",
    "hierarchical",
    "agent",
    "launcher",
    "bench",
    "samples",
    "runtime/shared-memory",
    "runtime/engine",
    "runtime/embedded",
    "native-stubs/simulator",
    "it-tests/jobs"
  };

  /**
   * The natives of the binding and the functions of C have their parameters from others: those who
   * call them or stand for them have these, too. Nothing else has so many.
   */
  @Test
  void argumentListsAreShort() throws IOException {
    SourceFiles all = SourceFiles.below(mainFolders(ALL));
    Map<String, Integer> natives = natives();
    List<SourceFiles.Method> longLists =
        all.methods().stream().filter(method -> method.parameters() >= MANY_PARAMETERS).toList();
    List<SourceFiles.Components> longRecords =
        all.records().stream().filter(record -> record.count() >= MANY_PARAMETERS).toList();
    System.out.printf(
        "figures: %d methods and %d records with 8 or more parameters%n",
        longLists.size(), longRecords.size());
    assertThat(longLists)
        .filteredOn(method -> !method.isForeign())
        .allSatisfy(
            method ->
                assertThat(natives)
                    .as("%s is no native of the binding: give it an object", method)
                    .containsEntry(method.name(), method.parameters()));
    assertThat(longRecords).isEmpty();
    assertThat(longLists.size()).isLessThanOrEqualTo(MAX_LONG_LISTS);
  }

  /** The numbers of parameters of the binding's natives, by their names. */
  private static Map<String, Integer> natives() throws IOException {
    Map<String, Integer> natives = new HashMap<>();
    try (InputStream table = FiguresTest.class.getResourceAsStream(TABLE)) {
      String rows =
          new String(Objects.requireNonNull(table, TABLE).readAllBytes(), StandardCharsets.UTF_8);
      rows.lines()
          .filter(row -> !row.startsWith("#"))
          .map(row -> row.split(" *\\| *"))
          .forEach(
              columns ->
                  natives.merge(
                      columns[1].substring(0, columns[1].indexOf('(')),
                      parameters(columns[3]),
                      Math::max));
    }
    return natives;
  }

  private static int parameters(String column) {
    return (int) Stream.of(column.split(" ")).filter(kind -> !kind.equals("SELF")).count();
  }

  @Test
  void methodsAreShort() throws IOException {
    for (String module : List.of("legio", "hierarchical")) {
      List<SourceFiles.Method> methods = SourceFiles.below(mainFolders(module)).methods();
      long over30 = methods.stream().filter(method -> method.lines() > LONG_METHOD).count();
      long over50 = methods.stream().filter(method -> method.lines() > VERY_LONG_METHOD).count();
      System.out.printf(
          "figures: %s: %d methods, %.1f %% over 50 lines, %.1f %% over 30%n",
          module, methods.size(), 100.0 * over50 / methods.size(), 100.0 * over30 / methods.size());
      assertThat(over50).as(module).isZero();
      assertThat(over30).as(module).isLessThanOrEqualTo(methods.size() / 50);
    }
  }

  /** A question has an answer and changes nothing: what acts has the name of its act. */
  @Test
  void whatActsIsNotNamedAsAQuestion() throws IOException {
    assertThat(SourceFiles.below(mainFolders(ALL)).methods())
        .noneMatch(
            method -> method.type().equals("void") && QUESTION.matcher(method.name()).matches())
        .noneMatch(method -> FORMER.contains(method.name()));
  }
}
