package org.legio.launcher.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;
import org.legio.launcher.machine.Programs;

/** Looks into the packaged jar. */
class LegioJarIT {
  private static final Path JAR = Path.of(System.getProperty("legio.jar"));

  private static List<String> entries() throws IOException {
    return entries(JAR);
  }

  private static List<String> entries(Path file) throws IOException {
    try (JarFile jar = new JarFile(file.toFile())) {
      return jar.stream().filter(entry -> !entry.isDirectory()).map(ZipEntry::getName).toList();
    }
  }

  @Test
  void leaksNothingOntoTheProgramsClassPath() throws IOException {
    assertThat(entries())
        .filteredOn(name -> name.endsWith(".class"))
        .isNotEmpty()
        .allMatch(name -> name.matches("(org/legio|mpi|com/sun/jna)/.*"));
  }

  @Test
  void servicesAreOnlyOurOwn() throws IOException {
    assertThat(entries())
        .filteredOn(name -> name.startsWith("META-INF/services/"))
        .isNotEmpty()
        .allMatch(name -> name.startsWith("META-INF/services/org.legio.shaded."));
  }

  @Test
  void holdsNeitherSimulatorNorBenchmarksNorTests() throws IOException {
    assertThat(entries())
        .noneMatch(
            name ->
                name.matches(
                    "org/legio/(simulator|bench|samples|programs|integration|faults|figures|cluster)/.*"));
  }

  @Test
  void theJarBesideItHoldsOnlyTheBenchmarks() throws IOException {
    assertThat(entries(JAR.resolveSibling("legio-bench.jar")))
        .contains("org/legio/bench/command/AddedBench.class")
        .allMatch(name -> name.matches("org/legio/bench/.*|META-INF/services/.*AddedCommand"));
  }

  @Test
  void isAnAgentAndAProgram() throws IOException {
    try (JarFile jar = new JarFile(JAR.toFile())) {
      Attributes manifest = jar.getManifest().getMainAttributes();
      assertThat(manifest.getValue("Main-Class")).isEqualTo("org.legio.launcher.Main");
      assertThat(manifest.getValue("Premain-Class")).isEqualTo("org.legio.agent.Agent");
      assertThat(manifest.getValue("Can-Retransform-Classes")).isEqualTo("true");
      assertThat(manifest.getValue("Can-Set-Native-Method-Prefix")).isEqualTo("true");
      assertThat(manifest.getValue("Enable-Native-Access")).isEqualTo("ALL-UNNAMED");
    }
  }

  @Test
  void namesTheJarOfWhatRunsInRanks() throws IOException {
    assertThat(entries(bootJar()))
        .contains("org/legio/agent/Agent.class", "org/legio/agent/woven/LinkedPmpi")
        .noneMatch(
            name ->
                name.matches("(mpi|org/legio/(mpi|launcher/command))/.*|org/legio/Legio.class"));
  }

  private static Path bootJar() throws IOException {
    try (JarFile jar = new JarFile(JAR.toFile())) {
      return JAR.resolveSibling(jar.getManifest().getMainAttributes().getValue("Boot-Class-Path"));
    }
  }

  @Test
  void itsLauncherIsInTheArchiveOfClasses() throws IOException {
    Path jar = JAR.toRealPath();
    Path archive = jar.resolveSibling("legio-" + System.getProperty("java.version") + ".jsa");
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:SharedArchiveFile=" + archive,
            "-Xlog:class+load",
            "-jar",
            jar.toString(),
            "--version");

    assertThat(Programs.output(command))
        .hasValueSatisfying(
            text ->
                assertThat(text)
                    .contains("org.legio.launcher.Main source: shared objects file (top)")
                    .contains("picocli.CommandLine source: shared objects file (top)"));
  }

  /** The build rewrites how JNA describes structures to libffi. */
  @Test
  void passesStructuresByValue() throws IOException {
    String classes =
        StructureByValue.class.getProtectionDomain().getCodeSource().getLocation().getPath();
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            JAR + File.pathSeparator + classes,
            StructureByValue.class.getName());

    assertThat(Programs.output(command)).hasValueSatisfying(t -> assertThat(t).contains("7 r 2"));
  }

  @Test
  void runsAlone() throws IOException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    Path place = JAR.toRealPath();
    assertThat(Programs.output(List.of(java, "-jar", place.toString(), "--version")))
        .hasValueSatisfying(
            text ->
                assertThat(text)
                    .containsPattern(
                        "^legio \\d[\\w.-]*( \\(commit [0-9a-f]{12,}(\\+changes)?\\))?\\RJDK \\d")
                    .contains("embedded runtime in " + place));
  }
}
