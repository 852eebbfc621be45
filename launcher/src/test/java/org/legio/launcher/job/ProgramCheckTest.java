package org.legio.launcher.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.legio.launcher.machine.Machine;

/** A program that is not there is said once, and only if that is certain. */
class ProgramCheckTest {
  @TempDir private Path folder;

  @BeforeEach
  void makePrograms() throws IOException {
    Files.createDirectories(folder.resolve("classes/a"));
    Files.createFile(folder.resolve("classes/a/App.class"));
    Files.createDirectory(folder.resolve("lib"));
    jar("lib/app.jar", new Manifest());
    Manifest others = new Manifest();
    others.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    others.getMainAttributes().put(Attributes.Name.CLASS_PATH, "other.jar");
    jar("others.jar", others);
  }

  private void jar(String name, Manifest manifest) throws IOException {
    try (JarOutputStream jar =
        new JarOutputStream(Files.newOutputStream(folder.resolve(name)), manifest)) {
      jar.putNextEntry(new ZipEntry("b/App.class"));
      jar.closeEntry();
    }
  }

  private Optional<String> objection(String line, String variable) {
    Map<String, String> environment =
        variable.isEmpty()
            ? Map.of()
            : Map.of(
                variable.substring(0, variable.indexOf('=')),
                variable.substring(variable.indexOf('=') + 1));
    return new ProgramCheck(new Machine(environment, folder), folder)
        .objection(List.of(line.split(" ")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-cp classes a.App",
        "-Xmx64m -cp lib/app.jar:classes a.App",
        "--class-path=none:lib/app.jar b.App",
        "-cp lib/* b.App",
        "-cp others.jar c.App",
        "-jar lib/app.jar",
        "-cp none org.legio.launcher.Main",
        "-m module/App",
        "@options App",
        "App.java",
        "-version"
      })
  void whatMayBeThereIsLeftToJava(String line) {
    assertThat(objection(line, "")).isEmpty();
  }

  @Test
  void theVariablesOfJavaAreHeeded() {
    assertThat(objection("a.App", "CLASSPATH=classes")).isEmpty();
    assertThat(objection("c.App", "JDK_JAVA_OPTIONS=-cp lib")).isEmpty();
  }

  @Test
  void whatIsNotThereIsSaid() {
    assertThat(objection("-cp classes:lib/app.jar c.App", ""))
        .hasValueSatisfying(
            text ->
                assertThat(text)
                    .contains("no class c.App on the class path classes:lib/app.jar", "" + folder));
    assertThat(objection("c.App", "")).hasValueSatisfying(t -> assertThat(t).contains("path ."));
    assertThat(objection("-jar none.jar", ""))
        .hasValueSatisfying(text -> assertThat(text).contains("-jar none.jar: there is no such"));
  }
}
