package org.legio.runtime.hosts;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.legio.runtime.replica.CheckpointPlaces;
import org.legio.runtime.shm.CheckpointFiles;
import org.legio.runtime.shm.CheckpointName;
import org.legio.runtime.shm.JobMemory;

/**
 * The checkpoints of the processes of other hosts, as they come to this one. A copy counts, and all
 * that precedes it here may be forgotten, when
 *
 * <ol>
 *   <li>all of it has come;
 *   <li>the launcher has said that it has all output that precedes it;
 *   <li>all that the process had been told and had sent before is on this host.
 * </ol>
 *
 * <p>So a host can begin each process by itself: what it lets go of depends on its own copies only.
 */
final class CheckpointCopies {
  /** A copy that does not count yet. */
  private static final class Incoming {
    final int host;
    final FileChannel to;
    @Nullable CheckpointPlaces head;

    Incoming(int host, FileChannel to) {
      this.host = host;
      this.to = to;
    }
  }

  private final JobMemory job;
  private final Map<Integer, Incoming> incoming = new HashMap<>();

  /** The last of each process whose output the launcher has. */
  private final Map<Integer, CheckpointName> established = new HashMap<>();

  /** The processes of each host to which it is not yet told that their copies have been settled. */
  private final Map<Integer, List<Integer>> settled = new HashMap<>();

  CheckpointCopies(JobMemory job) {
    this.job = job;
  }

  private Path file(int process) {
    return job.checkpoints().of(process);
  }

  /**
   * Takes a part of a checkpoint.
   *
   * @param host that sends it
   * @param place of the part
   * @param length of the whole
   */
  void take(int host, int process, long place, long length, ByteBuffer part) {
    try {
      Incoming copy = incoming.get(process);
      if (!job.keepsAll()) {
        return; // nobody begins there
      }
      if (place == 0 && (copy == null || copy.host != host)) {
        if (copy != null) {
          copy.to.close(); // its host is lost, and the process has been restarted on another one
        }
        copy = new Incoming(host, CheckpointFiles.begin(file(process)));
        incoming.put(process, copy);
      }
      if (copy == null || copy.host != host || copy.head != null || copy.to.position() != place) {
        throw new IllegalStateException("a part of a checkpoint at " + place + " was not awaited");
      }
      while (part.hasRemaining()) {
        copy.to.write(part);
      }
      if (copy.to.position() == length) {
        copy.to.close();
        copy.head = CheckpointPlaces.of(CheckpointFiles.unfinished(file(process)));
      }
    } catch (IOException e) {
      job.keepNoMore(
          () -> "a checkpoint of process " + process + " cannot be copied to this host: " + e);
    }
  }

  /** The launcher has all output that precedes a checkpoint. */
  void establish(CheckpointName name) {
    established.put(name.process(), name);
  }

  /**
   * Lets copies count that can.
   *
   * @param host what this host has
   */
  void look(ReplicaHost host) {
    for (Incoming copy : List.copyOf(incoming.values())) {
      CheckpointPlaces head = copy.head;
      if (head != null && job.keepsAll() && isEstablished(head.name()) && trySettle(head, host)) {
        int process = head.name().process();
        incoming.remove(process);
        settled.computeIfAbsent(copy.host, unused -> new ArrayList<>()).add(process);
      }
    }
  }

  private boolean isEstablished(CheckpointName name) {
    CheckpointName last = established.get(name.process());
    return last != null && name.isUpTo(last);
  }

  /** Lets a copy count if it can; false if it may later. */
  private boolean trySettle(CheckpointPlaces head, ReplicaHost host) {
    int process = head.name().process();
    if (head.isOlder(job)) {
      return true;
    }
    if (!head.isReached(job, host.decisionsOf(process))) {
      return false;
    }
    if (!head.isKept(job)) {
      job.keepNoMore(
          () -> "a checkpoint of process " + process + " needs votes that are not there any more");
      return true;
    }
    try {
      CheckpointFiles.finish(file(process));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    head.forget(job);
    return true;
  }

  /** A process of a host whose copy has been settled since the last answer; -1 if none. */
  int nextSettled(int host) {
    List<Integer> processes = settled.getOrDefault(host, List.of());
    return processes.isEmpty() ? -1 : processes.remove(processes.size() - 1);
  }

  /** Drops what does not count of the processes of lost hosts. */
  void drop(List<Integer> hosts) throws IOException {
    for (Incoming copy : List.copyOf(incoming.values())) {
      if (hosts.contains(copy.host)) {
        copy.to.close();
        incoming.values().remove(copy);
      }
    }
    hosts.forEach(settled::remove);
  }
}
