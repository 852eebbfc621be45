package org.legio.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.legio.launcher.command.Defaults;
import org.legio.launcher.command.LauncherContext;
import org.legio.launcher.machine.Machine;

class MainTest {
  @TempDir private Path folder;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final Map<String, String> environment = new HashMap<>();
  private Path bin;

  @BeforeEach
  void makeAnMpi() throws IOException {
    bin = Files.createDirectories(folder.resolve("mpi/bin"));
    program(
        "ompi_info",
        "echo 'Open MPI: 5.0.7'; echo 'Java bindings: yes'; echo 'Fault Tolerance support: yes'");
    program("mpirun", "touch '" + folder.resolve("started") + "'; exit 42");
  }

  private void program(String name, String script) throws IOException {
    Path file = bin.resolve(name);
    Files.writeString(file, "#!/bin/sh\n" + script + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private int run(String... arguments) {
    environment.put("HOME", folder.toString());
    environment.put("PATH", bin + ":" + System.getenv("PATH"));
    LauncherContext context =
        new LauncherContext(
            new Machine(environment, folder),
            Path.of("/jars/legio.jar"),
            () -> Set.of("reduce", "bcast"),
            MainTest::acceptColors,
            Defaults.NONE,
            new LauncherContext.Streams(
                InputStream.nullInputStream(),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8)));
    return new Main(context).run(arguments);
  }

  private static void acceptColors(Map<String, String> policies) {
    policies.forEach(
        (name, value) -> {
          if (!name.equals("color")) {
            throw new IllegalArgumentException("there is no setting \"" + name + "\"; use color");
          }
        });
  }

  private String out() {
    return out.toString(StandardCharsets.UTF_8);
  }

  private String err() {
    return err.toString(StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "``                                   | no command given; use one of run, demo, chaos,"
            + " bench",
        "walk                                 | 'walk'",
        "rum                                  | 'rum'; the nearest are run, ",
        "run -n 2 --polcy a=b -- App          | '--polcy'; the nearest are --policy, ",
        "run -n 2 --replica=2 -- App          | '--replica=2'; the nearest are --replicas, ",
        "report run.json --ouput=a.html       | '--ouput=a.html'; the nearest are --output, ",
        "report                               | FILE.json",
        "report run.json -o run.json          | run.json is the data itself; name another file",
        "help walk                            | 'walk'",
        "doctor --deeply                      | '--deeply'",
        "demo 8                               | '8'",
        "bench 8                              | '8'",
        "bench --part speed                   | --part 'speed': there is no such part; the nearest"
            + " are ",
        "bench --compare none.so              | --compare none.so: there is no such file that can"
            + " be",
        "bench --out                          | '--out'",
        "bench --figure 5.9                   | --figure 5.9: there is no such figure; give 5.1, ",
        "bench --figure 5.6 --part repair     | are two ways to choose; drop one of the two",
        "bench --figure 5.6 --sizes 4         | --sizes has no meaning for repair; drop it, or name"
            + " a part that uses it: sizes, ranks",
        "bench --part limit --ranks 4         | --ranks has no meaning for limit; drop it",
        "bench --part sizes --sizes 5         | --sizes 5: give numbers that are multiples of 4",
        "bench --part sizes --local-size 1    | --local-size 1: give numbers from 2 on, or optimum",
        "bench --mpi both --local-size 2      | name one of them with --mpi, or drop --local-size",
        "bench --part sizes --rounds 0        | --rounds 0: give numbers from 1 on",
        "bench --figure 5.8 --nas-class A     | drop it, or name a part that uses it: ep",
        "run                                  | the number of ranks is missing; add",
        "run -n                               | '-n'",
        "run -n eight -- App                  | 'eight' is not an int",
        "run -n 0 -- App                      | -n 0: a job has at least one rank",
        "run -n -3 -- App                     | -n -3: a job has at least one rank",
        "run -n 2                             | no program: name it after --",
        "run -n 2 --                          | no program: name it after --",
        "run -n 2 --fast -- App               | '--fast'",
        "run -n 2 -cp a App                   | put java's own arguments after --",
        "run -n 2 --policy color -- App      | --policy 'color' is not one NAME=VALUE",
        "run -n 2 --policy =x -- App          | --policy '=x' is not one NAME=VALUE",
        "run -n 2 --policy color=a,b -- App  | --policy 'color=a,b' is not one NAME=VALUE",
        "run -n 2 --policy taste=a -- App     | there is no setting \"taste\"; use color",
        "run -n 2 --kill 2@reduce -- App      | rank 2 is not one of the 2",
        "run -n 2 --kill 1@jump -- App        | no MPI call is named 'jump'; the nearest are"
            + " reduce, bcast",
        "run -n 2 --kill reduce -- App        | not of the form RANK[.REPLICA]@CALL",
        "chaos -n 2                           | no program: name it after --",
        "chaos -- App                         | the number of ranks is missing; add",
        "chaos -n 2 --runs 0 -- App           | --runs 0: there is at least one run",
        "chaos -n 2 --kills 2 -- App          | up to 2 of 2 ranks would be killed or stopped",
        "chaos -n 4 --kills 2 --stops 0-2 -- App | up to 4 of 4 ranks would be killed or stopped",
        "chaos -n 2 --kills some -- App       | --kills 'some': not a number nor a range",
        "chaos -n 2 --pauses 3-1 -- App       | --pauses '3-1': not a number nor a range",
        "chaos -n 2 --spare 2 -- App          | --spare 2: rank 2 is not one of the 2",
        "chaos -n 2 --signal 1@5 -- App       | --signal '1@5': not of the form RANK@MSms",
        "chaos -n 2 --signal 2@5ms -- App     | rank 2 is not one of the 2",
        "chaos -n 2 --at noon -- App          | noon",
        "chaos -n 2 -cp a App                 | put java's own arguments after --",
        "run -n 2 --host a --hostfile b -- App       | --host and --hostfile are two ways",
        "run -n 2 --hostfile none -- App             | --hostfile none: ",
        "run -n 2 --plain --kill 1@reduce -- App     | --kill has no effect with --plain",
        "run -n 2 --plain --policy color=a -- App   | --policy has no effect with --plain",
        "run -n 2 --plain --watch -- App             | --watch has no effect with --plain",
        "run -n 2 --plain --report r.html -- App     | --report has no effect with --plain",
        "run -n 2 --report no/r.html -- App          | /no is not a folder that can be written to",
        "run -n 2 --report r.json -- App             | r.json is to be a page; name it for instance"
      })
  void badInputIsRefusedInOneLineAndNothingIsStarted(String arguments, String reason) {
    int status = run(arguments.isEmpty() ? new String[0] : arguments.split(" "));
    assertThat(status).isEqualTo(2);
    assertThat(err().lines()).singleElement().asString().startsWith("legio: ").contains(reason);
    assertThat(err()).doesNotContain("Exception", "\tat ").contains("(see 'bin/legio help");
    assertThat(out()).isEmpty();
    assertThat(folder.resolve("started")).doesNotExist();
  }

  @Test
  void theStackOfAUsageErrorIsShownToWhoAsksForIt() {
    environment.put("LEGIO_DEBUG", "1");
    assertThat(run("run", "-n", "0", "--", "App")).isEqualTo(2);
    assertThat(err()).contains("-n 0: a job has at least one rank", "ParameterException", "\tat ");
  }

  @Test
  void aVariableThatHasNoEffectIsToldOnce() {
    environment.put("LEGIO_BCAST_ROOTFAILED", "ignore");
    environment.put("LEGIO_DETECTOR", "off");
    environment.put("LEGIO_HOME", "/opt/legio");
    assertThat(run("run", "-n", "2", "--", "App")).isEqualTo(42);
    assertThat(err().lines())
        .singleElement()
        .asString()
        .contains("LEGIO_BCAST_ROOTFAILED has no effect", "nearest are LEGIO_BCAST_ROOT_FAILED");
  }

  @Test
  void ofAPageThatCannotBeWrittenTheDataIsNamed() throws IOException {
    program("mpirun", "mkdir '" + folder.resolve("run.html") + "'");
    assertThat(run("run", "-n", "2", "--report", "run.html", "--", "App")).isEqualTo(1);
    assertThat(err()).contains("run.html cannot be written", "the data is in " + folder);
    assertThat(folder.resolve("run.json")).content().contains("\"line\": \"", "--report run.html");
  }

  @Test
  void aPageThatCannotBeWrittenPromisesNoData() throws IOException {
    program("mpirun", "mkdir '" + folder.resolve("run.json") + "'");
    assertThat(run("run", "-n", "2", "--report", "run.html", "--", "App")).isEqualTo(1);
    assertThat(err())
        .contains("run.html cannot be written", "nor can its data, " + folder)
        .doesNotContain("the data is in");
  }

  @Test
  void theJobsExitStatusIsOurs() {
    assertThat(run("run", "-n", "2", "--", "App")).isEqualTo(42);
    assertThat(folder.resolve("started")).exists();
  }

  /** What ranks leave in the job's folder, mpirun's exit status, the launcher's. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0.pid 1.pid                 | 0  | 137 | all 2 ranks are lost: none has come to"
            + " MPI_Finalize",
        "0.pid 1.pid                 | 42 | 42  | has not happened: rank 1 was lost before",
        "0.pid 1.pid 0.calls         | 0  | 3   | --kill 1@reduce:2 has not happened: rank 1 was"
            + " lost before",
        "0.pid 1.pid 0.calls 1.calls | 0  | 3   | has not happened: rank 1 has called reduce 0"
            + " times",
        "0.pid 1.pid 0.calls 1.calls | 42 | 42  | --kill 1@reduce:2 has not happened",
        "0.pid 1.pid 0.calls 1.faults | 0  | 0   | ''",
        "0.pid 0.calls               | 0  | 0   | ''",
        "0.pid                       | 0  | 0   | ''",
        "''                          | 0  | 0   | ''",
      })
  void whatMpirunsStatusHidesIsTold(String files, int mpiruns, int ours, String said)
      throws IOException {
    program(
        "mpirun",
        "cd $LEGIO_JOB_FOLDER && for f in %s; do case $f in *.calls) echo 'ms 7';; *) echo '1@reduce:2';; esac >$f; done; exit %d"
            .formatted(files, mpiruns));
    assertThat(run("run", "-n", "2", "--kill", "1@reduce:2", "--", "App")).isEqualTo(ours);
    assertThat(err()).contains(said);
    assertThat(err().isEmpty()).isEqualTo(said.isEmpty());
  }

  @Test
  void aDryRunPrintsTheLineAndStartsNothing() {
    int status =
        run(
            "run",
            "-n",
            "2",
            "--dry-run",
            "--kill",
            "1@REDUCE:3",
            "--policy",
            "color=blue green",
            "--",
            "-cp",
            "a b.jar",
            "App",
            "--",
            "@file",
            "-n");
    assertThat(status).isZero();
    assertThat(err()).isEmpty();
    assertThat(out().lines())
        .singleElement()
        .asString()
        .contains(" " + bin + "/mpirun --with-ft ulfm -n 2 ")
        .endsWith(
            " java '-agentlib:instrument=/jars/legio.jar=color=blue green,kill=1@reduce:3' -cp 'a"
                + " b.jar' App -- @file -n");
    assertThat(folder.resolve("started")).doesNotExist();
  }

  @Test
  void theMpiThatIsNamedIsTaken() throws IOException {
    Path other = Files.createDirectories(folder.resolve("other")).resolve("bin");
    Files.move(bin, other);
    assertThat(run("run", "-n", "1", "--mpi", "other", "--dry-run", "--", "App")).isZero();
    assertThat(run("run", "-n", "1", "--mpi", "other/bin/mpirun", "--dry-run", "--", "App"))
        .isZero();
    assertThat(out().lines()).hasSize(2).allMatch(line -> line.contains(" " + other + "/mpirun "));
  }

  @Test
  void aNamedMpiThatIsUnsuitableIsRefusedWithTheReason() throws IOException {
    program("ompi_info", "echo 'Open MPI: 4.1.4'");
    assertThat(run("run", "-n", "1", "--mpi", "mpi", "--", "App")).isEqualTo(1);
    assertThat(err().lines())
        .singleElement()
        .asString()
        .contains("--mpi mpi: Open MPI 4.1.4 is older than 5");
  }

  @Test
  void anUnsuitableSystemMpiIsPassedOver() throws IOException {
    program("ompi_info", "echo 'Open MPI: 4.1.4'");
    assertThat(run("run", "-n", "1", "--dry-run", "--", "App")).isZero();
    assertThat(out())
        .contains("org.legio.launcher.embedded.Mpirun -n 1 java ")
        .doesNotContain("bwrap");
  }

  @Test
  void theMpiOfOurOwnMakingIsTakenOnlyIfItIsAskedFor() throws IOException {
    assertThat(run("run", "-n", "1", "--mpi", "prepared", "--dry-run", "--", "App")).isZero();
    assertThat(out()).contains("bwrap", folder + "/.cache/legio/");
    assertThat(err()).contains("this MPI is not there yet");
  }

  @Test
  void theEmbeddedRuntimeIsTakenThoughThereIsAnMpi() throws IOException {
    assertThat(run("run", "-n", "3", "--mpi", "embedded", "--plain", "--dry-run", "--", "App"))
        .isZero();
    assertThat(out()).contains("Mpirun --without-ft -n 3", "=plain").doesNotContain("bwrap");
  }

  @Test
  void mpirunsOptionsAreOptionsOfRun() throws IOException {
    String[] line = {
      "run",
      "-n",
      "2",
      "-x",
      "A",
      "-x",
      "B=1",
      "--wdir",
      "/",
      "--tag-output",
      "--timeout",
      "9",
      "--bind-to",
      "core",
      "--output-filename",
      "out",
      "--dry-run",
      "--",
      "App"
    };
    assertThat(run(line)).isZero();
    assertThat(out())
        .contains(
            " -x A -x B=1 --wdir / --tag-output --output dir=out --timeout 9 --bind-to core ");
    List<String> embedded = new ArrayList<>(List.of(line));
    embedded.addAll(1, List.of("--mpi", "embedded"));
    assertThat(run(embedded.toArray(String[]::new))).isZero();
    assertThat(out()).contains(" --tag-output --output-filename out --timeout 9 --bind-to core ");
    assertThat(run("run", "-n", "2", "--timeout", "0", "--dry-run", "--", "App")).isEqualTo(2);
    assertThat(err()).contains("--timeout 0: give a number from 1 to");
  }

  @Test
  void thisHostMayBeNamedToTheEmbeddedRuntime() throws IOException {
    String[] line = {
      "run", "-n", "2", "--mpi", "embedded", "--host", "localhost:2", "--dry-run", "--", "App"
    };
    assertThat(run(line)).isZero();
    assertThat(out()).doesNotContain("--host");
  }

  @Test
  void theEmbeddedRuntimeIsToldOtherHostsAndHowToReachThem() throws IOException {
    String[] line = {
      "run",
      "--mpi",
      "embedded",
      "--host",
      "elsewhere:2,there",
      "--launch-agent",
      "ssh -p 22",
      "--map-by",
      "node",
      "--dry-run",
      "--",
      "App"
    };
    assertThat(run(line)).isZero();
    assertThat(out())
        .contains(
            "Mpirun -n 3 --host elsewhere:2,there --map-by node --launch-agent 'ssh -p 22' java");
  }

  @Test
  void aProgramThatIsNotThereIsSaidOnce() throws IOException {
    assertThat(run("run", "-n", "8", "--mpi", "embedded", "--", "-cp", "none", "App")).isEqualTo(1);
    assertThat(err().lines())
        .singleElement()
        .asString()
        .startsWith("legio: there is no class App on the class path none, seen from " + folder);
  }

  @Test
  void otherHostsAreForTheEmbeddedRuntimeWhereThereIsNoOpenMpi() throws IOException {
    program("ompi_info", "exit 1");
    assertThat(run("run", "-n", "1", "--dry-run", "--host", "elsewhere:2", "--", "App")).isZero();
    assertThat(out()).contains("Mpirun -n 1 --host elsewhere:2 ");
  }

  @Test
  void theHostsOfAFileAreMpirunsAndShareNoCores() throws IOException {
    Files.writeString(folder.resolve("hosts"), "# ours\nelsewhere slots=2\n\nthere:1 # slow\n");
    assertThat(run("run", "-n", "100000", "--hostfile", "hosts", "--dry-run", "--", "App"))
        .isZero();
    assertThat(out())
        .contains(" --hostfile " + folder.resolve("hosts") + " ")
        .doesNotContain("--oversubscribe");
  }

  @Test
  void aJobGivenUpForALostHostHasNotSucceeded() throws IOException {
    program("mpirun", "echo 'We cannot recover from this failure, and' >&2");
    assertThat(run("run", "-n", "2", "--host", "elsewhere:2", "--", "App")).isEqualTo(1);
    assertThat(err())
        .contains("We cannot recover", "legio: a host is lost", "Run it again", "Open MPI 6");
  }

  @Test
  void theStatusOfAJobOverHostsIsOursToo() throws IOException {
    program("mpirun", "printf unended >&2; exit 42");
    assertThat(run("run", "-n", "2", "--host", "elsewhere:2", "--", "App")).isEqualTo(42);
    assertThat(err()).isEqualTo("unended");
  }

  @Test
  void anInternalErrorIsOneLineThatSaysHowToGetDetails() {
    LauncherContext broken =
        new LauncherContext(
            new Machine(Map.of(), folder),
            Path.of("/jars/legio.jar"),
            () -> {
              throw new IllegalStateException("no\ncalls");
            },
            policies -> {},
            Defaults.NONE,
            new LauncherContext.Streams(
                InputStream.nullInputStream(),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8)));
    assertThat(new Main(broken).run("run", "-n", "1", "--", "App")).isEqualTo(1);
    assertThat(err())
        .isEqualTo(
            "legio: internal error: java.lang.IllegalStateException: no calls; set LEGIO_DEBUG=1"
                + " for details\n");
  }

  @Test
  void helpAndVersionGoToStandardOutput() {
    assertThat(run("help")).isZero();
    assertThat(run("help", "run")).isZero();
    assertThat(run("--version")).isZero();
    assertThat(out())
        .contains(
            "run",
            "demo",
            "doctor",
            "--kill",
            "legio (not packaged)",
            "JDK 17",
            "Open MPI 5.0.7 in " + bin);
    assertThat(err()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "run -n 0 --color always -- App, 2, true",
    "run --color=always, 2, true",
    "run -n 0 --color never -- App, 2, false",
    "run -n 0 -- App, 2, false",
    "run -n 0 --color red -- App, 2, false",
    "--color always doctor, 0, true",
    "doctor --color always, 0, true",
    "doctor, 0, false",
    "help --color always, 0, true",
    "run --help --color always, 0, true",
    "run --help, 0, false"
  })
  void whatPeopleReadIsColoredIfTheyWant(String line, int status, boolean isColored) {
    environment.put("LEGIO_MPI", "embedded");
    assertThat(run(line.split(" "))).isEqualTo(status);
    assertThat((out() + err()).contains("\u001b[")).isEqualTo(isColored);
  }

  @Test
  void anUnknownCommandIsAnsweredByHelpToo() {
    assertThat(run("help", "reprt")).isEqualTo(2);
    assertThat(err()).contains("'reprt'", "; the nearest are report, ");
  }

  @Test
  void messagesMayBeJson() {
    assertThat(run("run", "-n", "0", "--log-format=json", "--", "App")).isEqualTo(2);
    assertThat(run("run", "-n", "2", "--log-format", "JSON", "--mpi", "\"\"", "--", "App"))
        .isEqualTo(2);
    environment.put("LEGIO_LOG_FORMAT", "json");
    assertThat(run("run", "-n", "0", "--", "App")).isEqualTo(2);
    assertThat(err().lines())
        .hasSize(3)
        .allMatch(line -> line.startsWith("{\"time\":\"2") && line.endsWith("\"}"))
        .allMatch(line -> line.contains("\"level\":\"error\",\"message\":\""));
  }

  private static final String REPORTED =
      """
      {"ranks": 2, "reporter": 0, "began": "2026-01-01T00:00:00Z", "seconds": 1.5, "lost": [],
       "repairs": [], "skipped": {}, "firstSkipped": [], "repeated": {}, "published": 0, "voted": 0,
       "agreed": 0, "samples": 0, "shareInCalls": 0, "partners": 0, "replicaGroups": [],
       "keptBytes": 0, "fullness": 0}
      """;

  @Test
  void aPageIsMadeAgainFromItsData() throws IOException {
    Files.writeString(folder.resolve("written"), REPORTED);
    program("mpirun", "cp '" + folder + "/written' '" + folder + "/run.json'; exit 42");
    assertThat(run("run", "-n", "2", "--report", "run.html", "--", "App", "a b")).isEqualTo(42);
    assertThat(run("report", "run.json", "-o", "again.html")).isZero();
    assertThat(out()).contains("legio: " + folder + "/again.html");
    assertThat(folder.resolve("again.html"))
        .hasSameTextualContentAs(folder.resolve("run.html"))
        .content()
        .contains("App 'a b'", "42: mpirun or the program has failed");
    Files.delete(folder.resolve("run.html"));
    assertThat(run("report", "run.json")).isZero();
    assertThat(folder.resolve("run.html")).exists();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "none.json | `` | none.json: there is no such file",
        "run.json  | `` | not a report of a run",
        "run.json  | {  | not a report of a run",
        "run.json  | {} | there is no \"ranks\"",
        "run.json  | {\"job\": 3} | not a report of a run",
        "run.json  | {\"job\": {\"status\": 0}} | there is no \"ranks\"",
      })
  void dataThatNoPageCanBeMadeOfIsRefused(String file, String content, String reason)
      throws IOException {
    Files.writeString(folder.resolve("run.json"), content);
    assertThat(run("report", file)).isEqualTo(1);
    assertThat(err().lines()).singleElement().asString().contains(file, reason);
    assertThat(folder.resolve("run.html")).doesNotExist();
  }

  @Test
  void theDoctorDescribesTheMpi() throws IOException {
    Path lib = Files.createDirectories(folder.resolve("mpi/lib"));
    Files.createFile(lib.resolve("libmpi_java.so.40"));
    program(
        "ompi_info",
        "[ \"$1\" = --path ] && { echo '  Libdir: "
            + lib
            + "'; exit; }; echo 'Open MPI: 5.0.7';"
            + " echo 'Java bindings: yes'; echo 'Fault Tolerance support: yes'");
    run("doctor");
    assertThat(out())
        .contains("Open MPI 5.0.7 in " + bin + "/mpirun", lib + "/libmpi_java.so.40", "cores");
  }

  @Test
  void aBenchIntoAFolderThatCannotBeWrittenSaysSo() throws IOException {
    Files.writeString(folder.resolve("file"), "in the way");
    assertThat(run("bench", "--tiny", "--out", "file")).isEqualTo(1);
    assertThat(err().lines())
        .singleElement()
        .asString()
        .contains(folder + "/file cannot be written", "name a folder that can with --out");
    assertThat(folder.resolve("started")).doesNotExist();
  }

  @Test
  void aBenchDoesNotTouchTheSamplesOfAnother() throws IOException {
    Files.writeString(folder.resolve("samples.csv"), "of another");
    assertThat(run("bench", "--tiny", "--out", ".")).isEqualTo(1);
    assertThat(err()).contains("holds the samples of another suite; name another folder");
    assertThat(folder.resolve("samples.csv")).hasContent("of another");
  }

  @Test
  void aBenchOfTheEmbeddedRuntimeRefusesALibraryOverPmpi() throws IOException {
    Files.writeString(folder.resolve("rival.so"), "no library");
    assertThat(run("bench", "--tiny", "--mpi", "both", "--compare", "rival.so")).isEqualTo(2);
    assertThat(err()).contains("--compare rival.so", "runs on Open MPI only", "drop --compare");
    assertThat(run("bench", "--tiny", "--mpi", "embedded", "--compare", "rival.so")).isEqualTo(2);
  }

  @Test
  void aBenchReportsRunsThatFailAndContinues() throws IOException {
    Files.writeString(folder.resolve("rival.so"), "no library");
    int status =
        run("bench", "--tiny", "--part", "startup", "--compare", "rival.so", "--out", "results");
    assertThat(status).isEqualTo(1);
    assertThat(err().lines())
        .hasSize(8)
        .allMatch(line -> line.contains(" : ended with exit status 42"));
    assertThat(folder.resolve("results/samples.csv"))
        .hasContent("part,configuration,operation,ranks,bytes,round,value,unit,noise");
    assertThat(out()).contains("legio: Nothing was measured.");
    assertThat(folder.resolve("results/cells.csv")).content().startsWith("part,configuration,");
    assertThat(folder.resolve("results/report.html"))
        .content()
        .contains(
            "What went wrong: 8 runs",
            "rival.so",
            "Open MPI 5.0.7",
            "load average",
            "flat (agent: layout=flat)");
  }
}
