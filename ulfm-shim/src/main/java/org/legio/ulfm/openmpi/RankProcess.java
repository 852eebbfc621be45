package org.legio.ulfm.openmpi;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

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

  /** The first process of all has this parent. */
  private static final long KERNEL = 0;

  /**
   * Finds it among this process and its ancestors; empty if mpirun is not an ancestor. It reads
   * {@code /proc} itself, because the first use of {@link ProcessHandle} makes a pool of threads.
   */
  static Optional<RankProcess> find() {
    long process = Posix.getpid();
    long parent = LocalProcess.parentOf(process);
    while (parent > KERNEL && !isLauncher(parent)) {
      process = parent;
      parent = LocalProcess.parentOf(process);
    }
    return parent > KERNEL ? Optional.of(new RankProcess(process, parent)) : Optional.empty();
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
  List<Long> ranks() {
    List<Long> ranks = new ArrayList<>();
    String[] names = PROCESSES.toFile().list();
    for (String name : names == null ? new String[0] : names) {
      if (Character.isDigit(name.charAt(0))) {
        long process = Long.parseLong(name);
        if (LocalProcess.parentOf(process) == launcher) {
          ranks.add(process);
        }
      }
    }
    return ranks;
  }
}
