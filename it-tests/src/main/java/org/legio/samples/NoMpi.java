package org.legio.samples;

/**
 * A program that never calls MPI and ends in a given way.
 *
 * <p>Usage: {@code NoMpi MODE}; the modes are those of {@link Ending}.
 */
public final class NoMpi {
  private NoMpi() {}

  /** Ends. */
  public static void main(String[] args) {
    Ending.Mode.of(args[0]).end();
  }
}
