package org.legio.ulfm.openmpi;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The process that mpirun has started as this rank and watches: this JVM, or a wrapper, such as a
 * shell script, that has started this JVM.
 *
 * @param pid its process id
 * @param launcher the id of mpirun's process on this node, which has started it
 */
record RankProcess(long pid, long launcher) {
  private static final Set<String> LAUNCHERS =
      Set.of("prterun", "prted", "prte", "mpirun", "mpiexec");

  private static final Path PROCESSES = Path.of("/proc");
  private static final long NONE = 0;

  /** The place of the parent's id in {@code /proc/PID/stat}, behind the name in parentheses. */
  private static final int PARENT = 1;

  /**
   * Finds it among this process and its ancestors; empty if mpirun is not an ancestor. It reads
   * {@code /proc} itself, because the first use of {@link ProcessHandle} starts a pool of threads.
   */
  static Optional<RankProcess> find() {
    long process = Posix.getpid();
    long parent = parentOf(process);
    while (parent != NONE && !isLauncher(parent)) {
      process = parent;
      parent = parentOf(process);
    }
    return parent == NONE ? Optional.empty() : Optional.of(new RankProcess(process, parent));
  }

  /** The parent of a process; {@link #NONE} if it has none, or has ended. */
  private static long parentOf(long process) {
    try {
      String status = Files.readString(PROCESSES.resolve(process + "/stat"));
      return Long.parseLong(
          status.substring(status.lastIndexOf(')') + 1).strip().split(" ")[PARENT]);
    } catch (IOException e) {
      return NONE;
    }
  }

  private static boolean isLauncher(long process) {
    try {
      Path program = Files.readSymbolicLink(PROCESSES.resolve(process + "/exe"));
      return LAUNCHERS.contains(String.valueOf(program.getFileName()));
    } catch (IOException e) {
      return false; // another user's: not mpirun, which has started this one
    }
  }

  /** Whether a wrapper stands between mpirun and this JVM. */
  boolean isWrapper() {
    return pid != Posix.getpid();
  }

  /** Whether this JVM is in the process group that mpirun has given to the rank alone. */
  boolean leadsOwnGroup() {
    return Posix.getpgrp() == pid;
  }

  /** The processes of this node's ranks that have not ended. */
  Stream<Long> ranks() {
    return ProcessHandle.of(launcher).stream()
        .flatMap(ProcessHandle::children)
        .filter(ProcessHandle::isAlive)
        .map(ProcessHandle::pid);
  }
}
