package org.legio.figures;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.PackageMatcher;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.CompositeArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code docs/design/architecture.md} draws: arrows point down only. */
class ArchitectureTest {
  private static final JavaClasses LEGIO =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("org.legio");

  /** From below; each knows only those before it. */
  private static final List<String> ROOMS =
      List.of(
          "org.legio.runtime.lanes..",
          "org.legio.ulfm..",
          "org.legio.libmpi..",
          "org.legio.runtime.engine..",
          "org.legio.runtime.net..",
          "org.legio.runtime.shm..",
          "org.legio.runtime.replica..",
          "org.legio.runtime.hosts..",
          "org.legio.runtime.process..",
          "org.legio.core..",
          "org.legio.hierarchical..",
          "org.legio.protection..",
          "org.legio.observability..",
          "org.legio.agent..",
          "org.legio",
          "org.legio.finish..",
          "org.legio.launcher..",
          "org.legio.mpirun..",
          "org.legio.bench..");

  private static final List<String> PORTS_AND_OPEN_MPI =
      List.of(
          "org.legio.ulfm.messages..",
          "org.legio.ulfm.ports..",
          "org.legio.ulfm.openmpi.library..",
          "org.legio.ulfm.openmpi.quirks..",
          "org.legio.ulfm.openmpi");

  private static final List<String> CORE =
      List.of(
          "org.legio.core.text..",
          "org.legio.core.settings..",
          "org.legio.core.ranks..",
          "org.legio.core.positions..",
          "org.legio.core.report..",
          "org.legio.core.buffer..",
          "org.legio.core.repair..",
          "org.legio.core.communicator..",
          "org.legio.core.message..",
          "org.legio.core.collective..",
          "org.legio.core.finalize..",
          "org.legio.core.creation..",
          "org.legio.core.topology..",
          "org.legio.core.files..",
          "org.legio.core.windows..",
          "org.legio.core.watch..",
          "org.legio.core");

  private static final List<String> LAUNCHER =
      List.of(
          "org.legio.launcher.page..",
          "org.legio.launcher.machine..",
          "org.legio.launcher.job..",
          "org.legio.launcher.embedded..",
          "org.legio.launcher.mpi..",
          "org.legio.launcher.report..",
          "org.legio.launcher.chaos..",
          "org.legio.launcher.watch..",
          "org.legio.launcher.plan..",
          "org.legio.launcher.command..",
          "org.legio.launcher");

  private static final List<String> BENCH =
      List.of(
          "org.legio.bench.programs..",
          "org.legio.bench.plan..",
          "org.legio.bench.samples..",
          "org.legio.bench.statistics..",
          "org.legio.bench.run..",
          "org.legio.bench.plot..",
          "org.legio.bench.figures..",
          "org.legio.bench.report..",
          "org.legio.bench.command..");

  private static ArchRule eachKnowsOnlyThoseBefore(List<String> rooms) {
    List<ArchRule> rules = new ArrayList<>();
    for (int i = 0; i + 1 < rooms.size(); i++) {
      rules.add(
          noClasses()
              .that()
              .resideInAPackage(rooms.get(i))
              .should()
              .dependOnClassesThat()
              .resideInAnyPackage(rooms.subList(i + 1, rooms.size()).toArray(String[]::new)));
    }
    return CompositeArchRule.of(rules);
  }

  @Test
  void roomsKnowOnlyThoseBelow() {
    eachKnowsOnlyThoseBefore(ROOMS).check(LEGIO);
  }

  @Test
  void packagesOfARoomKnowOnlyThoseBelow() {
    for (List<String> packages : List.of(PORTS_AND_OPEN_MPI, CORE, LAUNCHER, BENCH)) {
      eachKnowsOnlyThoseBefore(packages).check(LEGIO);
    }
  }

  @Test
  void noPackageKnowsOneThatKnowsIt() {
    slices().matching("org.legio.(**)").should().beFreeOfCycles().check(LEGIO);
  }

  @ParameterizedTest
  @ValueSource(strings = {"org.legio.core.repair", "org.legio.launcher.."})
  void noClassKnowsOneThatKnowsIt(String packages) {
    slices().assignedFrom(new ClassesOf(packages)).should().beFreeOfCycles().check(LEGIO);
  }

  /** A slice for each class, with what is nested in it. */
  private record ClassesOf(String packages) implements SliceAssignment {
    @Override
    public SliceIdentifier getIdentifierOf(JavaClass each) {
      return PackageMatcher.of(packages).matches(each.getPackageName())
          ? SliceIdentifier.of(each.getName().replaceFirst("\\$.*", ""))
          : SliceIdentifier.ignore();
    }

    @Override
    public String getDescription() {
      return "classes of " + packages;
    }
  }

  /** It stands in for MPI in tests, so nothing that is handed out knows it. */
  @Test
  void theSimulatorKnowsTheEngineAndNobodyKnowsTheSimulator() {
    noClasses()
        .that()
        .resideInAPackage("org.legio.simulator..")
        .should()
        .dependOnClassesThat(
            resideInAPackage("org.legio..")
                .and(resideOutsideOfPackage("org.legio.simulator.."))
                .and(resideOutsideOfPackage("org.legio.runtime.engine.."))
                .and(resideOutsideOfPackage("org.legio.runtime.lanes.."))
                .and(resideOutsideOfPackage("org.legio.ulfm.ports..")))
        .check(LEGIO);
    noClasses()
        .that()
        .resideOutsideOfPackage("org.legio.simulator..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.legio.simulator..")
        .check(LEGIO);
  }

  @Test
  void theCoreKnowsNeitherMpiNorNativeCodeNorWeaving() {
    noClasses()
        .that()
        .resideInAnyPackage("org.legio.core..", "org.legio.hierarchical..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "mpi..", "com.sun.jna..", "net.bytebuddy..", "picocli..", "org.legio.runtime..")
        .check(LEGIO);
  }

  /** What runs in ranks is in the bootstrap class loader, which does not see the application's. */
  @Test
  void whatRunsInRanksNeedsNothingElse() {
    noClasses()
        .that()
        .resideInAnyPackage(
            "org.legio.agent..",
            "org.legio.core..",
            "org.legio.hierarchical..",
            "org.legio.libmpi..",
            "org.legio.observability..",
            "org.legio.protection..",
            "org.legio.runtime..",
            "org.legio.ulfm..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("mpi..", "org.legio", "org.legio.mpi..", "org.legio.launcher..")
        .check(LEGIO);
  }

  @Test
  void onlyAdaptersKnowNativeCode() {
    noClasses()
        .that()
        .resideOutsideOfPackages(
            "org.legio.ulfm.openmpi..", "org.legio.libmpi..", "org.legio.programs..")
        .and()
        .haveNameNotMatching(".*simulator\\.Core.*")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("com.sun.jna..")
        .check(LEGIO);
  }

  @Test
  void onlyWhoWantsToLookForHungRanksLoadsWhatDoes() {
    noClasses()
        .that()
        .resideOutsideOfPackage("org.legio.core.watch..")
        .and()
        .doNotHaveSimpleName("Resilience")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.legio.core.watch..")
        .check(LEGIO);
  }

  @Test
  void positionsKnowNothingOfWhoCountsAndWhoAsks() {
    noClasses()
        .that()
        .resideInAPackage("org.legio.core.positions..")
        .should()
        .dependOnClassesThat(
            resideInAPackage("org.legio..")
                .and(resideOutsideOfPackage("org.legio.core.text.."))
                .and(resideOutsideOfPackage("org.legio.core.positions..")))
        .check(LEGIO);
  }

  @Test
  void pagesAboutRunsKnowNothingOfRanks() {
    noClasses()
        .that()
        .resideInAnyPackage("org.legio.launcher.page..", "org.legio.launcher.report..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("org.legio.agent..", "org.legio.core..", "org.legio.observability..")
        .check(LEGIO);
    noClasses()
        .that()
        .resideOutsideOfPackage("org.legio.observability.flight..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("jdk.jfr..")
        .check(LEGIO);
  }

  /** A job that is no benchmark loads none of it; its programs load no picocli. */
  @Test
  void onlyTheCommandOfTheSuiteKnowsTheLauncher() {
    noClasses()
        .that(
            resideInAPackage("org.legio.bench..")
                .and(resideOutsideOfPackage("org.legio.bench.command..")))
        .should()
        .dependOnClassesThat(
            resideInAPackage("org.legio.launcher..")
                .and(resideOutsideOfPackage("org.legio.launcher.page..")))
        .check(LEGIO);
    noClasses()
        .that(
            resideInAPackage("org.legio.bench..")
                .and(resideOutsideOfPackage("org.legio.bench.command..")))
        .should()
        .dependOnClassesThat()
        .resideInAPackage("picocli..")
        .check(LEGIO);
  }
}
