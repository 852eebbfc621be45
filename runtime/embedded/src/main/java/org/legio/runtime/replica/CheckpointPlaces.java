package org.legio.runtime.replica;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.legio.runtime.lanes.Words;
import org.legio.runtime.shm.CheckpointName;
import org.legio.runtime.shm.JobMemory;
import org.legio.runtime.shm.ReplicaGroups;
import org.legio.runtime.shm.ReplicaShape;

/**
 * The head of a checkpoint: from where on a process that begins there needs each stream and log.
 *
 * @param progress grows from one checkpoint to the next, at all processes of a rank alike
 * @param places first the decision log's, then those of {@link Members}
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record CheckpointPlaces(CheckpointName name, long progress, long[] places) {
  /**
   * The words of a process's streams: messages of each other rank and to it, the own votes as they
   * are written, then the votes of all as they are read.
   */
  private static final class Members {
    final int[] ends;
    final int[] needs;
    private int count;

    Members(JobMemory job, int process) {
      ReplicaShape shape = job.shape().ofReplicaGroups();
      ReplicaGroups groups = job.shape().replicaGroups();
      int own = groups.rankOf(process);
      int replica = groups.replicaOf(process);
      int streams = 2 * (groups.ranks() - 1) + 1 + groups.ranks();
      this.ends = new int[streams];
      this.needs = new int[streams];
      for (int other = 0; other < groups.ranks(); other++) {
        if (other != own) {
          int from = shape.stream(other, own);
          int to = shape.stream(own, other);
          add(from, ReplicaShape.reader(from, replica));
          add(to, ReplicaShape.writer(to, replica));
        }
      }
      add(shape.ballot(own), ReplicaShape.writer(shape.ballot(own), replica));
      for (int other = 0; other < groups.ranks(); other++) {
        add(shape.ballot(other), shape.ballotReader(other, process));
      }
    }

    private void add(int stream, int position) {
      ends[count] = stream;
      needs[count++] = ReplicaShape.needed(position);
    }
  }

  /** Those of a process that is where its parts are. */
  static CheckpointPlaces of(
      CheckpointName name,
      ReplicaGroups groups,
      ReplicaEngine.State engine,
      ReplicaVotes.State votes) {
    int own = groups.rankOf(name.process());
    long[] places = new long[2 + 2 * (groups.ranks() - 1) + groups.ranks()];
    int count = 0;
    places[count++] = engine.index();
    for (int other = 0; other < groups.ranks(); other++) {
      if (other != own) {
        places[count++] = engine.head(other);
        places[count++] = engine.tail(other);
      }
    }
    places[count++] = votes.tail();
    for (int other = 0; other < groups.ranks(); other++) {
      places[count++] = votes.head(other);
    }
    return new CheckpointPlaces(name, engine.progress(), places);
  }

  void write(DataOutputStream to) throws IOException {
    to.writeUTF(name.toString());
    to.writeLong(progress);
    to.writeInt(places.length);
    for (long place : places) {
      to.writeLong(place);
    }
  }

  /** Reads what the file of a checkpoint begins with. */
  public static CheckpointPlaces of(Path file) throws IOException {
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
      return read(in);
    }
  }

  static CheckpointPlaces read(DataInputStream from) throws IOException {
    CheckpointName name;
    try {
      name = CheckpointName.parse(from.readUTF());
    } catch (IllegalArgumentException e) {
      throw new IOException("no checkpoint: " + e.getMessage(), e);
    }
    long progress = from.readLong();
    long[] places = new long[from.readInt()];
    for (int i = 0; i < places.length; i++) {
      places[i] = from.readLong();
    }
    return new CheckpointPlaces(name, progress, places);
  }

  /** Whether another process of the rank can begin here, too: all is kept that it would need. */
  boolean isKeptFor(JobMemory job, int process) {
    return new CheckpointPlaces(new CheckpointName(process, 0, 0), progress, places).isKept(job);
  }

  /**
   * Whether all that precedes the checkpoint is on this host: what the process has been told and
   * has sent.
   *
   * @param decisions how many of the rank are known here
   */
  public boolean isReached(JobMemory job, long decisions) {
    int[] ends = new Members(job, name.process()).ends;
    boolean isReached = places[0] <= decisions;
    for (int i = 0; i < ends.length; i++) {
      isReached &= places[i + 1] <= Words.getAcquire(job.bytes(), ends[i]);
    }
    return isReached;
  }

  /** Whether this host has kept all that follows the checkpoint. */
  public boolean isKept(JobMemory job) {
    int[] needs = new Members(job, name.process()).needs;
    boolean isKept = !isOlder(job);
    for (int i = 0; i < needs.length; i++) {
      isKept &= places[i + 1] >= Words.getAcquire(job.bytes(), needs[i]);
    }
    return isKept;
  }

  /** Whether this host has a checkpoint of the process for which it needs fewer decisions. */
  public boolean isOlder(JobMemory job) {
    return places[0] < Words.getAcquire(job.bytes(), log(job));
  }

  private int log(JobMemory job) {
    ReplicaGroups groups = job.shape().replicaGroups();
    int process = name.process();
    return ReplicaShape.needed(
        job.shape().ofReplicaGroups().follower(groups.rankOf(process), groups.replicaOf(process)));
  }

  /** Lets go, on this host, of what the process does not need if it begins at the checkpoint. */
  public void forget(JobMemory job) {
    ByteBuffer memory = job.bytes();
    int[] needs = new Members(job, name.process()).needs;
    for (int i = 0; i < needs.length; i++) {
      Words.setRelease(memory, needs[i], places[i + 1]);
    }
    Words.setRelease(memory, log(job), places[0]);
  }
}
