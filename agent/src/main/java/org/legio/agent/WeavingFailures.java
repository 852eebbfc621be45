package org.legio.agent;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Remembers that a class could not be woven: a job that is woven in part must not be protected. */
final class WeavingFailures {
  private volatile @Nullable String first;

  /** Records a class that could not be woven. */
  void note(String className, Throwable thrown) {
    note("class " + className + " cannot be woven (" + thrown + ")");
  }

  /** Records a native that the program's binding lacks, or has with other parameters. */
  void noteMissing(Call call) {
    note(missing(call.toString()));
  }

  /** What is wrong with a binding that lacks a native, and what to do. */
  static String missing(String name) {
    return "the program's mpi.jar has no native " + name + "; use that of Open MPI 5.0";
  }

  private void note(String failure) {
    if (first == null) {
      first = failure;
    }
  }

  /** The first failure. */
  Optional<String> first() {
    return Optional.ofNullable(first);
  }
}
