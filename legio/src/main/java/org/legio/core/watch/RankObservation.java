package org.legio.core.watch;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.legio.core.positions.OperationCounter;
import org.legio.core.positions.Position;

/**
 * Where a member of a communicator is, seen from one of its operations.
 *
 * @param standing in a word
 * @param call the call that it waits in the operation in; empty if it does not
 * @param where where its threads are, in words; empty if it has not answered
 */
record RankObservation(Standing standing, String call, String where) {
  /** Calls that return whatever other ranks do. */
  private static final String NON_BLOCKING = "i[bmrs]?[A-Z].*|test.*";

  /** How it stands to the operation. */
  enum Standing {
    /** It waits in the operation. */
    WAITS("waits in it"),
    /** It has not come to it, for it waits in another call. */
    WAITS_ELSEWHERE("waits elsewhere"),
    /** It has not come to it, and waits for no other rank. */
    LAGS("keeps the others waiting"),
    /** It has left it. */
    IS_PAST("is past it"),
    /** It has not answered. */
    SILENT("does not answer"),
    /** It has ended. */
    GONE("has ended");

    private final String words;

    Standing(String words) {
      this.words = words;
    }

    @Override
    public String toString() {
      return words;
    }
  }

  /** The observation of this rank, from the stacks of its own threads. */
  static RankObservation here(
      Optional<OperationCounter> communicator, long sequence, List<Position> positions) {
    String where = positions.stream().map(RankObservation::since).collect(Collectors.joining("; "));
    Standing standing = standing(communicator, sequence, positions);
    String call = standing == Standing.WAITS ? callOn(communicator.orElseThrow(), positions) : "";
    return new RankObservation(standing, call, where);
  }

  private static String callOn(OperationCounter communicator, List<Position> positions) {
    return positions.stream()
        .filter(position -> position.communicator() == communicator)
        .map(Position::call)
        .findFirst()
        .orElse("");
  }

  /** A rank that does not know the communicator has freed it: its last operation is over there. */
  private static Standing standing(
      Optional<OperationCounter> communicator, long sequence, List<Position> positions) {
    if (communicator.isEmpty() || communicator.get().current() > sequence) {
      return Standing.IS_PAST;
    }
    if (positions.stream().noneMatch(RankObservation::blocks)) {
      return Standing.LAGS;
    }
    boolean inside =
        communicator.get().current() == sequence
            && positions.stream().anyMatch(p -> p.communicator() == communicator.get());
    return inside ? Standing.WAITS : Standing.WAITS_ELSEWHERE;
  }

  private static boolean blocks(Position position) {
    return !position.isComputing() && !position.call().matches(NON_BLOCKING);
  }

  private static String since(Position position) {
    double seconds = Duration.between(position.since(), Instant.now()).toMillis() / 1e3;
    return "%s, for %.1f s".formatted(position, seconds);
  }

  /** The form that {@link #of} reads. */
  @Override
  public String toString() {
    return standing.name() + "\n" + call + "\n" + where;
  }

  /** Reads an answer. */
  static RankObservation of(Reply reply) {
    return switch (reply.kind()) {
      case SILENT -> new RankObservation(Standing.SILENT, "", "");
      case GONE -> new RankObservation(Standing.GONE, "", "");
      case ANSWERED -> {
        String[] parts = reply.text().split("\n", 3);
        yield new RankObservation(Standing.valueOf(parts[0]), parts[1], parts[2]);
      }
    };
  }

  /** Whether this rank keeps the operation from continuing. */
  boolean isLaggard() {
    return standing == Standing.LAGS || standing == Standing.SILENT;
  }
}
