package org.legio.launcher.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.legio.core.settings.Configuration;
import org.legio.core.settings.Setting;
import org.legio.launcher.Main;
import org.legio.launcher.machine.Machine;
import picocli.CommandLine;

/** What is not on the command line comes from files. */
@Timeout(60)
class DefaultsTest {
  @TempDir private Path folder;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final Map<String, String> environment = new HashMap<>();

  @BeforeEach
  void nameTheHome() {
    environment.put("HOME", folder.resolve("home").toString());
  }

  private LauncherContext context() throws IOException {
    return new LauncherContext(
        new Machine(environment, Files.createDirectories(folder.resolve("work"))),
        Path.of("/jars/legio.jar"),
        () -> Set.of("reduce"),
        policies -> Configuration.parse(policies, environment),
        Defaults.NONE,
        new LauncherContext.Streams(
            InputStream.nullInputStream(),
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8)));
  }

  private int run(String line) throws IOException {
    out.reset();
    err.reset();
    return new Main(context()).run(line.split(" "));
  }

  private String out() {
    return out.toString(StandardCharsets.UTF_8);
  }

  private String err() {
    return err.toString(StandardCharsets.UTF_8);
  }

  private void user(String... lines) throws IOException {
    write("home/.config/legio/config.properties", lines);
  }

  private void write(String file, String... lines) throws IOException {
    Path path = folder.resolve(file);
    Files.createDirectories(path.getParent());
    Files.write(path, List.of(lines));
  }

  @Test
  void optionsAndSettingsOfTheUsersFileAreShownByADryRun() throws IOException {
    user("mpi=embedded", "run.n = 3", "run.tag-output=true", "detector=7", "chaos.runs=2");
    assertThat(run("run --dry-run -- App")).isZero();
    assertThat(out()).contains(" -n 3 ", " --tag-output ", "legio.jar=detector=7 App");
    assertThat(err().lines())
        .hasSize(4)
        .allMatch(
            line ->
                line.endsWith(" comes from " + folder + "/home/.config/legio/config.properties"))
        .anyMatch(line -> line.startsWith("legio: run.n=3 "));
  }

  @Test
  void theNearerCountsMore() throws IOException {
    user("mpi=embedded", "run.n=3", "run.timeout=9", "detector=7", "deadline=5", "board=off");
    write("app/legio.properties", "run.n=4", "run.timeout=8", "detector=8");
    write("work/legio.properties", "run.n=5", "deadline=6");
    environment.put("LEGIO_DEADLINE", "4");
    String rest = " --dry-run --policy board=0 -- -cp ../app/app.jar:x App";
    assertThat(run("run" + rest)).isZero();
    assertThat(out()).contains(" -n 5 ", " --timeout 8 ", "=detector=8,board=0 -cp");
    assertThat(run("run -n 6" + rest)).isZero();
    assertThat(out()).contains(" -n 6 ");
    assertThat(err()).doesNotContain("run.n=", "deadline");
  }

  @Test
  void theEnvironmentsMpiCountsMoreThanAFiles() throws IOException {
    user("mpi=none");
    environment.put("LEGIO_MPI", "embedded");
    assertThat(run("run -n 2 --dry-run -- App")).isZero();
    assertThat(out()).contains("Mpirun -n 2 ");
  }

  @Test
  void theFileThatTheEnvironmentNamesTakesThePlaceOfAllOthers() throws IOException {
    user("run.n=3", "detector=7");
    write("work/mine", "run.n=4", "mpi=embedded", "strict=true");
    environment.put("LEGIO_CONFIG", folder + "/work/mine");
    assertThat(run("run --dry-run -- App")).isZero();
    assertThat(out()).contains(" -n 4 ", "=strict=true App");
    environment.put("LEGIO_CONFIG", "yours");
    assertThat(run("run --dry-run -- App")).isEqualTo(2);
    assertThat(err()).contains("the file of settings " + folder + "/work/yours cannot be read");
  }

  @Test
  void aFileOfSettingsTakesThePlaceOfTheOthersSettings() throws IOException {
    user("mpi=embedded", "detector=7");
    write("work/mine", "strict=true");
    assertThat(run("run -n 2 --dry-run --policy config=" + folder + "/work/mine -- App")).isZero();
    assertThat(out()).contains("legio.jar=config=").doesNotContain("detector");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "run.times=8    | there is no key \"run.times\"; the nearest are run.",
        "bord=off       | there is no key \"bord\"; the nearest are board, ",
        "chaos.rums=8   | there is no key \"chaos.rums\"; the nearest are chaos.runs, ",
        "walk.n=8       | there is no key \"walk.n\"; the nearest are chaos.n, run.n, ",
        "run.help=true  | there is no key \"run.help\"; the nearest are run.",
        "board=perhaps  | board=perhaps (argument) is not a value of board",
      })
  void wrongLinesAreRefusedWithTheFile(String line, String reason) throws IOException {
    user(line);
    assertThat(run("run -n 2 --dry-run --mpi embedded -- App")).isEqualTo(2);
    assertThat(err().lines())
        .singleElement()
        .asString()
        .startsWith("legio: " + folder + "/home/.config/legio/config.properties: " + reason);
    assertThat(run("help")).isZero();
    assertThat(run("doctor")).isEqualTo(1);
    assertThat(out()).contains("WRONG  defaults", reason);
  }

  @Test
  void aWrongValueOfAnOptionIsSaidToBeAFiles() throws IOException {
    user("run.n=eight");
    assertThat(run("run -- App")).isEqualTo(2);
    assertThat(err())
        .contains("'eight' is not an int", "run.n=eight comes from " + folder + "/home");
  }

  @Test
  void theDoctorNamesTheFiles() throws IOException {
    environment.put("LEGIO_MPI", "embedded");
    run("doctor");
    assertThat(out())
        .contains("none of " + folder + "/work/legio.properties, " + folder + "/home/.config");
    user("run.n=8");
    run("doctor");
    assertThat(out()).contains("read: " + folder + "/home/.config/legio/config.properties");
  }

  /** The core passes over keys that it takes for the launcher's; they are the launcher's. */
  @Test
  void theCoreKnowsWhichKeysAreOptions() throws IOException {
    assertThat(Defaults.SHARED.keySet())
        .filteredOn(key -> !Setting.allKeys().contains(key))
        .allMatch(key -> key.matches(Configuration.OPTION_OF_LAUNCHER));
    assertThat(new Commands(context()).all().getSubcommands().values())
        .map(CommandLine::getCommandSpec)
        .flatExtracting(command -> Defaults.keys(command).toList())
        .allMatch(key -> key.matches(Configuration.OPTION_OF_LAUNCHER));
  }
}
