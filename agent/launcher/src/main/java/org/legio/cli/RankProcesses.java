package org.legio.cli;

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
import org.legio.ulfm.openmpi.Posix;

/** The processes of a job's ranks on this host, known by the files that they write. */
final class RankProcesses {
  private final Path folder;
  private final int ranks;
  private final Map<Integer, ProcessHandle> processes = new ConcurrentHashMap<>();

  /**
   * Those of a job.
   *
   * @param folder where its ranks write {@link RankFiles}
   */
  RankProcesses(Path folder, int ranks) {
    this.folder = folder;
    this.ranks = ranks;
  }

  /** Whether all ranks have initialised MPI. */
  boolean haveBegun() {
    boolean all = true;
    for (int rank = 0; rank < ranks; rank++) {
      all &= hasBegun(rank);
    }
    return all;
  }

  private boolean hasBegun(int rank) {
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

  /** Sends a rank a signal; returns whether there was anybody to send it to. */
  boolean signal(int rank, int signal) {
    return Optional.ofNullable(processes.get(rank))
        .filter(ProcessHandle::isAlive)
        .filter(process -> Posix.kill((int) process.pid(), signal) == 0)
        .isPresent();
  }

  /** Sends all that live a signal; returns how many. */
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

  /** The ranks whose processes have not ended within some time; these are killed. */
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
