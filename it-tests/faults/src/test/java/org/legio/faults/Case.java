package org.legio.faults;

/**
 * A small program that is run with deaths at every step.
 *
 * @param name its name in a replay
 * @param settings its policies
 * @param fewest the smallest number of ranks
 * @param program the program of each rank
 * @param extent how far it is explored
 */
record Case(String name, Settings settings, int fewest, Program program, Extent extent) {

  /** One that is explored wholly. */
  Case(String name, Settings settings, int fewest, Program program) {
    this(name, settings, fewest, program, Extent.WHOLE);
  }

  /** What a rank does. */
  @FunctionalInterface
  interface Program {
    void run(Mpi mpi) throws Exception;
  }

  /** A part of a program on one communicator, which is done again and again. */
  @FunctionalInterface
  interface Step {
    void run(Comm comm, int round) throws Exception;
  }

  /** Whether ranks are to die before its first call and while MPI is being finalized, too. */
  boolean diesOutside() {
    return name.equals("barrier");
  }

  /** The same program under other policies. */
  Case under(String suffix, Settings others) {
    return new Case(name + "/" + suffix, others, fewest, program, extent);
  }

  /** The same program, explored less far in short runs. */
  Case to(Extent other) {
    return new Case(name, settings, fewest, program, other);
  }

  /** With how many ranks at most it is explored. */
  int most() {
    return Options.isLong() ? Extent.WHOLE.maxRanks() : Math.max(fewest, extent.maxRanks());
  }

  @Override
  public String toString() {
    return name;
  }
}
