package org.legio.runtime.hosts;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.legio.runtime.shm.JobMemory;

/**
 * Sends the checkpoints of this host's processes to another host: of each process one at a time,
 * the newest, and the next when the other host has {@linkplain #recordSettled settled} it.
 */
final class CheckpointSender {
  /** Frames and decisions do not have to wait for longer parts. */
  private static final int MAX_PART_BYTES = 16 << 10;

  private static final long NEVER = -1;

  /** A checkpoint under way; the file may be replaced meanwhile. */
  private static final class Outgoing {
    final FileChannel from;
    final long length;
    long place;

    Outgoing(FileChannel from) throws IOException {
      this.from = from;
      this.length = from.size();
    }
  }

  private final JobMemory job;
  private final ChangeWriter writer;
  private final Map<Integer, Outgoing> outgoing = new HashMap<>();

  /** How many each process had taken when the last one was begun. */
  private final Map<Integer, Long> begun = new HashMap<>();

  /** The processes of which the other host, which joins, has no checkpoint that counts. */
  private final Set<Integer> awaited = new HashSet<>();

  CheckpointSender(JobMemory job, ChangeWriter writer) {
    this.job = job;
    this.writer = writer;
  }

  /** The other host joins: it has none of those that there are. */
  void beginJoin(int[] processes) {
    for (int process : processes) {
      if (Files.exists(job.checkpoints().of(process))) {
        begun.put(process, NEVER);
        awaited.add(process);
      }
    }
  }

  /** Whether the other host has all that there were when it joined, or newer ones. */
  boolean hasJoined() {
    return awaited.isEmpty();
  }

  /** Sends a part of a process's checkpoint, if there is one and there is room. */
  boolean tell(int process) {
    Outgoing next = outgoing.get(process);
    long taken = job.checkpointsOf(process);
    boolean isNew = next == null && taken != begun.getOrDefault(process, 0L);
    boolean isWhole = next != null && next.place == next.length;
    if ((next == null && !isNew) || isWhole || !job.keepsAll() || !writer.hasRoom()) {
      return false;
    }
    try {
      if (next == null) {
        begun.put(process, taken);
        next =
            new Outgoing(FileChannel.open(job.checkpoints().of(process), StandardOpenOption.READ));
        outgoing.put(process, next);
      }
      send(process, next);
      return true;
    } catch (IOException e) {
      job.keepNoMore(() -> "a checkpoint of process " + process + " cannot be read: " + e);
      return false;
    }
  }

  private void send(int process, Outgoing next) throws IOException {
    ByteBuffer record = writer.begin(Change.CHECKPOINT).putInt(process);
    record.putLong(next.place).putLong(next.length);
    ByteBuffer part = record.slice();
    part.limit((int) Math.min(Math.min(MAX_PART_BYTES, part.capacity()), next.length - next.place));
    while (part.hasRemaining()) {
      if (next.from.read(part) < 0) {
        throw new IOException("it ends at " + next.from.position());
      }
    }
    record.position(record.position() + part.limit());
    writer.end();
    next.place += part.limit();
    if (next.place == next.length) {
      next.from.close();
    }
  }

  /** The other host has the checkpoint that was sent last, or a newer one. */
  void recordSettled(int process) {
    outgoing.remove(process);
    awaited.remove(process);
  }

  /** The other host is lost. */
  void close() {
    try {
      for (Outgoing each : outgoing.values()) {
        each.from.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException("a checkpoint cannot be closed", e);
    }
  }
}
