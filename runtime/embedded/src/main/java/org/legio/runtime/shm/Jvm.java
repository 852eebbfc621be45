package org.legio.runtime.shm;

/** What a process does with the JVM that it runs in. */
public interface Jvm {
  /** Its process id. */
  long pid();

  /** Makes what works for the process while its program does not call MPI. */
  ProgressThread progressThread(ProgressEngine engine, JobMemory job);

  /** Writes a line on standard error, after what is still buffered. */
  void say(String message);

  /** Writes all that is still buffered. */
  void say();

  /** Writes a mark behind all that has been printed, if the launcher reads that. */
  void mark(OutputMark mark);

  /** Ends it at once; does not return. */
  void halt(int status);
}
