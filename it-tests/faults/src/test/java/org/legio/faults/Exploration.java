package org.legio.faults;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;

/** Runs one program many times, with deaths at all its steps, until a run is wrong. */
final class Exploration {
  private static final AtomicLong RUNS = new AtomicLong();
  private static final AtomicLong LEFT_OUT = new AtomicLong();

  private final Stage stage;
  private final Case program;
  private final UnaryOperator<Seat> spoil;

  /** Of a program on a stage. */
  Exploration(Stage stage, Case program) {
    this(stage, program, UnaryOperator.identity());
  }

  /** Likewise, with something changed between Legio and its runtime. */
  Exploration(Stage stage, Case program, UnaryOperator<Seat> spoil) {
    this.stage = stage;
    this.program = program;
    this.spoil = spoil;
  }

  /** How much has been explored in this JVM, for a line of the output. */
  static String summary() {
    return "fault tests: %d runs so far; single deaths left out of samples (one in %d is made): %d"
        .formatted(RUNS.get(), Options.STRIDE, LEFT_OUT.get());
  }

  /** The run without deaths, which all others are compared with; throws if it is wrong itself. */
  Played undisturbed(Run run) {
    Played played = play(run);
    Failure.raiseAny(Failure.of(run, Judge.violations(played)));
    return played;
  }

  /** Kills nobody. */
  Optional<Failure> noDeath(int ranks, long seed) {
    Run run = run(ranks, seed);
    return Failure.of(run, Judge.violations(play(run)));
  }

  /** Kills each rank at each of its steps, one at a time. */
  Optional<Failure> everyDeath(int ranks, long seed) {
    return oneDeathOf(1, ranks, seed);
  }

  /** Kills each rank at some of its steps, one at a time; the seed says at which. */
  Optional<Failure> sampledDeaths(int ranks, long seed) {
    return oneDeathOf(Options.STRIDE, ranks, seed);
  }

  private Optional<Failure> oneDeathOf(int stride, int ranks, long seed) {
    Run run = run(ranks, seed);
    Played undisturbed = undisturbed(run);
    List<Run> deaths = oneMoreDeath(run, undisturbed);
    int made = 0;
    for (int i = Math.floorMod(seed, stride); i < deaths.size(); i += stride) {
      made++;
      Optional<Failure> failure = judge(deaths.get(i), undisturbed);
      if (failure.isPresent()) {
        return failure;
      }
    }
    LEFT_OUT.addAndGet(deaths.size() - made);
    return Optional.empty();
  }

  /** Kills each pair of ranks at each of their steps. */
  Optional<Failure> everyPair(int ranks, long seed) {
    Run run = run(ranks, seed);
    Played undisturbed = undisturbed(run);
    for (Run first : oneMoreDeath(run, undisturbed)) {
      for (Run both : oneMoreDeath(first, play(first))) {
        Optional<Failure> failure = judge(both, undisturbed);
        if (failure.isPresent()) {
          return failure;
        }
      }
    }
    return Optional.empty();
  }

  /** Kills several ranks at steps drawn by chance, each time others. */
  Optional<Failure> somePairs(int ranks, long seed, int count) {
    Run run = run(ranks, seed);
    Played undisturbed = undisturbed(run);
    Random random = new Random(seed);
    List<Run> singles = oneMoreDeath(run, undisturbed);
    for (int i = 0; i < count; i++) {
      Run first = singles.get(random.nextInt(singles.size()));
      List<Run> pairs = oneMoreDeath(first, play(first));
      Run both = pairs.isEmpty() ? first : pairs.get(random.nextInt(pairs.size()));
      Optional<Failure> failure = judge(both, undisturbed);
      if (failure.isPresent()) {
        return failure;
      }
    }
    return Optional.empty();
  }

  /** Kills some ranks, each at a step drawn by chance. */
  Optional<Failure> someDeaths(int ranks, long seed, Random random) {
    Run run = run(ranks, seed);
    Played undisturbed = undisturbed(run);
    for (int death = 1 + random.nextInt(Math.max(1, ranks - 1)); death > 0; death--) {
      int rank = random.nextInt(ranks);
      long before = undisturbed.logs().get(rank).stepsBefore;
      int steps = (int) (undisturbed.steps()[rank] - before);
      run = run.withDeath(rank, before + 1 + random.nextInt(steps));
    }
    return judge(run, undisturbed);
  }

  /** Kills ranks that a draw puts together, several times: all at once, or one after the other. */
  Optional<Failure> someTogether(int ranks, long seed, int count, Victims victims) {
    Run run = run(ranks, seed);
    Played undisturbed = undisturbed(run);
    Random random = new Random(seed);
    for (int i = 0; i < count; i++) {
      int[] dying = victims.draw(ranks, random);
      Run disturbed =
          random.nextBoolean()
              ? atOnce(run, undisturbed, dying, random.nextDouble())
              : inTurn(run, undisturbed, dying, random);
      Optional<Failure> failure = judge(disturbed, undisturbed);
      if (failure.isPresent()) {
        return failure;
      }
    }
    return Optional.empty();
  }

  /** All die when each has made the same part of its steps. */
  private Run atOnce(Run run, Played undisturbed, int[] dying, double part) {
    Run disturbed = run;
    for (int rank : dying) {
      List<Long> steps = mortalSteps(run, undisturbed, rank);
      if (!steps.isEmpty()) {
        disturbed = disturbed.withDeath(rank, steps.get((int) (part * steps.size())));
      }
    }
    return disturbed;
  }

  /** Each dies in the run in which those before it have died, so maybe while that is repaired. */
  private Run inTurn(Run run, Played undisturbed, int[] dying, Random random) {
    Run disturbed = run;
    Played played = undisturbed;
    for (int rank : dying) {
      List<Long> steps = mortalSteps(disturbed, played, rank);
      if (!steps.isEmpty()) {
        disturbed = disturbed.withDeath(rank, steps.get(random.nextInt(steps.size())));
        played = play(disturbed);
      }
    }
    return disturbed;
  }

  /** Plays a run and judges it. */
  Optional<Failure> judge(Run run, Played undisturbed) {
    Played played = play(run);
    List<String> wrong = new ArrayList<>(Judge.violations(played));
    wrong.addAll(Judge.leaks(played, undisturbed));
    return Failure.of(run, wrong);
  }

  /** A run with one more death, at each step that the living made in it. */
  private List<Run> oneMoreDeath(Run run, Played played) {
    List<Run> more = new ArrayList<>();
    for (int rank : played.survivors()) {
      mortalSteps(run, played, rank).forEach(step -> more.add(run.withDeath(rank, step)));
    }
    return more;
  }

  /** At which of its steps in a run a rank may die. */
  private List<Long> mortalSteps(Run run, Played played, int rank) {
    Log log = played.logs().get(rank);
    long begin = run.deaths().isEmpty() ? firstStep(log) : 1;
    long last = Math.min(lastStep(played, rank), log.lastMortalStep);
    return LongStream.rangeClosed(Math.max(begin, log.firstMortalStep), last).boxed().toList();
  }

  /** Deaths before a program begins are the same for all: one program has them. */
  private long firstStep(Log log) {
    return program.diesOutside() ? 1 : log.stepsBefore + 1;
  }

  /** So are those after it has ended. */
  private long lastStep(Played played, int rank) {
    long all = played.steps()[rank];
    return program.diesOutside() ? all : Math.min(all, played.logs().get(rank).stepsAfter);
  }

  private Run run(int ranks, long seed) {
    return new Run(stage.name(), program.name(), ranks, seed);
  }

  private Played play(Run run) {
    RUNS.incrementAndGet();
    return stage.play(run, program, spoil);
  }
}
