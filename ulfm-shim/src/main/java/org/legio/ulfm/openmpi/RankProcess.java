package org.legio.ulfm.openmpi;

import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The process that mpirun has started as this rank and watches: this JVM, or a wrapper, such as a
 * shell script, that has started this JVM.
 *
 * @param pid its process id
 * @param launcher mpirun's process on this node, which has started it
 */
record RankProcess(long pid, ProcessHandle launcher) {
  private static final Set<String> LAUNCHERS =
      Set.of("prterun", "prted", "prte", "mpirun", "mpiexec");

  /** Finds it among this process and its ancestors; empty if mpirun is not an ancestor. */
  static Optional<RankProcess> find() {
    ProcessHandle process = ProcessHandle.current();
    ProcessHandle parent = process.parent().orElse(null);
    while (parent != null && !isLauncher(parent)) {
      process = parent;
      parent = process.parent().orElse(null);
    }
    return parent == null ? Optional.empty() : Optional.of(new RankProcess(process.pid(), parent));
  }

  private static boolean isLauncher(ProcessHandle process) {
    Optional<String> command = process.info().command();
    return command.isPresent()
        && LAUNCHERS.contains(String.valueOf(Path.of(command.get()).getFileName()));
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
    return launcher.children().filter(ProcessHandle::isAlive).map(ProcessHandle::pid);
  }
}
