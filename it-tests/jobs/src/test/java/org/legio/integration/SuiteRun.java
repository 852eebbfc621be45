package org.legio.integration;

import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;
import org.legio.programs.transparency.Catalog;

/**
 * Runs the transparency suite at one number of ranks, with or without the agent, and collects the
 * reports of its programs.
 *
 * <p>All run in one job. A program that hangs or crashes ends its job; the job's outcome is then
 * that program's, and those after it run in a new job.
 */
final class SuiteRun {
  /** {@link #ranks} and {@link #programs}, as sources of tests with parameters. */
  static final String RANKS = "org.legio.integration.SuiteRun#ranks";

  static final String PROGRAMS = "org.legio.integration.SuiteRun#programs";

  private static final Duration DEADLINE = Duration.ofMinutes(3);
  private static final Map<String, SuiteRun> WHOLE = new ConcurrentHashMap<>();

  private final int ranks;
  private final boolean plain;
  private final String mpi;
  private final int hosts;
  private final String binding;
  private final Map<String, String> reports = new HashMap<>();
  private final Map<String, String> failures = new HashMap<>();
  private final Set<String> said = new TreeSet<>();

  /** On how many ranks the suite runs: three, in long runs one to four. */
  static IntStream ranks() {
    return Boolean.getBoolean("legio.it.long") ? IntStream.rangeClosed(1, 4) : IntStream.of(3);
  }

  /** Each program of the suite, on each number of ranks. */
  static Stream<Arguments> programs() {
    return ranks()
        .boxed()
        .flatMap(ranks -> Catalog.names().stream().map(name -> arguments(name, ranks)));
  }

  /** The run of all programs, which all tests of this JVM share. */
  static SuiteRun whole(int ranks, boolean plain, String mpi) {
    return whole(ranks, plain, mpi, Job.HOSTS);
  }

  /** The same over so many hosts. */
  static SuiteRun whole(int ranks, boolean plain, String mpi, int hosts) {
    return WHOLE.computeIfAbsent(
        String.join(" ", "" + ranks, "" + plain, mpi, "" + hosts),
        key -> new SuiteRun(Catalog.names(), ranks, plain, mpi, hosts));
  }

  /** The run of all programs without the agent, with a native half of the binding. */
  static SuiteRun wholeOn(String binding, int ranks) {
    return WHOLE.computeIfAbsent(
        binding + " " + ranks,
        key -> new SuiteRun(Catalog.names(), ranks, true, RealMpi.mpi(), Job.HOSTS, binding));
  }

  /** Runs the programs on an MPI, over so many hosts. */
  SuiteRun(List<String> programs, int ranks, boolean plain, String mpi, int hosts) {
    this(programs, ranks, plain, mpi, hosts, Job.BINDING);
  }

  private SuiteRun(
      List<String> programs, int ranks, boolean plain, String mpi, int hosts, String binding) {
    this.binding = binding;
    this.ranks = ranks;
    this.plain = plain;
    this.mpi = mpi;
    this.hosts = hosts;
    for (List<String> left = programs; !left.isEmpty(); ) {
      left = left.subList(runSome(left), left.size());
    }
  }

  /**
   * What all ranks reported in a program, one rank after the other.
   *
   * @throws AssertionError if the program did not come to its end on every rank; the message holds
   *     what its job came to
   */
  String report(String program) {
    String failure = failures.get(program);
    if (failure != null) {
      throw new AssertionError(
          program + " did not come to its end\n" + reports.get(program) + "\n" + failure);
    }
    return reports.get(program);
  }

  /** What was said on standard error, each line once. */
  Set<String> said() {
    return said;
  }

  /** What mpirun says of messages that it has left out comes at random. */
  private static boolean isNoRemark(String line) {
    return !line.contains(" sent help message ") && !line.startsWith("[");
  }

  /** Runs the programs until one fails. Returns how many have been run. */
  private int runSome(List<String> programs) {
    try {
      Path folder = Files.createTempDirectory("legio-suite-");
      try {
        return collect(folder, programs, ending(folder, programs));
      } finally {
        Folders.delete(folder);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private int collect(Path folder, List<String> programs, String ending) throws IOException {
    for (int i = 0; i < programs.size(); i++) {
      String program = programs.get(i);
      reports.put(program, read(folder.resolve(program)));
      if (!isOver(folder.resolve(program))) {
        failures.put(program, ending);
        return i + 1;
      }
    }
    if (!ending.isEmpty()) {
      failures.put(programs.get(programs.size() - 1), ending);
    }
    return programs.size();
  }

  /** Runs a job and tells what went wrong in it; nothing if all went well. */
  private String ending(Path folder, List<String> programs) {
    Job job =
        Job.of("transparency.Suite", folder)
            .arguments(programs)
            .on(ranks)
            .mpi(mpi)
            .overHosts(hosts)
            .binding(binding)
            .within(DEADLINE);
    try {
      Outcome outcome = (plain ? job.plain() : job).run();
      said.addAll(outcome.stderr().lines().filter(SuiteRun::isNoRemark).toList());
      return outcome.status() == 0 ? "" : outcome.toString();
    } catch (AssertionError e) {
      return String.valueOf(e.getMessage());
    }
  }

  private String read(Path folder) throws IOException {
    StringBuilder all = new StringBuilder();
    for (int rank = 0; rank < ranks; rank++) {
      Path file = file(folder, rank);
      String text = Files.exists(file) ? Files.readString(file) : "(nothing)\n";
      all.append("rank ").append(rank).append(":\n").append(text);
    }
    return all.toString();
  }

  private boolean isOver(Path folder) throws IOException {
    for (int rank = 0; rank < ranks; rank++) {
      Path file = file(folder, rank);
      if (!Files.exists(file) || !endsWell(Files.readAllLines(file, StandardCharsets.UTF_8))) {
        return false;
      }
    }
    return true;
  }

  private static boolean endsWell(List<String> lines) {
    return !lines.isEmpty() && lines.get(lines.size() - 1).equals("end");
  }

  private static Path file(Path folder, int rank) {
    return folder.resolve("rank-" + rank);
  }
}
