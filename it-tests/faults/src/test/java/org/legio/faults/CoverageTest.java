package org.legio.faults;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.legio.agent.Call;
import org.legio.agent.CallTable;
import org.legio.ulfm.ports.Serves;
import org.legio.ulfm.ports.ValueOperations;

/**
 * Checks that each protected call of the table of calls is made by a row of the fault tests, or
 * that there is a reason why not. A row makes the calls that its code reaches through the methods
 * of this package. Calls as values all take one way, so for these a run without deaths shows which
 * are made.
 */
class CoverageTest {

  @Test
  void eachProtectedCallHasRowsOrAReason() {
    Set<String> made = calledFromRows();
    assertThat(protectedCalls())
        .filteredOn(call -> !made.contains(key(call)))
        .filteredOn(call -> WithoutRows.all().stream().noneMatch(each -> each.isOf(call)))
        .extracting(CoverageTest::lineToWrite)
        .as("rows to write, or else reasons")
        .isEmpty();
  }

  private static String lineToWrite(Call call) {
    return "Cases: a row that makes %s; or WithoutRows: of(CallFamily.%s, \"REASON\", \"%s\"),"
        .formatted(
            call.publicName(), call.treatment().family().orElseThrow().name(), call.publicName());
  }

  @Test
  void noReasonIsLeftOver() {
    Set<String> made = calledFromRows();
    List<Call> unmade =
        protectedCalls().stream().filter(call -> !made.contains(key(call))).toList();
    assertThat(WithoutRows.all())
        .filteredOn(each -> unmade.stream().noneMatch(each::isOf))
        .as("reasons to delete: for calls that have rows, or that there are none of")
        .isEmpty();
  }

  private static List<Call> protectedCalls() {
    return new CallTable().calls().stream().filter(call -> call.treatment().isProtected()).toList();
  }

  private static String key(Call call) {
    return ValueOperations.find(call.owner(), call.publicName()) == null
        ? call.owner() + "." + call.name()
        : call.publicName();
  }

  private static Set<String> calledFromRows() {
    Set<String> called = reachedFromRows();
    for (Case row : Cases.all()) {
      Run run = new Run(SimulatedStage.FLAT.name(), row.name(), row.fewest(), 1);
      Played played = SimulatedStage.FLAT.play(run, row, UnaryOperator.identity());
      played.logs().forEach(log -> called.addAll(log.called));
    }
    return called;
  }

  /** The natives whose handlers' methods the code of the tables leads to. */
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
        JavaCodeUnit member = target.resolveMember().orElse(null);
        if (member != null && seen.add(member)) {
          member.tryGetAnnotationOfType(Serves.class).map(Serves::value).ifPresent(called::add);
          waiting.add(member);
        }
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
