package org.legio.launcher.chaos;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.legio.agent.RankFiles;
import org.legio.launcher.machine.Programs;
import org.legio.ulfm.openmpi.Posix;

/**
 * Sends signals to the processes of a job's ranks on this host, which are found by the files that
 * they write.
 */
final class RankProcesses {
  private final Path folder;
  private final int ranks;
  private final Map<Integer, ProcessHandle> processes = new ConcurrentHashMap<>();

  /**
   * Makes the processes of a job.
   *
   * @param folder the folder where its ranks write {@link RankFiles}
   */
  RankProcesses(Path folder, int ranks) {
    this.folder = folder;
    this.ranks = ranks;
  }

  /** Whether all ranks have initialized MPI. */
  boolean haveBegun() {
    boolean all = true;
    for (int rank = 0; rank < ranks; rank++) {
      all &= discover(rank);
    }
    return all;
  }

  private boolean discover(int rank) {
    Path file = folder.resolve(rank + RankFiles.PID);
    if (!processes.containsKey(rank) && Files.exists(file)) {
      ProcessHandle.of(pid(file)).ifPresent(process -> processes.put(rank, process));
    }
    return Files.exists(file);
  }

  private static long pid(Path file) {
    try {
      return Long.parseLong(Files.readString(file).strip());
    } catch (IOException e) {
      throw new UncheckedIOException("the process id in " + file + " cannot be read", e);
    }
  }

  /** Sends a signal to a rank; false if the rank has ended. */
  boolean signal(int rank, int signal) {
    return Optional.ofNullable(processes.get(rank))
        .filter(ProcessHandle::isAlive)
        .filter(process -> Posix.kill((int) process.pid(), signal) == 0)
        .isPresent();
  }

  /** Sends a signal to all living ranks; returns their number. */
  int signalAll(int signal) {
    return (int) living().stream().filter(rank -> signal(rank, signal)).count();
  }

  private List<Integer> living() {
    return processes.entrySet().stream()
        .filter(entry -> entry.getValue().isAlive())
        .map(Map.Entry::getKey)
        .sorted()
        .toList();
  }

  /** Waits some seconds for the end of all ranks; kills and returns those that have not ended. */
  List<Integer> endAll(long patienceSeconds) {
    CompletableFuture<Void> end =
        CompletableFuture.allOf(
            processes.values().stream()
                .map(ProcessHandle::onExit)
                .toArray(CompletableFuture<?>[]::new));
    try {
      end.get(patienceSeconds, TimeUnit.SECONDS);
      return List.of();
    } catch (TimeoutException e) {
      List<Integer> left = living();
      left.forEach(rank -> signal(rank, Posix.SIGKILL));
      return left;
    } catch (ExecutionException e) {
      throw new IllegalStateException("the ends of the ranks cannot be awaited", e);
    } catch (InterruptedException e) {
      throw Programs.interrupted(List.of("the job's ranks"), e);
    }
  }
}
