package org.legio.junit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The job of a {@link MpiTest}. */
final class MpiJob {
  private static final String MPI = "legio.mpi";
  private static final int MAX_CALLS = 5;

  /** A rank that the job has lost, in its report. */
  private static final Pattern LOST =
      Pattern.compile("\"rank\":\\s*(\\d+),\\s*\"noticedAfterSeconds\"");

  /** The launcher's exit status where all went well but for a planned death. */
  private static final int MISSED = 3;

  private final MpiTest test;
  private final long seed;
  private final List<String> randomKills = new ArrayList<>();

  MpiJob(MpiTest test, long seed) {
    this.test = test;
    this.seed = seed;
    Random random = new Random(seed);
    List<Integer> mortals =
        new ArrayList<>(IntStream.range(1, test.ranks()).boxed().toList()); // rank 0 often prints
    for (int kill = Math.min(test.randomKills(), mortals.size()); kill > 0; kill--) {
      int rank = mortals.remove(random.nextInt(mortals.size()));
      String call = test.calls()[random.nextInt(test.calls().length)];
      randomKills.add(rank + "@" + call + ":" + (1 + random.nextInt(MAX_CALLS)));
    }
  }

  /**
   * Runs it.
   *
   * @throws AssertionError if it has not run as planned
   */
  MpiRun run() throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("legio-test");
    try {
      MpiRun run = run(folder);
      boolean isAsPlanned =
          run.missedKills().stream().noneMatch(this::isPlanned)
              && (run.status() == test.status()
                  || (run.status() == MISSED && test.status() == 0 && !randomKills.isEmpty()));
      if (!isAsPlanned) {
        throw new AssertionError(
            "exit status %d, and %d is wanted; planned deaths that have not happened: %s%n%s%n%s"
                .formatted(run.status(), test.status(), run.missedKills(), this, run));
      }
      return run;
    } finally {
      delete(folder);
    }
  }

  /** Whether a death has to happen that the launcher says has not. */
  private boolean isPlanned(String missed) {
    return randomKills.stream().noneMatch(kill -> missed.contains("--kill " + kill + " "));
  }

  private MpiRun run(Path folder) throws IOException, InterruptedException {
    Path said = folder.resolve("launcher");
    List<String> command = command(folder);
    long begin = System.nanoTime();
    Process launcher =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(said.toFile()).start();
    try {
      launcher.getOutputStream().close();
      boolean isOver = launcher.waitFor(test.timeoutSeconds(), TimeUnit.SECONDS);
      if (!isOver) {
        new Stacks(folder, launcher).show();
        end(launcher);
      }
      List<Path> files = filesIn(folder);
      MpiRun run =
          new MpiRun(
              launcher.exitValue(),
              texts(files, "stdout"),
              texts(files, "stderr"),
              Files.readString(said),
              lost(folder.resolve("run.json")),
              Duration.ofNanos(System.nanoTime() - begin),
              String.join(" ", command));
      if (!isOver) {
        throw new AssertionError(
            "not over after %d s; the stacks of all ranks are in their outputs%n%s%n%s"
                .formatted(test.timeoutSeconds(), this, run));
      }
      return run;
    } finally {
      end(launcher);
    }
  }

  /** The launcher ends its ranks when it is told to end. */
  private static void end(Process launcher) throws InterruptedException {
    launcher.destroy();
    if (!launcher.waitFor(10, TimeUnit.SECONDS)) {
      launcher.descendants().forEach(ProcessHandle::destroyForcibly);
      launcher.destroyForcibly().waitFor();
    }
  }

  private List<String> command(Path folder) {
    List<String> command = new ArrayList<>();
    command.addAll(
        List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-jar"));
    command.addAll(List.of(LegioJar.find().toString(), "run", "-n", "" + test.ranks()));
    command.addAll(List.of("--mpi", System.getProperty(MPI, "embedded")));
    command.addAll(List.of("--output-filename", folder.resolve("out").toString()));
    command.addAll(List.of("--report", folder.resolve("run.html").toString()));
    if (test.replicas() > 1) {
      command.addAll(List.of("--replicas", "" + test.replicas()));
    }
    if (test.restarts() > 0) {
      command.addAll(List.of("--restart", "" + test.restarts()));
    }
    Stream.concat(Stream.of(test.kill()), randomKills.stream())
        .forEach(kill -> command.addAll(List.of("--kill", kill)));
    if (test.layout() != Layout.DEFAULT) {
      command.addAll(List.of("--policy", "layout=" + test.layout().setting()));
    }
    for (String policy : test.policies()) {
      command.addAll(List.of("--policy", policy));
    }
    command.add("--");
    command.addAll(List.of(test.javaOptions()));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(test.program().getName());
    command.addAll(List.of(test.arguments()));
    return command;
  }

  /** What each rank has written, found among files; of replicas the longest. */
  private List<String> texts(List<Path> files, String name) throws IOException {
    List<String> texts = new ArrayList<>();
    for (int rank = 0; rank < test.ranks(); rank++) {
      String longest = ""; // they are the same as far as each has come
      for (Path file : files) {
        if (isOf(file, "rank." + rank, name)) {
          String text = Files.readString(file);
          longest = text.length() > longest.length() ? text : longest;
        }
      }
      texts.add(longest);
    }
    return texts;
  }

  private static List<Path> filesIn(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.toList();
    }
  }

  private static boolean isOf(Path file, String rank, String name) {
    String folder = String.valueOf(file.getName(file.getNameCount() - 2));
    return file.endsWith(name) && (folder.equals(rank) || folder.startsWith(rank + ".replica."));
  }

  private static List<Integer> lost(Path report) throws IOException {
    if (!Files.exists(report)) {
      return List.of();
    }
    Matcher ranks = LOST.matcher(Files.readString(report));
    return ranks.results().map(rank -> Integer.valueOf(rank.group(1))).sorted().toList();
  }

  private static void delete(Path folder) throws IOException {
    List<Path> files = new ArrayList<>(filesIn(folder));
    files.sort(Comparator.reverseOrder());
    for (Path file : files) {
      Files.delete(file);
    }
  }

  @Override
  public String toString() {
    List<String> kills = new ArrayList<>(List.of(test.kill()));
    kills.addAll(randomKills);
    return "%d ranks%s%s"
        .formatted(
            test.ranks(),
            kills.isEmpty() ? "" : ", kill " + String.join(", ", kills),
            test.randomKills() > 0 ? ", seed " + seed : "");
  }
}
