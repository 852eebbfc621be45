package org.legio.embedded;

/** What a process does with the JVM that it runs in. */
interface Jvm {
  /** Its process id. */
  long pid();

  /** Makes what works for the process while its program does not call MPI. */
  Conductor conductor(Engine engine, JobMemory job);

  /** Writes a line on standard error, after what is still buffered. */
  void say(String message);

  /** Writes all that is still buffered. */
  void say();

  /** Ends it at once; does not return. */
  void halt(int status);
}
