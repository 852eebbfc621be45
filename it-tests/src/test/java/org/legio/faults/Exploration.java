package org.legio.faults;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;

/** Runs one program again and again, with deaths at all its steps, until a run comes out wrong. */
final class Exploration {
  private static final AtomicLong RUNS = new AtomicLong();

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

  /** How many runs there have been in this JVM. */
  static long runs() {
    return RUNS.get();
  }

  /** The run without deaths, which all others are compared with; throws if it is wrong itself. */
  Played undisturbed(Run run) {
    Played played = play(run);
    Failure.raiseAny(Failure.of(run, Judge.violations(played)));
    return played;
  }

  /** Kills each rank at each of its steps, one at a time. */
  Optional<Failure> everyDeath(int ranks, long seed) {
    Run run = new Run(program.name(), ranks, seed);
    Played undisturbed = undisturbed(run);
    for (Run disturbed : oneMoreDeath(run, undisturbed)) {
      Optional<Failure> failure = judge(disturbed, undisturbed);
      if (failure.isPresent()) {
        return failure;
      }
    }
    return Optional.empty();
  }

  /** Kills each pair of ranks at each of their steps. */
  Optional<Failure> everyPair(int ranks, long seed) {
    Run run = new Run(program.name(), ranks, seed);
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
    Run run = new Run(program.name(), ranks, seed);
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
    Run run = new Run(program.name(), ranks, seed);
    Played undisturbed = undisturbed(run);
    for (int death = 1 + random.nextInt(Math.max(1, ranks - 1)); death > 0; death--) {
      int rank = random.nextInt(ranks);
      long before = undisturbed.logs().get(rank).stepsBefore;
      int steps = (int) (undisturbed.steps()[rank] - before);
      run = run.withDeath(rank, before + 1 + random.nextInt(steps));
    }
    return judge(run, undisturbed);
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
      long first = run.deaths().isEmpty() ? firstStep(played, rank) : 1;
      for (long step = first; step <= played.steps()[rank]; step++) {
        more.add(run.withDeath(rank, step));
      }
    }
    return more;
  }

  /** Deaths before a program begins are the same for all: one program has them. */
  private long firstStep(Played played, int rank) {
    return program.diesEarly() ? 1 : played.logs().get(rank).stepsBefore + 1;
  }

  private Played play(Run run) {
    RUNS.incrementAndGet();
    return stage.play(run, program, spoil);
  }
}
