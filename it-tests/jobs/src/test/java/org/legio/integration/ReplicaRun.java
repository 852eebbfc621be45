package org.legio.integration;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/**
 * A run of a program in which processes die, but no rank is lost.
 *
 * @param kills of processes, as {@code --kill} takes them; some may not come to their call
 * @param seed what has chosen all else
 */
record ReplicaRun(ReplicaProgram program, Survival survival, List<String> kills, long seed) {
  private static final int RANKS = 4;
  private static final double SHARE = 0.6;
  private static final int MAX_CALLS = 5;

  /** The exit status where a planned death has not happened. */
  private static final int MISSED = 3;

  /** Makes a run of what a seed chooses. */
  @FunctionalInterface
  interface Maker<T> {
    T of(Survival survival, Random random, long seed);
  }

  /** How a rank survives the death of its processes. */
  @SuppressWarnings("ImmutableEnumChecker") // nobody changes the options
  enum Survival {
    REPLICAS(200, true, "--replicas", "2"),
    RESTART(200, false, "--restart", "2"),
    BOTH(100, true, "--replicas", "2", "--restart", "1");

    private final int seeds;
    private final boolean isReplicated;
    private final String[] options;

    Survival(int seeds, boolean isReplicated, String... options) {
      this.seeds = seeds;
      this.isReplicated = isReplicated;
      this.options = options;
    }

    /**
     * Runs for all ways to survive.
     *
     * @param part long runs have this part of each way's seeds
     * @param few short runs have so many
     */
    static <T> Stream<T> runs(int part, int few, Maker<T> maker) {
      return Stream.of(values())
          .flatMap(
              survival ->
                  Seeds.from(0, few, survival.seeds / part).stream()
                      .mapToObj(seed -> maker.of(survival, Seeds.random(seed), seed)));
    }

    /** The launcher's options. */
    String[] options() {
      return options.clone();
    }

    /** Deaths of processes at some of these calls; no rank loses more than one at once. */
    List<String> kills(Random random, int ranks, List<String> calls) {
      List<String> kills = new ArrayList<>();
      for (int rank = 0; rank < ranks; rank++) {
        if (random.nextDouble() < SHARE) {
          kills.add(kill(random, rank, isReplicated ? random.nextInt(replicas()) : 0, calls));
        }
      }
      return List.copyOf(kills);
    }

    /** How many processes a rank has. */
    int replicas() {
      return isReplicated ? 2 : 1;
    }

    /** The death of a process at one of these calls. */
    String kill(Random random, int rank, int replica, List<String> calls) {
      return rank
          + (isReplicated ? "." + replica : "")
          + "@"
          + calls.get(random.nextInt(calls.size()))
          + ":"
          + (1 + random.nextInt(MAX_CALLS))
          + (random.nextBoolean() ? "" : ":after");
    }
  }

  static ReplicaRun of(Survival survival, Random random, long seed) {
    ReplicaProgram[] programs = ReplicaProgram.values();
    ReplicaProgram program = programs[random.nextInt(programs.length)];
    return new ReplicaRun(program, survival, survival.kills(random, RANKS, program.calls()), seed);
  }

  Job job() {
    return program
        .job()
        .on(RANKS)
        .launcher(survival.options)
        .injecting(kills.toArray(String[]::new));
  }

  /** The status that a run has to end with, by what it has said. */
  static int wantedStatus(Outcome outcome) {
    return outcome.stderr().contains("has not happened") ? MISSED : 0;
  }

  @Override
  public String toString() {
    return survival + " " + program + " " + kills + ", seed " + seed;
  }
}
