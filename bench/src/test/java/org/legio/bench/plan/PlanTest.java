package org.legio.bench.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.legio.bench.programs.MessageCosts;
import org.legio.bench.programs.NasClass;

class PlanTest {
  private static final Variant RIVAL = Variant.preloaded(Path.of("/lib/rival.so"));

  private static List<Run> plan(Effort effort, Part... parts) {
    return Plan.of(
        EnumSet.copyOf(List.of(parts)), effort, Lineup.on(MpiRuntime.OPEN_MPI, Optional.of(RIVAL)));
  }

  @Test
  void configurationsAreMeasuredInTurn() {
    assertThat(plan(Effort.QUICK, Part.SIZES))
        .extracting(Run::label)
        .containsExactly(
            "without agent",
            "flat",
            "flat by messages",
            "hierarchical",
            "rival.so",
            "without agent",
            "flat",
            "flat by messages",
            "hierarchical",
            "rival.so");
  }

  @ParameterizedTest
  @EnumSource(
      value = Part.class,
      mode = EnumSource.Mode.EXCLUDE,
      names = {"LIMIT", "REPLICAS", "ACCURACY", "KERNELS", "EP", "NAS"})
  void everyConfigurationRunsTheSameProgramsAsOften(Part part) {
    Map<String, Long> runs =
        plan(Effort.FULL, part).stream()
            .filter(run -> run.configuration().agent().isPresent())
            .collect(
                Collectors.groupingBy(run -> run.configuration().name(), Collectors.counting()));
    assertThat(runs).containsKeys("flat", "hierarchical");
    assertThat(runs.containsKey("flat by messages"))
        .as("where no rank has to die for it, or to start anew")
        .isEqualTo(part != Part.REPAIR && part != Part.STARTUP);
    assertThat(new HashSet<>(runs.values())).hasSize(1);
  }

  @Test
  void ranksDieOnlyWhereSomethingContinuesWithoutThem() {
    assertThat(plan(Effort.FULL, Part.APPLICATIONS, Part.SIZES, Part.RANKS, Part.STARTUP))
        .filteredOn(run -> run.configuration().equals(Variant.PLAIN))
        .extracting(Run::program)
        .flatExtracting(Run.Program::arguments)
        .isNotEmpty()
        .noneMatch(argument -> argument.contains("="));
    assertThat(plan(Effort.FULL, Part.REPAIR))
        .noneMatch(run -> run.configuration().equals(Variant.PLAIN));
  }

  @Test
  void whatIsAskedForIsMeasuredInPlaceOfTheSuites() {
    Effort asked = Effort.QUICK.withRanks(List.of(3, 6)).withSizes(List.of(8, 64));
    Lineup lineup =
        Lineup.on(MpiRuntime.OPEN_MPI, Optional.empty())
            .withLocals(List.of(SizeOfLocals.of(2), SizeOfLocals.of(3)));
    List<Run> plan = Plan.of(EnumSet.of(Part.SIZES, Part.ACCESSES, Part.REPAIR), asked, lineup);
    assertThat(plan)
        .filteredOn(run -> run.part() != Part.REPAIR)
        .extracting(Run::ranks)
        .contains(3, 6);
    assertThat(plan).extracting(Run::ranks).containsOnly(3, 6);
    assertThat(plan)
        .filteredOn(run -> run.part() == Part.REPAIR)
        .extracting(Run::ranks)
        .containsOnly(6);
    assertThat(plan)
        .extracting(Run::label)
        .contains("hierarchical:2", "hierarchical:3")
        .doesNotContain("hierarchical");
    assertThat(plan)
        .filteredOn(run -> run.part() == Part.SIZES)
        .allSatisfy(run -> assertThat(run.program().arguments()).endsWith("8", "64"));
  }

  @Test
  void epRunsEachClassWithUpToTwoDeathsWhereEnoughRanksAreLeft() {
    Effort asked =
        Effort.QUICK.withRanks(List.of(2, 4)).withClasses(List.of(NasClass.W, NasClass.A));
    Lineup lineup = Lineup.on(MpiRuntime.EMBEDDED, Optional.empty());
    List<Run> plan = Plan.of(EnumSet.of(Part.EP), asked, lineup);
    assertThat(plan)
        .filteredOn(run -> run.ranks() == 2)
        .extracting(Run::label)
        .containsOnly("without agent (0 deaths)", "flat (0 deaths)", "hierarchical (0 deaths)");
    assertThat(plan)
        .filteredOn(run -> run.label().equals("flat (2 deaths)"))
        .extracting(run -> run.program().arguments())
        .containsExactly(List.of("25", "1", "1=42", "2=85"), List.of("28", "1", "1=341", "2=682"));
  }

  @Test
  void sideBySideTheSameRunsOnBothInTurn() {
    List<Run> plan = Plan.of(EnumSet.of(Part.SIZES), Effort.QUICK, Lineup.sideBySide());
    assertThat(plan)
        .extracting(Run::label)
        .startsWith(
            "Open MPI: without agent",
            "embedded: without agent",
            "Open MPI: flat",
            "embedded: flat")
        .hasSize(8);
    assertThat(plan.get(0).configuration().runtime()).isEqualTo(MpiRuntime.OPEN_MPI);
    assertThat(plan.get(1).configuration().runtime()).isEqualTo(MpiRuntime.EMBEDDED);
  }

  @Test
  void whatNeedsOpenMpiIsNotRunOnTheEmbeddedRuntime() {
    Lineup embedded = Lineup.on(MpiRuntime.EMBEDDED, Optional.empty());
    assertThat(Plan.of(Part.suite(), Effort.QUICK, embedded))
        .extracting(Run::configuration)
        .allMatch(variant -> variant.runtime() == MpiRuntime.EMBEDDED)
        .extracting(Variant::name)
        .contains("without agent", "flat")
        .doesNotContain("ULFM by hand");
  }

  @Test
  void mastersAndOthersDieByTurns() {
    assertThat(plan(Effort.FULL, Part.REPAIR))
        .filteredOn(run -> run.ranks() == 4 && run.label().equals("flat"))
        .extracting(run -> run.program().arguments().get(2))
        .startsWith("2=death of a master", "3=death of a non-master", "2=death of a master");
  }

  @Test
  void everyRunHasADeadlineBeyondWhatIsExpected() {
    assertThat(plan(Effort.FULL, Part.values()))
        .allMatch(run -> run.deadline().toSeconds() > 4L * run.expectedSeconds());
  }

  @Test
  void theFullSuiteIsExpectedToEndWithinAnHourTheQuickOneWithin5Minutes() {
    for (Lineup lineup :
        List.of(Lineup.on(MpiRuntime.OPEN_MPI, Optional.empty()), Lineup.sideBySide())) {
      assertThat(seconds(Effort.FULL, lineup)).isLessThan(60 * 60);
      assertThat(seconds(Effort.QUICK, lineup)).isLessThanOrEqualTo(5 * 60);
    }
    Lineup withReplicas = Lineup.on(MpiRuntime.EMBEDDED, Optional.empty());
    assertThat(seconds(Effort.FULL, withReplicas)).isLessThan(60 * 60);
    assertThat(seconds(Effort.QUICK, withReplicas)).isLessThan(9 * 60);
  }

  private static int seconds(Effort effort, Lineup lineup) {
    return Plan.of(Part.suite(), effort, lineup).stream().mapToInt(Run::expectedSeconds).sum();
  }

  @Test
  void onlyTheEmbeddedRuntimeHasReplicas() {
    assertThat(plan(Effort.FULL, Part.REPLICAS)).isEmpty();
    List<Run> plan =
        Plan.of(
            EnumSet.of(Part.REPLICAS),
            Effort.QUICK,
            Lineup.on(MpiRuntime.EMBEDDED, Optional.empty()));
    assertThat(plan)
        .extracting(Run::label)
        .contains(
            "one process a rank",
            "2 replicas",
            "3 replicas",
            "restart (1 death at a third)",
            "restart with checkpoints (1 death at a third)",
            "one process a rank (no death)")
        .allMatch(label -> Variant.baselineOf(label).equals("one process a rank"));
    assertThat(plan)
        .filteredOn(run -> run.configuration().agent().orElseThrow().containsKey("kill"))
        .hasSize(Variant.SURVIVALS.size() + 1)
        .allMatch(run -> run.label().endsWith("(1 death at a third)"));
  }

  @Test
  void nasKernelsLoseAHostAfterAThirdOfTheSecondRun() {
    Effort asked = Effort.TINY.withClasses(List.of(NasClass.W, NasClass.C));
    Lineup embedded = Lineup.on(MpiRuntime.EMBEDDED, Optional.empty());
    List<Run> plan = Plan.of(EnumSet.of(Part.NAS), asked, embedded);
    assertThat(plan)
        .extracting(run -> String.join(" ", run.program().arguments()))
        .as("class C of EP only")
        .containsOnly("25 1", "CG W 1 1", "IS W 1 1", "MG W 1 1", "32 1");
    assertThat(plan)
        .filteredOn(run -> run.configuration().losesHost())
        .extracting(run -> run.configuration().agent().orElseThrow().get("kill"))
        .containsExactly(
            "1.0@allReduce:213=host",
            "1.0@allReduce:1061=host",
            "1.0@allToAllv:14=host",
            "1.0@allGather:6=host",
            "1.0@allReduce:11050=host");
    assertThat(plan(Effort.FULL, Part.NAS)).as("on Open MPI").isEmpty();
  }

  @Test
  void kindsOfProgramsRunWithoutAgentOnBothInTurn() {
    List<Run> plan = Plan.of(EnumSet.of(Part.KERNELS), Effort.QUICK, Lineup.sideBySide());
    assertThat(plan)
        .extracting(Run::label)
        .startsWith("Open MPI: without agent", "embedded: without agent")
        .hasSize(2 * 2 * 5);
    assertThat(plan).allMatch(run -> run.ranks() == 2);
  }

  @Test
  void messagesHaveTheMachinesLimitBesideThem() {
    List<Run> plan =
        Plan.of(
            EnumSet.of(Part.LIMIT), Effort.FULL, Lineup.on(MpiRuntime.EMBEDDED, Optional.empty()));
    assertThat(plan)
        .extracting(Run::label)
        .startsWith("without agent", "flat", "without agent")
        .hasSize(2 * 3);
    assertThat(plan)
        .allMatch(run -> run.ranks() == 2)
        .extracting(run -> run.program().arguments())
        .allMatch(arguments -> arguments.contains(MessageCosts.WITH_LIMIT));
  }

  @Test
  void upToHalfOfTheRanksAreKilledOthersInEachRound() {
    List<Run> plan =
        Plan.of(
            EnumSet.of(Part.ACCURACY),
            Effort.FULL,
            Lineup.on(MpiRuntime.EMBEDDED, Optional.empty()));
    assertThat(plan.subList(0, 5))
        .extracting(Run::label)
        .containsExactly(
            "flat (0 of 8 ranks lost)",
            "flat (1 of 8 ranks lost)",
            "flat (2 of 8 ranks lost)",
            "flat (3 of 8 ranks lost)",
            "flat (4 of 8 ranks lost)");
    assertThat(plan)
        .filteredOn(run -> run.label().contains("2 of 8"))
        .extracting(run -> run.configuration().agent().orElseThrow().get("kill"))
        .startsWith("1@barrier:1;2@barrier:1", "2@barrier:1;3@barrier:1")
        .hasSize(10)
        .noneMatch(kill -> kill.startsWith("0@") || kill.contains(";0@"));
    assertThat(Loss.percentIn("flat (2 of 8 ranks lost)")).isEqualTo(25);
  }
}
