package org.legio.ulfm.messages;

/** The exit statuses of Legio's commands and of its jobs; {@code docs/reference} has the table. */
public enum ExitStatus {
  /** All is well. */
  SUCCESS(
      0,
      "The command did its work. The job ended well, perhaps without some of its ranks;"
          + " all runs were right; jobs can run here."),
  /** Something went wrong. */
  FAILURE(
      1,
      "The command could not do its work; one line on standard error says why. Of a"
          + " job: an uncaught exception in `main`, a policy's abort, or a lost host for"
          + " which mpirun gave up. Of `demo`, `chaos` and `bench`: a run went wrong. Of"
          + " `doctor`: jobs cannot run here."),
  /** What was asked for was not understood. */
  USAGE(
      2,
      "The command line or a setting is wrong; one line on standard error says what is"
          + " right. The program has not run."),
  /** A planned fault has not happened. */
  FAULT_MISSED(3, "All went well, but not every fault of `--kill` or `--signal` happened."),
  /** A policy has ended a job under chaos. */
  ENDED_BY_POLICY(4, "Of `chaos`: no run went wrong, but a policy ended at least one job."),
  /** A time limit has ended the job. */
  TIMED_OUT(124, "The embedded runtime ended the job after `--timeout`. (Open MPI 5.0.7: 241.)"),
  /** SIGHUP. */
  HUNG_UP(129, "SIGHUP ended the command, or the job's last rank."),
  /** SIGINT. */
  INTERRUPTED(130, "SIGINT (Ctrl-C) ended the command, or the job's last rank."),
  /** SIGKILL, and the loss of all ranks. */
  KILLED(
      137,
      "All ranks were lost between `MPI_Init` and `MPI_Finalize`, all of them on this"
          + " host. Or SIGKILL ended the command or mpirun."),
  /** SIGTERM. */
  TERMINATED(143, "SIGTERM ended the command, or the job's last rank.");

  /** A process that signal N has ended has this status plus N. */
  public static final int SIGNALED = 128;

  private static final int LARGEST = 255;

  private final int number;
  private final String meaning;

  ExitStatus(int number, String meaning) {
    this.number = number;
    this.meaning = meaning;
  }

  /** The number, as a shell sees it. */
  public int number() {
    return number;
  }

  /** What it tells a user, in sentences. */
  public String meaning() {
    return meaning;
  }

  /** Success if all is well, else failure: the number. */
  public static int of(boolean isWell) {
    return (isWell ? SUCCESS : FAILURE).number;
  }

  /** Whether it is that of a JVM that has been told to end, by SIGHUP, SIGINT or SIGTERM. */
  public static boolean isToldToEnd(int status) {
    return status == HUNG_UP.number || status == INTERRUPTED.number || status == TERMINATED.number;
  }

  /** Another number if that tells of a failure and fits into an exit status, else this one's. */
  public int unlessGiven(int other) {
    return other < 1 || other > LARGEST ? number : other;
  }
}
