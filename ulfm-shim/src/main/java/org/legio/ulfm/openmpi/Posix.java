package org.legio.ulfm.openmpi;

import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;

/** The few functions of the C library that Java has no equivalent of. */
public final class Posix {
  /** Signal: end at once; cannot be caught. */
  public static final int SIGKILL = 9;

  /** Signal, to a JVM: print the stacks of all threads. */
  public static final int SIGQUIT = 3;

  /** Signal: do nothing until SIGCONT comes; cannot be caught. */
  public static final int SIGSTOP = 19;

  /** Signal: continue. */
  public static final int SIGCONT = 18;

  /** Of {@link #open}: for reading. */
  public static final int O_RDONLY = 0;

  /** Of {@link #fcntl}: sets how many bytes a pipe holds. */
  public static final int F_SETPIPE_SZ = 1031;

  /**
   * The largest number of bytes that one write puts into a pipe without mixing them with others.
   */
  public static final int PIPE_BUF = 4096;

  static {
    NativePart.startBy(() -> Native.register(Posix.class, NativeLibrary.getProcess()));
  }

  private Posix() {}

  /**
   * Sets a variable in this process's own environment, where C code reads it. {@link System#getenv}
   * still returns the value with which the process was started.
   *
   * @param overwrite 0 to keep a value that is there
   */
  static native int setenv(String name, String value, int overwrite);

  /**
   * Sends a signal to a process.
   *
   * @param pid its id; 0 for all processes of this one's group
   */
  public static native int kill(int pid, int signal);

  /**
   * Sends a signal to the calling thread, which therefore does nothing more before it has taken
   * effect; another thread may take one that is sent to the process.
   */
  public static native int raise(int signal);

  /** Opens a file. Returns its descriptor, or -1. */
  public static native int open(String path, int flags);

  /** Changes an open file. */
  public static native int fcntl(int file, int command, int value);

  /** Closes a file. */
  public static native int close(int file);

  /** This process's id. */
  public static native int getpid();

  /** The id of this process's group, which is the id of the group's leader. */
  static native int getpgrp();

  /** Ends this process at once with a status; no shutdown hook runs. */
  static native void _exit(int status);
}
