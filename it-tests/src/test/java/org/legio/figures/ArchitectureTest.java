package org.legio.figures;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** Arrows point down only: agent to hierarchical to core to ulfm. */
class ArchitectureTest {
  private static final JavaClasses LEGIO =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("org.legio");

  @Test
  void theCoreKnowsNeitherMpiNorNativeCodeNorWeaving() {
    noClasses()
        .that()
        .resideInAnyPackage("org.legio.core..", "org.legio.hierarchical..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("mpi..", "com.sun.jna..", "net.bytebuddy..", "picocli..")
        .check(LEGIO);
  }

  @Test
  void arrowsPointDown() {
    noClasses()
        .that()
        .resideInAPackage("org.legio.ulfm..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "org.legio.core..",
            "org.legio.hierarchical..",
            "org.legio.agent..",
            "org.legio.launcher..",
            "mpi..")
        .check(LEGIO);
    noClasses()
        .that()
        .resideInAPackage("org.legio.core..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "org.legio.protection..",
            "org.legio.hierarchical..",
            "org.legio.agent..",
            "org.legio.launcher..",
            "org.legio.observability..")
        .check(LEGIO);
    noClasses()
        .that()
        .resideInAPackage("org.legio.agent..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("org.legio.launcher..", "mpi..")
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
            "org.legio.runtime.lanes..",
            "org.legio.observability..",
            "org.legio.protection..",
            "org.legio.ulfm..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("mpi..", "org.legio", "org.legio.mpi..", "org.legio.launcher..")
        .check(LEGIO);
  }

  @Test
  void noPackageKnowsOneThatKnowsIt() {
    slices().matching("org.legio.(**)").should().beFreeOfCycles().check(LEGIO);
  }

  @Test
  void onlyTheAdapterKnowsNativeCode() {
    noClasses()
        .that()
        .resideOutsideOfPackage("org.legio.ulfm.openmpi..")
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
  void whatIsSeenInARankKnowsNothingOfWhoLooks() {
    noClasses()
        .that()
        .resideInAPackage("org.legio.observability..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "org.legio.agent..",
            "org.legio.launcher..",
            "org.legio.launcher.page..",
            "org.legio.launcher.report..",
            "mpi..")
        .check(LEGIO);
    noClasses()
        .that()
        .resideInAnyPackage("org.legio.launcher.page..", "org.legio.launcher.report..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "org.legio.agent..",
            "org.legio.bench..",
            "org.legio.launcher..",
            "org.legio.core..",
            "org.legio.observability..")
        .check(LEGIO);
    noClasses()
        .that()
        .resideOutsideOfPackage("org.legio.observability.flight..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("jdk.jfr..")
        .check(LEGIO);
  }

  @Test
  void noJobButABenchmarkLoadsTheBenchmarks() {
    noClasses()
        .that()
        .resideOutsideOfPackages("org.legio.bench..", "org.legio.launcher..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.legio.bench..")
        .check(LEGIO);
    noClasses()
        .that()
        .resideInAPackage("org.legio.bench.programs..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "org.legio.launcher..",
            "org.legio.bench.plan..",
            "org.legio.bench.run..",
            "org.legio.bench.report..")
        .check(LEGIO);
    noClasses()
        .that()
        .resideInAPackage("org.legio.bench..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("org.legio.launcher..", "picocli..")
        .check(LEGIO);
  }
}
