package org.legio.faults;

import java.util.function.UnaryOperator;

/** Runs test programs: a runtime, with a layout of Legio on top of it. */
interface Stage {

  /** Its name, in a run's. */
  String name();

  /**
   * Runs a program.
   *
   * @param spoil changes what each rank has of its runtime
   */
  Played play(Run run, Case program, UnaryOperator<Seat> spoil);
}
