package org.legio.programs.transparency;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The suite calls every public method and constructor of MPI, or this class gives the reason why
 * not.
 */
class EveryMethodTest {
  private static final String NOT_REACHED =
      "Open MPI 5.0.7 starts the children, but on one host their parents cannot reach them";

  private static final String MADE_BY_THE_PAIR = "one made by a program would have no memory";

  /** What no program of the suite can call, and why. */
  private static final Map<String, String> EXCEPTIONS =
      new TreeMap<>(
          Map.of(
              "mpi.Intracomm.spawn(java.lang.String, [Ljava.lang.String;, int, mpi.Info, int, [I)",
              NOT_REACHED,
              "mpi.Intracomm.spawnMultiple([Ljava.lang.String;, [[Ljava.lang.String;, [I,"
                  + " [Lmpi.Info;, int, [I)",
              NOT_REACHED,
              "mpi.DoubleInt$Data.<init>(mpi.DoubleInt)",
              MADE_BY_THE_PAIR,
              "mpi.FloatInt$Data.<init>(mpi.FloatInt)",
              MADE_BY_THE_PAIR,
              "mpi.Int2$Data.<init>(mpi.Int2)",
              MADE_BY_THE_PAIR,
              "mpi.LongInt$Data.<init>(mpi.LongInt)",
              MADE_BY_THE_PAIR,
              "mpi.ShortInt$Data.<init>(mpi.ShortInt)",
              MADE_BY_THE_PAIR));

  private final JavaClasses mpi = new ClassFileImporter().importPackages("mpi");
  private final JavaClasses suite =
      new ClassFileImporter().importPackages(Suite.class.getPackageName());

  @Test
  void everyPublicMethodIsCalled() {
    Set<String> called = called();
    Set<String> silent =
        publicMethods()
            .filter(name -> !called.contains(name))
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(silent)
        .as("public methods of MPI that no program of the suite calls")
        .isEqualTo(EXCEPTIONS.keySet());
  }

  @Test
  void thereAreManyMethodsAndPrograms() {
    assertThat(publicMethods()).hasSizeGreaterThan(500);
    assertThat(Catalog.names()).doesNotHaveDuplicates().hasSizeGreaterThanOrEqualTo(60);
  }

  @Test
  void everyProgramIsInTheCatalog() {
    assertThat(
            suite.stream()
                .filter(type -> type.isAssignableTo(Program.class) && !type.isInterface())
                .map(JavaClass::getSimpleName))
        .containsExactlyInAnyOrderElementsOf(Catalog.names());
  }

  private Stream<String> publicMethods() {
    return mpi.stream()
        .filter(type -> type.getModifiers().contains(JavaModifier.PUBLIC))
        .flatMap(type -> type.getCodeUnits().stream())
        .filter(EveryMethodTest::isForPrograms)
        .map(JavaCodeUnit::getFullName);
  }

  private static boolean isForPrograms(JavaCodeUnit unit) {
    Set<JavaModifier> modifiers = unit.getModifiers();
    return modifiers.contains(JavaModifier.PUBLIC)
        && !modifiers.contains(JavaModifier.BRIDGE)
        && !modifiers.contains(JavaModifier.SYNTHETIC);
  }

  private Set<String> called() {
    Set<String> names = new HashSet<>();
    for (JavaClass type : suite) {
      Stream.of(
              type.getMethodCallsFromSelf().stream(),
              type.getConstructorCallsFromSelf().stream(),
              type.getMethodReferencesFromSelf().stream(),
              type.getConstructorReferencesFromSelf().stream())
          .flatMap(accesses -> accesses)
          .map(JavaAccess::getTarget)
          .flatMap(target -> ((CodeUnitAccessTarget) target).resolveMember().stream())
          .map(JavaCodeUnit::getFullName)
          .forEach(names::add);
      overridden(type).forEach(names::add);
    }
    return names;
  }

  /** What the library calls: methods of its classes that the suite's own classes override. */
  private static Stream<String> overridden(JavaClass type) {
    return type.getMethods().stream()
        .flatMap(
            method ->
                type.getAllRawSuperclasses().stream()
                    .filter(above -> above.getPackageName().equals("mpi"))
                    .flatMap(above -> overriddenIn(above, method)));
  }

  private static Stream<String> overriddenIn(JavaClass above, JavaMethod method) {
    return above
        .tryGetMethod(
            method.getName(),
            method.getRawParameterTypes().stream().map(JavaClass::getName).toArray(String[]::new))
        .map(JavaCodeUnit::getFullName)
        .stream();
  }
}
