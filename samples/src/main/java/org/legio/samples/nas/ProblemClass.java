package org.legio.samples.nas;

import java.util.Arrays;

/** The sizes of problems in the NAS Parallel Benchmarks, the smallest first. */
public enum ProblemClass {
  S,
  W,
  A;

  /**
   * The class that a program's first argument names; S if there is none.
   *
   * @throws IllegalArgumentException if it names no class
   */
  static ProblemClass of(String[] args) {
    String name = args.length == 0 ? S.name() : args[0];
    return Arrays.stream(values())
        .filter(each -> each.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "class '%s' is none of %s; give one of them"
                        .formatted(name, Arrays.toString(values()))));
  }
}
