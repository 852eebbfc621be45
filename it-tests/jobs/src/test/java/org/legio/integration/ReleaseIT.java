package org.legio.integration;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Makes a release in a copy of the sources, and uses it as people would who have nothing but that:
 * from the archive, from Maven, from Gradle.
 */
@Order(3)
@InLongRuns
class ReleaseIT {
  private static final Duration BUILD = Duration.ofMinutes(10);
  private static final Duration LINE = Duration.ofMinutes(1);

  /** What the page for newcomers promises. */
  private static final Duration PAGE = Duration.ofMinutes(5);

  /** A page's network is cut off where this user may do that. */
  private static final String OFFLINE =
      "unshare -rn true 2>/dev/null && net='unshare -rn' || net=;";

  private static final String JAVA_HOME = System.getProperty("java.home");

  @TempDir private static Path place;

  private static Path sources;
  private static String version;

  @TempDir private Path folder;

  @BeforeAll
  static void release() throws IOException, InterruptedException {
    sources = Files.createDirectory(place.resolve("sources"));
    version = UserPage.of("pom.xml").text().replaceAll("(?s).*?<version>(.*?)</version>.*", "$1");
    shell(sources)
        .type("tar -C '" + UserPage.ROOT + "' --exclude=target -cf - . | tar -xf -", LINE)
        .succeeded();
    String deploy =
        UserPage.of("docs/guide/release.md").commands("./mvnw -Prelease -DskipTests").get(0);
    shell(sources)
        .type(
            deploy
                .replace(
                    "-DskipTests",
                    "-q -Dmaven.install.skip -Dmaven.test.skip -Dspotless.check.skip -Danalysis=-g")
                .replace("file:///srv/maven", "file:" + place.resolve("maven")),
            BUILD)
        .succeeded();
  }

  private static Shell shell(Path folder) {
    String path = JAVA_HOME + "/bin:" + System.getenv("PATH");
    return new Shell(folder, Map.of("PATH", path, "JAVA_HOME", JAVA_HOME, "LEGIO_MPI", "embedded"));
  }

  private static Path archive() {
    return sources.resolve("dist/archive/target/legio-" + version + ".tar.gz");
  }

  // ------------------------------------------------------------------ what is in it

  @ParameterizedTest
  @CsvSource({
    "dist/target/legio.jar",
    "native-stubs/mpi-api/target/mpi-api-VERSION.jar",
    "junit/target/legio-junit-VERSION.jar",
    "samples/target/legio-samples.jar"
  })
  void theSameSourcesGiveTheSameBytes(String file) {
    String name = file.replace("VERSION", version);
    assertThat(sources.resolve(name)).hasSameBinaryContentAs(UserPage.ROOT.resolve(name));
  }

  @ParameterizedTest
  @CsvSource({
    "legio, .jar",
    "legio, .pom",
    "legio, -sources.jar",
    "legio, -javadoc.jar",
    "mpi-api, .jar",
    "mpi-api, .pom",
    "mpi-api, -sources.jar",
    "mpi-api, -javadoc.jar",
    "legio-junit, .jar",
    "legio-junit, .pom",
    "legio-junit, -sources.jar",
    "legio-junit, -javadoc.jar",
    "legio-bom, .pom"
  })
  void theRepositoryHas(String artifact, String ending) {
    String file = artifact + "/" + version + "/" + artifact + "-" + version + ending;
    assertThat(place.resolve("maven/org/legio").resolve(file)).isNotEmptyFile();
    assertThat(sources.resolve("target/repository/org/legio").resolve(file)).isNotEmptyFile();
  }

  @Test
  void theJarHasNoClassOfALibraryUnderItsOwnName() throws IOException {
    try (ZipFile jar = new ZipFile(sources.resolve("dist/target/legio.jar").toFile())) {
      assertThat(jar.stream().filter(e -> !e.isDirectory()).map(ZipEntry::getName))
          .allMatch(name -> name.matches("(org/legio|mpi|com/sun/jna|META-INF)/.*"))
          .contains("META-INF/LICENSE", "META-INF/THIRD-PARTY.txt");
    }
  }

  @Test
  void everyLibraryIsInTheInventoryAndItsLicenseNamed() throws IOException {
    JsonNode inventory =
        new ObjectMapper().readTree(sources.resolve("dist/legio/target/bom.json").toFile());
    String licenses =
        Files.readString(sources.resolve("dist/legio/src/main/resources/META-INF/THIRD-PARTY.txt"));
    List<String> libraries = new ArrayList<>();
    for (JsonNode component : inventory.get("components")) {
      if (!component.get("group").asText().equals("org.legio")) {
        libraries.add(component.get("name").asText());
      }
    }
    assertThat(libraries)
        .contains("byte-buddy", "jna", "picocli")
        .allSatisfy(library -> assertThat(licenses).containsPattern("\\| " + library + " +\\|"));
  }

  // ------------------------------------------------------------------ using it

  @Test
  void aNewcomerTypesThePageWithoutANetwork() throws IOException, InterruptedException {
    UserPage page = UserPage.of("docs/guide/first-program.md");
    Files.createSymbolicLink(folder.resolve(archive().getFileName()), archive());
    Files.writeString(folder.resolve("Sum.java"), page.code("java"));
    List<String> typed = page.commands("tar", "export", "legio", "javac", "java");
    Files.write(folder.resolve("typed"), typed);

    Outcome outcome = shell(folder).type(OFFLINE + "$net bash -ex typed", PAGE).succeeded();

    List<String> death =
        page.section("A death").indented().stream().filter(s -> s.startsWith("round")).toList();
    assertThat(typed).hasSizeGreaterThan(10);
    assertThat(outcome.stdout()).as("%s", outcome).contains(String.join("\n", death));
    assertThat(outcome.stdout().lines().filter("round 4: 10"::equals))
        .as("undisturbed, with replicas, from an IDE; %s", outcome)
        .hasSize(3);
    assertThat(outcome.stdout()).contains("pi = 3.1");
    assertThat(folder.resolve("run.html")).content().contains("rank 2");
  }

  @Test
  void aNewProjectTestsItselfWithMaven() throws IOException, InterruptedException {
    shell(folder).type("tar xzf '" + archive() + "'", LINE).succeeded();
    String lines =
        // what others have installed under this version must not be found
        """
        mkdir m2
        cp -al ~/.m2/repository/. m2 2>/dev/null || cp -a ~/.m2/repository/. m2
        rm -rf m2/org/legio
        legio-*/bin/legio new 'my-hello'
        cd my-hello
        "${MAVEN_HOME:+$MAVEN_HOME/bin/}mvn" -q -Dmaven.repo.local=../m2 -Dlegio.seed=1 verify
        ../legio-*/bin/legio run -n 4 --kill 2@allReduce:3 -- -cp target/app.jar app.App
        """;
    Outcome outcome = shell(folder).type(lines, BUILD).succeeded();
    assertThat(outcome.stdout()).as("%s", outcome).contains("round 10: 7");
    assertThat(folder.resolve("my-hello/target/failsafe-reports/failsafe-summary.xml"))
        .content()
        .contains("<completed>6</completed>", "<errors>0</errors>", "<failures>0</failures>");
  }

  @Test
  void gradleCompilesAndRuns() throws IOException, InterruptedException {
    Assumptions.assumeTrue(
        shell(folder).type("command -v gradle || true", LINE).stdout().contains("gradle"),
        "there is no Gradle on PATH");
    UserPage page = UserPage.of("docs/guide/release.md");
    String repository = sources.resolve("target/repository").toUri().toString();
    Files.writeString(
        folder.resolve("build.gradle"),
        page.code("groovy").replaceAll("file:///[^']*repository", repository));
    Path program = folder.resolve("src/main/java/Sum.java");
    Files.createDirectories(program.getParent());
    Files.writeString(program, UserPage.of("docs/guide/first-program.md").code("java"));
    List<String> lines = page.commands("gradle");
    assertThat(lines).hasSize(1);
    String line = lines.get(0).replace("gradle ", "gradle --no-daemon -g home -q ");
    Outcome outcome = shell(folder).type(line, BUILD).succeeded();
    assertThat(outcome.stdout()).as("%s", outcome).contains("round 2: 10", "round 3: 7");
  }

  @Test
  void wrongFoldersForANewProjectAreRefused() throws IOException, InterruptedException {
    shell(folder).type("tar xzf '" + archive() + "'; mkdir full; touch full/file", LINE);
    Map<String, String> wrong =
        Map.of(
            "new full", "is not empty; name a folder that is not there yet",
            "new 'two words'", "the folder's name \"two words\" becomes the project's",
            "new full/file/x", "the project cannot be written",
            "new", "DIR");
    for (Map.Entry<String, String> each : wrong.entrySet()) {
      Outcome outcome = shell(folder).type("legio-*/bin/legio " + each.getKey(), LINE).failed();
      assertThat(outcome.stderr().lines()).as("%s", outcome).hasSize(1);
      assertThat(outcome.stderr()).contains(each.getValue());
    }
  }
}
