package org.legio.launcher.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.legio.launcher.machine.Machine;

class PlainArgumentsTest {
  @TempDir Path folder;

  private List<String> of(Map<String, String> environment, String... arguments) {
    return new PlainArguments(Path.of("/l.jar"), new Machine(environment, folder))
        .of(List.of(arguments));
  }

  @ParameterizedTest
  @CsvSource({
    "App -cp x,                          -cp .:/l.jar App -cp x",
    "-Xmx1g -cp a:b App,                 -Xmx1g -cp a:b:/l.jar App",
    "-classpath a -ea App,               -classpath a:/l.jar -ea App",
    "--class-path=a App,                 --class-path=a:/l.jar App",
    "-p mods -m app/app.Main -cp x,      -cp /l.jar -p mods -m app/app.Main -cp x",
    "-p mods -cp a --module=app/app.Main, -p mods -cp a:/l.jar --module=app/app.Main",
    "--add-modules m App,                -cp .:/l.jar --add-modules m App",
    "-jar none.jar,                      -jar none.jar",
  })
  void theJarIsAtTheEndOfTheClassPath(String arguments, String result) {
    assertThat(of(Map.of(), arguments.split(" "))).containsExactly(result.split(" "));
  }

  @Test
  void theEnvironmentsClassPathIsKept() {
    assertThat(of(Map.of("CLASSPATH", "/x"), "App")).containsExactly("-cp", "/x:/l.jar", "App");
  }

  @Test
  void aProgramInAJarIsNamed() throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, "a.Main");
    new JarOutputStream(Files.newOutputStream(folder.resolve("a.jar")), manifest).close();
    assertThat(of(Map.of(), "-ea", "-jar", "a.jar", "x"))
        .containsExactly("-ea", "-cp", "a.jar:/l.jar", "a.Main", "x");
  }
}
