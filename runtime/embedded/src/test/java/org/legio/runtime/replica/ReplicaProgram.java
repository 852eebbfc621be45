package org.legio.runtime.replica;

/** What each process of a {@link SimulatedJob} runs between init and finalize. */
@FunctionalInterface
public interface ReplicaProgram {
  /**
   * Runs a rank's program.
   *
   * @return what the rank has computed; whoever dies when and whatever comes first
   */
  String run(ReplicaSeat seat) throws Exception;
}
