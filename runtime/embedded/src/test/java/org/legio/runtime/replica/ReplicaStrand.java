package org.legio.runtime.replica;

import java.nio.file.Path;
import java.util.List;
import org.legio.runtime.shm.Jvm;
import org.legio.runtime.shm.Step;

/** A process of a simulation that runs one of {@link ReplicaPrograms}. */
public interface ReplicaStrand extends Jvm {
  /** Its number in the job. */
  int number();

  /** Whether it is restarted. */
  boolean isRestarted();

  /** What its program is told; all replicas of a rank are told the same. */
  List<String> told();

  /** Its program prints a line. */
  default void print(String line) {}

  /** It comes to a step. */
  void step(Step step);

  /** A folder for files. */
  Path folder();
}
