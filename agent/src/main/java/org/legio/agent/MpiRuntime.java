package org.legio.agent;

import java.util.Optional;
import org.legio.ulfm.ports.Binding;
import org.legio.ulfm.ports.Job;
import org.legio.ulfm.ports.Pmpi;
import org.legio.ulfm.ports.Stages;
import org.legio.ulfm.ports.Ulfm;

/** What this process's MPI is: a library of Open MPI, or the embedded runtime. */
interface MpiRuntime {

  /** What is made of the binding's classes. */
  FinishedBinding kind();

  /** Access to the job as a whole. */
  Job job();

  /** Is told how far this process has come. */
  Stages stages();

  /** The binding's natives, once the program has come to the binding's first class. */
  Pmpi pmpi();

  /** The binding's objects, once MPI has been initialized. */
  Binding binding();

  /** ULFM, once MPI has been initialized. */
  Ulfm ulfm();

  /** Why nothing can be protected; empty if it can. */
  Optional<String> obstacle(Binding binding);

  /** The program makes its first window, and is protected. */
  default void windowsWanted() {}

  /** MPI has been finalized. */
  default void finalized() {}
}
