package org.legio.faults;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Shortens a random program that fails: leaves calls out, as long as the rest still fails. */
final class Shrinking {
  private static final int TRIES = 300;

  private final Failure found;
  private final Stage stage;
  private final String name;

  /** Starts from a failure of a random program. */
  Shrinking(Failure found) {
    this.found = found;
    this.stage = SimulatedStage.named(found.run().stage());
    this.name = found.run().program();
  }

  /** A failure of as few of the calls as could be found. */
  Failure smallest() {
    Failure smallest = found;
    List<Integer> kept =
        new ArrayList<>(IntStream.range(0, Integer.parseInt(name.split("/")[2])).boxed().toList());
    for (int place = kept.size() - 1; place >= 0 && kept.size() > 1; place--) {
      List<Integer> fewer = new ArrayList<>(kept);
      fewer.remove(place);
      Optional<Failure> still = failureOf(fewer);
      if (still.isPresent()) {
        smallest = still.get();
        kept = fewer;
      }
    }
    return smallest;
  }

  /** Calls left out, other steps are other places: so many are tried. */
  private Optional<Failure> failureOf(List<Integer> calls) {
    String part = calls.stream().map(String::valueOf).collect(Collectors.joining(","));
    Exploration exploration = new Exploration(stage, Programs.named(name + "/" + part));
    Random random = new Random(found.run().seed());
    for (int i = 0; i < TRIES; i++) {
      Optional<Failure> failure =
          exploration.someDeaths(found.run().ranks(), found.run().seed() + i, random);
      if (failure.isPresent()) {
        return failure;
      }
    }
    return Optional.empty();
  }
}
