package org.legio.faults;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.legio.protection.Resilience;
import org.legio.ulfm.ports.ValueOperations;

/**
 * Checks that each protected call of the table of calls is made by a row of the fault tests, or
 * that there is a reason why not. A row makes the calls that its code reaches through the methods
 * of this package. Calls as values all take one way, so for these a run without deaths shows which
 * are made.
 */
class CoverageTest {
  private static final String TABLE = "/org/legio/agent/calls.txt";
  private static final int COLUMNS = 6;

  /** A protected call: its class, the family that serves it, and its public name. */
  private record Protected(String owner, String family, String name) {
    @Override
    public String toString() {
      return family + " " + name;
    }
  }

  @Test
  void eachProtectedCallHasRowsOrAReason() throws IOException {
    Set<String> made = calledFromRows();
    Set<String> missing =
        protectedCalls()
            .filter(call -> !made.contains(key(call)))
            .filter(call -> WithoutRows.reason(call.family(), call.name()) == null)
            .map(Protected::toString)
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(missing).as("calls without a row; add rows, or a reason to WithoutRows").isEmpty();
  }

  @Test
  void noReasonIsLeftOver() throws IOException {
    Set<String> made = calledFromRows();
    List<Protected> calls = protectedCalls().toList();
    Set<String> unneeded =
        WithoutRows.all().stream()
            .filter(
                each ->
                    calls.stream()
                        .noneMatch(
                            call ->
                                each.isOf(call.family(), call.name()) && !made.contains(key(call))))
            .map(WithoutRows::toString)
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(unneeded)
        .as("reasons for calls that have rows, or that there are none of")
        .isEmpty();
  }

  private static Stream<Protected> protectedCalls() throws IOException {
    try (InputStream table = CoverageTest.class.getResourceAsStream(TABLE);
        BufferedReader lines =
            new BufferedReader(
                new InputStreamReader(
                    Objects.requireNonNull(table, TABLE), StandardCharsets.UTF_8))) {
      return lines.lines().toList().stream()
          .map(line -> line.split("\\|"))
          .filter(row -> row.length == COLUMNS && row[COLUMNS - 1].strip().startsWith("protect "))
          .map(
              row ->
                  new Protected(
                      row[0].strip(), row[COLUMNS - 1].strip().split(" ")[1], nameIn(row[1])));
    }
  }

  private static String nameIn(String column) {
    return column.strip().replaceFirst("\\(.*", "").replaceFirst("_jni$", "");
  }

  private static String key(Protected call) {
    return ValueOperations.find(call.owner(), call.name()) == null
        ? handlerOf(call.family()) + "." + call.name()
        : call.name();
  }

  /** The type of a family's handler: what the getter of that name gives. */
  private static String handlerOf(String family) {
    return Arrays.stream(Resilience.class.getMethods())
        .filter(method -> method.getName().equalsIgnoreCase(family.replace("-", "")))
        .map(method -> method.getReturnType().getName())
        .findFirst()
        .orElse(family);
  }

  private static Set<String> calledFromRows() {
    Set<String> called = reachedFromRows();
    for (Case row : Cases.all()) {
      Run run = new Run(InProcessStage.FLAT.name(), row.name(), row.fewest(), 1);
      Played played = InProcessStage.FLAT.play(run, row, UnaryOperator.identity());
      played.logs().forEach(log -> called.addAll(log.called));
    }
    return called;
  }

  /** All that the code of the tables leads to, outside of this package. */
  private static Set<String> reachedFromRows() {
    JavaClasses classes = new ClassFileImporter().importPackages("org.legio.faults");
    Deque<JavaCodeUnit> waiting = new ArrayDeque<>();
    classes.stream()
        .filter(type -> type.getName().matches(".*Cases"))
        .forEach(type -> waiting.addAll(type.getCodeUnits()));
    Set<JavaCodeUnit> seen = new HashSet<>(waiting);
    Set<String> called = new HashSet<>();
    while (!waiting.isEmpty()) {
      for (CodeUnitAccessTarget target : accessesFrom(waiting.remove())) {
        called.add(target.getOwner().getName() + "." + target.getName());
        target.resolveMember().filter(seen::add).ifPresent(waiting::add);
      }
    }
    return called;
  }

  private static List<CodeUnitAccessTarget> accessesFrom(JavaCodeUnit code) {
    return Stream.<CodeUnitAccessTarget>concat(
            code.getCallsFromSelf().stream().map(call -> call.getTarget()),
            code.getCodeUnitReferencesFromSelf().stream().map(reference -> reference.getTarget()))
        .toList();
  }
}
