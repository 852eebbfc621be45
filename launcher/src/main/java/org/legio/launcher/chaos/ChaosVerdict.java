package org.legio.launcher.chaos;

import java.util.List;

/**
 * The judgment on a run.
 *
 * @param policies those that have ended the job, as {@code KEY=abort}; only if that is the verdict
 * @param remarks the problems, or the reasons of the ranks that have ended the job; one line each
 */
public record ChaosVerdict(Kind kind, List<String> policies, List<String> remarks) {
  static final ChaosVerdict RIGHT = new ChaosVerdict(Kind.RIGHT, List.of(), List.of());

  /** The three judgments. */
  public enum Kind {
    /** The job has ended as it should. */
    RIGHT("right"),
    /** A policy has ended the job, as it should. */
    ENDED_BY_POLICY("ended-by-policy"),
    /** Anything else. */
    WRONG("wrong");

    private final String word;

    Kind(String word) {
      this.word = word;
    }

    /** Its name in JSON. */
    @Override
    public String toString() {
      return word;
    }
  }

  static ChaosVerdict wrong(List<String> problems) {
    return new ChaosVerdict(Kind.WRONG, List.of(), problems);
  }

  static ChaosVerdict endedByPolicy(List<String> policies, List<String> reasons) {
    return new ChaosVerdict(Kind.ENDED_BY_POLICY, policies, reasons);
  }

  /** In words, for a line about the run. */
  String words() {
    return switch (kind) {
      case RIGHT -> "right";
      case ENDED_BY_POLICY -> "ended by " + String.join(", ", policies);
      case WRONG -> "WRONG";
    };
  }
}
