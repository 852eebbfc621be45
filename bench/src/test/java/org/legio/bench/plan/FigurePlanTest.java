package org.legio.bench.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.legio.bench.programs.NasClass;

class FigurePlanTest {
  private static List<Run> plan(Effort effort, Set<Figure> figures, SizeOfLocals... locals) {
    return FigurePlan.of(
        figures,
        effort,
        Lineup.on(MpiRuntime.OPEN_MPI, Optional.empty()).withLocals(List.of(locals)));
  }

  @Test
  void figuresOfOnePartShareTheirJobs() {
    List<Run> plan =
        plan(
            Effort.QUICK.withRanks(List.of(4)).withRounds(1),
            Set.of(Figure.BCAST_BY_SIZE, Figure.REDUCE_BY_SIZE),
            SizeOfLocals.optimum());
    assertThat(plan)
        .extracting(Run::label)
        .containsExactly("without agent", "flat", "hierarchical:optimum");
    assertThat(plan)
        .allSatisfy(
            run ->
                assertThat(run.program().arguments().get(0)).isEqualTo("operations:bcast+reduce"));
    assertThat(plan.get(2).configuration().agent().orElseThrow())
        .containsEntry("layout", "hierarchical");
  }

  @Test
  void everyFigureShowsWhatIsPlannedForIt() {
    for (Figure figure : Figure.values()) {
      assertThat(plan(Effort.TINY, EnumSet.of(figure), SizeOfLocals.of(2)))
          .as(figure.number())
          .isNotEmpty()
          .allMatch(run -> run.part() == figure.part());
    }
  }

  @Test
  void theSecondVictimHasTheRoleThatItsLocalGivesIt() {
    List<Run> plan =
        plan(
            Effort.FULL.withRanks(List.of(4, 8)).withRounds(1),
            Set.of(Figure.REPAIR),
            SizeOfLocals.of(3),
            SizeOfLocals.of(4));
    assertThat(plan)
        .filteredOn(run -> run.label().startsWith("hierarchical"))
        .extracting(
            run -> run.label() + ", " + run.ranks() + ": " + run.program().arguments().get(2))
        .containsExactly(
            "hierarchical:3, 4: 3=death of a master",
            "hierarchical:3, 8: 3=death of a master",
            "hierarchical:4, 8: 4=death of a master",
            "hierarchical:3, 4: 2=death of a non-master",
            "hierarchical:3, 8: 4=death of a non-master",
            "hierarchical:4, 8: 5=death of a non-master");
  }

  @Test
  void ranksDieInEpWhereEnoughAreLeft() {
    Effort effort =
        Effort.FULL.withRanks(List.of(2, 4)).withRounds(1).withClasses(List.of(NasClass.W));
    assertThat(plan(effort, Set.of(Figure.EP), SizeOfLocals.of(2)))
        .extracting(run -> run.ranks() + " " + run.label() + " " + run.program().arguments())
        .containsExactly(
            "2 without agent (0 deaths) [25, 1]",
            "2 flat (0 deaths) [25, 1]",
            "4 without agent (0 deaths) [25, 1]",
            "4 flat (0 deaths) [25, 1]",
            "4 flat (1 death) [25, 1, 1=64]",
            "4 flat (2 deaths) [25, 1, 1=42, 2=85]",
            "4 hierarchical:2 (0 deaths) [25, 1]",
            "4 hierarchical:2 (1 death) [25, 1, 1=64]",
            "4 hierarchical:2 (2 deaths) [25, 1, 1=42, 2=85]");
  }

  @Test
  void theOptimumIsThatOfTheThesis() {
    assertThat(SizeOfLocals.in("hierarchical:optimum (1 death)", 256)).hasValue(8);
    assertThat(SizeOfLocals.in("hierarchical:5", 256)).hasValue(5);
    assertThat(SizeOfLocals.in("hierarchical", 256)).hasValue(2);
    assertThat(SizeOfLocals.in("flat (1 death)", 256)).isEmpty();
  }

  @Test
  void theThesissRanksAndRoundsTakeLessThanADay() {
    int seconds =
        plan(
                Effort.FULL.withRanks(List.of(32, 64, 128, 256)).withRounds(10),
                EnumSet.allOf(Figure.class),
                SizeOfLocals.optimum())
            .stream()
            .mapToInt(Run::expectedSeconds)
            .sum();
    assertThat(seconds).isLessThan(24 * 60 * 60);
  }
}
