package org.legio.launcher.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.legio.launcher.Main;
import org.legio.launcher.machine.Machine;
import org.legio.launcher.machine.Programs;

/** What is made of the commands' options for shells and for {@code man}. */
@Timeout(120)
class GeneratedPagesTest {
  private static final String SET_UP =
      "source <(cat); COMP_WORDS=(%s); COMP_CWORD=$((${#COMP_WORDS[@]} - 1));"
          + " $(complete -p legio | sed 's/.*-F \\([^ ]*\\) .*/\\1/'); echo \"${COMPREPLY[@]}\"";

  @TempDir private Path folder;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int run(String... arguments) {
    LauncherContext context =
        new LauncherContext(
            new Machine(Map.of("HOME", folder.toString()), folder),
            Path.of("/jars/legio.jar"),
            Set::of,
            policies -> {},
            Defaults.NONE,
            new LauncherContext.Streams(
                InputStream.nullInputStream(),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8)));
    return new Main(context).run(arguments);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "bin/legio ru            | run",
        "legio rep               | report",
        "legio run --re          | --report --replicas --restart",
        "legio chaos --se        | --seed",
        "legio bench --par       | --part",
      })
  void bashCompletesCommandsAndOptions(String typed, String wanted) throws IOException {
    assertThat(run("completion", "bash")).isZero();
    Path script = Files.write(folder.resolve("legio.bash"), out.toByteArray());
    ProcessBuilder bash =
        new ProcessBuilder("bash", "--norc", "-c", SET_UP.formatted(typed))
            .redirectInput(script.toFile());
    assertThat(Programs.captured(bash, Duration.ofSeconds(30)).text().strip().split(" "))
        .containsExactlyInAnyOrder(wanted.split(" "));
  }

  @Test
  void anotherShellIsRefused() {
    assertThat(run("completion", "fish")).isEqualTo(2);
    assertThat(err.toString(StandardCharsets.UTF_8)).contains("fish", "bash", "zsh");
  }

  @Test
  void everyCommandHasAManualPage() throws IOException {
    assertThat(run("man", "pages")).isZero();
    assertThat(folder.resolve("pages"))
        .isDirectoryContaining("glob:**/legio.1")
        .isDirectoryContaining("glob:**/legio-doctor.1")
        .isDirectoryNotContaining("glob:**/legio-man.1");
    assertThat(folder.resolve("pages/legio-run.1"))
        .content()
        .startsWith(".TH LEGIO-RUN 1 ")
        .contains("\\fB\\-\\-kill\\fR \\fISPEC\\fR", ".SH EXIT STATUS", "\\fBlegio\\fR(1)");
  }

  @Test
  void groffHasNothingToSayAboutTheManualPages() throws IOException {
    assumeTrue(Programs.output(List.of("groff", "--version")).isPresent(), "there is no groff");
    assertThat(run("man", "pages")).isZero();
    try (Stream<Path> pages = Files.list(folder.resolve("pages"))) {
      List<String> command = new ArrayList<>(List.of("groff", "-man", "-ww", "-z"));
      pages.map(Path::toString).forEach(command::add);
      assertThat(Programs.capture(command).text()).isEmpty();
    }
  }

  @Test
  void aFolderThatCannotBeMadeIsNamed() throws IOException {
    Files.writeString(folder.resolve("file"), "in the way");
    assertThat(run("man", "file")).isEqualTo(1);
    assertThat(err.toString(StandardCharsets.UTF_8)).contains(folder + "/file cannot be written");
  }
}
