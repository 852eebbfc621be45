package org.legio.launcher.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.legio.launcher.Main;
import org.legio.launcher.machine.Machine;
import org.legio.launcher.machine.ShellQuoting;

/** Judgment on runs of an mpirun that is a script, whose shell stands for all ranks. */
@Timeout(120)
class ChaosCommandTest {
  private static final String BEGIN = "folder=$LEGIO_JOB_FOLDER; ";
  private static final String BY_POLICY =
      "printf 'bcast.root-failed=abort\\nthe root is dead' >$folder/0.abort; exit 1";
  private static final String BY_ITSELF = "printf '\\nit said so' >$folder/1.abort; exit 6";

  @TempDir private Path folder;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int chaos(String script, String... options) throws IOException {
    Launcher programs = new Launcher(folder);
    programs.program(
        "ompi_info",
        "echo 'Open MPI: 5.0.7'; echo 'Java bindings: yes'; echo 'Fault Tolerance support: yes'");
    programs.program("mpirun", BEGIN + script);
    String path = folder.resolve("bin") + ":" + System.getenv("PATH");
    LauncherContext context =
        new LauncherContext(
            new Machine(Map.of("HOME", folder.toString(), "PATH", path), folder),
            Path.of("/jars/legio.jar"),
            () -> Set.of("reduce"),
            policies -> {},
            Defaults.NONE,
            new LauncherContext.Streams(
                InputStream.nullInputStream(),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8)));
    List<String> words = new ArrayList<>(List.of("chaos", "-n", "2"));
    words.addAll(List.of(options));
    words.addAll(List.of("--", "App"));
    return new Main(context).run(words.toArray(new String[0]));
  }

  private List<String> lines() {
    return out.toString(StandardCharsets.UTF_8).lines().toList();
  }

  @Test
  void aRunThatEndsWellIsRight() throws IOException {
    assertThat(chaos("echo 42", "--kill", "1@reduce", "--check", "grep -q 42")).isZero();
    assertThat(lines())
        .contains("legio: run 1: --kill 1@reduce:1", "42", "legio: 1 runs: all right");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "exit 3         | true           | exit status 3, not 0",
        "echo 41        | grep -q 42     | --check 'grep -q 42' ended with status 1",
        "exec sleep 300 | true           | not over after",
        "sleep 301 >/dev/null 2>&1 & echo $! >$folder/0.pid.new; mv $folder/0.pid.new"
            + " $folder/0.pid; sleep 1           | true           | the processes of rank 0 were"
            + " left behind"
      })
  void aRunThatDoesNotIsWrongAndItsRepetitionIsTold(String script, String check, String problem)
      throws IOException {
    int status = chaos(script, "--kill", "1@reduce", "--deadline", "3", "--check", check);
    assertThat(status).isEqualTo(1);
    assertThat(lines())
        .anyMatch(line -> line.startsWith("legio:   " + problem))
        .contains(
            "legio:   to repeat it: bin/legio chaos -n 2 --deadline 3 --check "
                + ShellQuoting.quote(check)
                + " --kill 1@reduce:1 -- App",
            "legio: 1 runs: 0 right, wrong: [1]");
  }

  @ParameterizedTest
  @ValueSource(strings = {"exit-status-on-loss=0", "exit-status-on-loss=1"})
  void aJobThatAPolicyHasEndedIsCountedApart(String onLoss) throws IOException {
    assertThat(chaos(BY_POLICY, "--kill", "1@reduce", "--policy", onLoss)).isEqualTo(4);
    assertThat(lines())
        .anyMatch(line -> line.startsWith("legio: run 1: ended by bcast.root-failed=abort after "))
        .contains(
            "legio:   rank 0 aborted the job: the root is dead",
            "legio: 1 runs: 0 right, ended by policy: [1]");
  }

  static Stream<Arguments> otherAborts() {
    String byAnotherRank = "printf 'bcast.root-failed=abort\\nwhy' >$folder/0.abort; ";
    return Stream.of(
        Arguments.of(Named.of("by the program", BY_ITSELF), "1@reduce"),
        Arguments.of(Named.of("also by the program", byAnotherRank + BY_ITSELF), "1@reduce"),
        Arguments.of(Named.of("by policy, but nobody dies", BY_POLICY), "1@reduce=pause:1"));
  }

  @ParameterizedTest
  @MethodSource("otherAborts")
  void aJobThatIsAbortedForAnotherReasonIsWrong(String script, String plan) throws IOException {
    assertThat(chaos(script, "--kill", plan)).isEqualTo(1);
    assertThat(lines())
        .anyMatch(line -> line.matches("legio:   rank [01] aborted the job: .*"))
        .contains("legio: 1 runs: 0 right, wrong: [1]");
  }

  @Test
  void aWrongRunOutweighsThoseThatAPolicyHasEnded() throws IOException {
    Path first = folder.resolve("first");
    Path second = folder.resolve("second");
    String right = "if test ! -e %1$s; then touch %1$s; exit 0; fi; ".formatted(first);
    String ended = "if test ! -e %1$s; then touch %1$s; ".formatted(second) + BY_POLICY + "; fi; ";
    String wrong = "exit 3";
    int status =
        chaos(right + ended + wrong, "--kill", "1@reduce", "--runs", "3", "--json", "all.json");
    assertThat(status).isEqualTo(1);
    assertThat(lines()).contains("legio: 3 runs: 1 right, ended by policy: [2], wrong: [3]");
    JsonObject json =
        JsonParser.parseString(Files.readString(folder.resolve("all.json"))).getAsJsonObject();
    assertThat(json.toString())
        .startsWith("{\"right\":1,\"endedByPolicy\":1,\"wrong\":1,\"exitStatus\":1,");
    assertThat(json.getAsJsonArray("runs"))
        .extracting(run -> run.getAsJsonObject().get("verdict").getAsString())
        .containsExactly("right", "ended-by-policy", "wrong");
    JsonObject ofPolicy = json.getAsJsonArray("runs").get(1).getAsJsonObject();
    assertThat(ofPolicy.get("policies")).hasToString("[\"bcast.root-failed=abort\"]");
    assertThat(ofPolicy.get("remarks"))
        .hasToString("[\"rank 0 aborted the job: the root is dead\"]");
    assertThat(ofPolicy.get("plan")).hasToString("[\"--kill\",\"1@reduce:1\"]");
  }

  @Test
  void aFileOfJsonThatCannotBeWrittenIsRefusedBeforeTheRuns() throws IOException {
    assertThat(chaos("exit 0", "--kill", "1@reduce", "--json", "nowhere/all.json")).isEqualTo(2);
    assertThat(err.toString(StandardCharsets.UTF_8)).contains("--json nowhere/all.json: ");
    assertThat(lines()).isEmpty();
  }

  @Test
  void plansAreDrawnFromTheCallsAndTheTimeOfAFaultlessRun() throws IOException {
    String write = "for r in 0 1; do printf 'ms 7\\nreduce 1\\n' >$folder/$r.calls; done; exit 0";
    assertThat(chaos(write, "--seed", "5", "--runs", "3", "--at", "calls", "--pauses", "0"))
        .isZero();
    assertThat(lines())
        .filteredOn(
            line -> line.matches("legio: seed [567]: --kill [01]@reduce:1(:inside|:after)?"))
        .hasSize(3);
    assertThat(lines()).contains("legio: 3 runs, seeds 5 to 7: all right");
  }

  @ParameterizedTest
  @CsvSource({"1@reduce:1, 0, 'all right'", "1@reduce:2, 3, 'has not happened: --kill 1@reduce:2'"})
  void aKillThatHasNotHappenedIsTold(String fault, int status, String said) throws IOException {
    String ranks =
        "echo 2147483646 >$folder/whole; mv $folder/whole $folder/1.pid; echo '"
            + fault
            + "' >$folder/1.faults; ";
    assertThat(chaos(ranks.replace(":2", ":1"), "--kill", fault)).isEqualTo(status);
    assertThat(lines()).anyMatch(line -> line.contains(said));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "exit 4 | already the faultless run went wrong: exit status 4",
        "exit 0 | rank 0 has"
      })
  void withoutAFaultlessRunNothingIsDrawn(String script, String reason) throws IOException {
    assertThat(chaos(script, "--seed", "5")).isEqualTo(1);
    assertThat(err.toString(StandardCharsets.UTF_8)).startsWith("legio: " + reason);
  }

  @Test
  void aRunIsKeptWhereThatIsWanted() throws IOException {
    assertThat(chaos("echo 42", "--signal", "1@1ms", "--out", "kept")).isEqualTo(3);
    Path kept = folder.resolve("kept/run-1");
    assertThat(kept.resolve("stdout.txt")).hasContent("42");
    assertThat(kept.resolve("plan.txt")).hasContent("--signal\n1@1ms");
    assertThat(Files.readString(kept.resolve("verdict.txt")))
        .contains("has not happened: --signal 1@1ms");
    assertThat(lines()).doesNotContain("42");
  }

  @Test
  void theLastLinesOfAWrongRunAreShownAlsoIfItIsKept() throws IOException {
    String script = "seq 100; echo why >&2; exit 1";
    assertThat(chaos(script, "--signal", "1@99999999ms", "--out", "kept")).isEqualTo(1);
    assertThat(lines())
        .contains("legio:   | 100", "legio:   | 81", "legio:   | why")
        .doesNotContain("legio:   | 80");
  }
}
