package org.legio.runtime.hosts;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.legio.runtime.shm.JobMemory;
import org.legio.runtime.shm.Phase;
import org.legio.runtime.shm.VotePages;

/**
 * What living hosts have of the processes of lost ones: how far they had come, and their votes.
 * Each host has a part, since a lost one may have told something to one host and not to another.
 */
public final class FinalPages {
  private record Place(int process, int place) {}

  /**
   * A vote, or that its place is free again.
   *
   * @param number how many votes the process had cast with it
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Vote(long number, long key, long state, byte[] content) {
    /** The later one of two votes at the same place. A key that one host has counts. */
    static Vote later(Vote one, Vote other) {
      if (one.number != other.number) {
        return one.number > other.number ? one : other;
      }
      if (one.key != other.key) {
        return one.key != VotePages.FREE ? one : other;
      }
      return one.state >= other.state ? one : other;
    }
  }

  /**
   * The end of a stream or log, which some host may not have.
   *
   * @param begin the place up to which all have it
   * @param end the place where it ends
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Tail(long begin, long end, byte[] bytes) {
    static Tail longer(Tail one, Tail other) {
      return one.end >= other.end ? one : other;
    }
  }

  /**
   * A process of a lost host that is restarted on another one.
   *
   * @param restarts how often it was restarted before
   * @param left how often it may be restarted, with this time
   */
  public record Move(int process, int host, int restarts, int left) {}

  private final List<Integer> hosts;
  private final boolean areReplicated;
  private final Map<Integer, Move> moves = new TreeMap<>();
  private final NavigableMap<Integer, Tail> tails = new TreeMap<>();

  /** The phases in which hosts have seen a process: a bit for each. */
  private final Map<Integer, Integer> phases = new TreeMap<>();

  private final Map<Place, Vote> votes = new LinkedHashMap<>();

  /** As {@link #toBytes} has written them, for all hosts alike. */
  private byte @Nullable [] bytes;

  private FinalPages(List<Integer> hosts, boolean areReplicated) {
    this.hosts = List.copyOf(hosts);
    this.areReplicated = areReplicated;
  }

  /**
   * What a memory has of the processes of some hosts.
   *
   * @param moved others of them that an earlier round has moved, and that have not been restarted
   */
  static FinalPages of(JobMemory job, List<Integer> hosts, Collection<Move> moved) {
    FinalPages pages = new FinalPages(hosts, job.shape().usesDecisionLogs());
    VotePages all = new VotePages(job);
    for (int host : hosts) {
      for (int process : job.places().processesOf(host)) {
        pages.add(job, all, process);
      }
    }
    moved.forEach(move -> pages.add(job, all, move.process));
    return pages;
  }

  private void add(JobMemory job, VotePages all, int process) {
    phases.put(process, bit(job.phase(process)));
    for (int place = 0; place < VotePages.places(); place++) {
      if (all.number(process, place) != 0) {
        votes.put(new Place(process, place), copy(all, process, place));
      }
    }
  }

  private static Vote copy(VotePages all, int process, int place) {
    ByteBuffer content = ByteBuffer.allocate(VotePages.CONTENT_BYTES);
    all.copy(process, place, content);
    return new Vote(
        all.number(process, place),
        all.key(process, place),
        all.state(process, place),
        content.array());
  }

  private static int bit(Phase phase) {
    return 1 << phase.number();
  }

  /** The lost hosts. */
  public List<Integer> hosts() {
    return hosts;
  }

  /**
   * What hosts have together.
   *
   * @param parts what each has of the same lost ones
   */
  static FinalPages join(Collection<FinalPages> parts) {
    FinalPages first = parts.iterator().next();
    FinalPages all = new FinalPages(first.hosts, first.areReplicated);
    for (FinalPages each : parts) {
      each.phases.forEach((process, seen) -> all.phases.merge(process, seen, (a, b) -> a | b));
      each.votes.forEach((place, vote) -> all.votes.merge(place, vote, Vote::later));
      each.tails.forEach((number, tail) -> all.tails.merge(number, tail, Tail::longer));
    }
    return all;
  }

  /** The same for a host that joins later: it gets streams and logs by its links. */
  public FinalPages withoutTails() {
    FinalPages all = new FinalPages(hosts, areReplicated);
    all.phases.putAll(phases);
    all.votes.putAll(votes);
    all.moves.putAll(moves);
    return all;
  }

  /** Has a process restarted. */
  public void add(Move move) {
    moves.put(move.process, move);
    bytes = null;
  }

  /** The processes that are restarted. */
  public Collection<Move> moves() {
    return moves.values();
  }

  /** The processes that are lost for good. */
  List<Integer> lost() {
    return phases.keySet().stream().filter(process -> !isMoved(process)).toList();
  }

  public boolean isMoved(int process) {
    return moves.containsKey(process);
  }

  /** Adds the end of a stream or log. */
  void add(int number, Tail tail) {
    tails.put(number, tail);
    bytes = null;
  }

  /** The ends of streams and logs, by their numbers: logs come first. */
  NavigableMap<Integer, Tail> tails() {
    return tails.descendingMap();
  }

  /**
   * How far a process has come. One has left MPI only if all hosts know it, since only then all
   * that it has sent has been brought; where ranks have replicas, the tails bring it.
   */
  public Phase phase(int process) {
    int seen = phases.getOrDefault(process, bit(Phase.STARTING));
    boolean isKnown = areReplicated && (seen & bit(Phase.FINALIZED)) != 0;
    if (isKnown || seen == bit(Phase.FINALIZED)) {
      return Phase.FINALIZED;
    }
    return (seen & bit(Phase.FAILED)) != 0 ? Phase.FAILED : Phase.RUNNING;
  }

  /** Whether any host knows that a process has begun MPI. */
  public boolean hasBegun(int process) {
    return phases.getOrDefault(process, bit(Phase.STARTING)) != bit(Phase.STARTING);
  }

  /** Writes the votes into the memory of a host. */
  void writeVotes(JobMemory job) {
    VotePages all = new VotePages(job);
    votes.forEach((place, vote) -> write(all, place, vote));
  }

  private static void write(VotePages all, Place place, Vote vote) {
    if (vote.key == VotePages.FREE) {
      all.free(place.process, place.place, vote.number);
      return;
    }
    ByteBuffer content = ByteBuffer.wrap(vote.content).order(ByteOrder.nativeOrder());
    all.write(place.process, place.place, vote.key, vote.state, content);
  }

  /** Writes the phases: with the locks free, who has not left MPI is lost. */
  void writePhases(JobMemory job) {
    for (int process : phases.keySet()) {
      if (!isMoved(process) || hasBegun(process)) {
        job.mirror(process, phase(process));
      }
    }
  }

  // ------------------------------------------------------------------ as bytes

  /** The pages as {@link #parse} reads them. */
  public byte[] toBytes() {
    byte[] written = bytes;
    if (written == null) {
      written = write();
      bytes = written;
    }
    return written;
  }

  private byte[] write() {
    ByteArrayOutputStream written = new ByteArrayOutputStream();
    try (DataOutputStream to = new DataOutputStream(written)) {
      to.writeInt(hosts.size());
      for (int host : hosts) {
        to.writeInt(host);
      }
      to.writeBoolean(areReplicated);
      to.writeInt(moves.size());
      for (Move move : moves.values()) {
        to.writeInt(move.process);
        to.writeInt(move.host);
        to.writeInt(move.restarts);
        to.writeInt(move.left);
      }
      to.writeInt(tails.size());
      for (Map.Entry<Integer, Tail> tail : tails.entrySet()) {
        to.writeInt(tail.getKey());
        to.writeLong(tail.getValue().begin);
        to.writeLong(tail.getValue().end);
        to.writeInt(tail.getValue().bytes.length);
        to.write(tail.getValue().bytes);
      }
      to.writeInt(phases.size());
      for (Map.Entry<Integer, Integer> phase : phases.entrySet()) {
        to.writeInt(phase.getKey());
        to.writeInt(phase.getValue());
      }
      to.writeInt(votes.size());
      for (Map.Entry<Place, Vote> entry : votes.entrySet()) {
        Vote vote = entry.getValue();
        to.writeInt(entry.getKey().process);
        to.writeInt(entry.getKey().place);
        to.writeLong(vote.number);
        to.writeLong(vote.key);
        to.writeLong(vote.state);
        to.write(vote.content);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("bytes cannot be written into memory", e);
    }
    return written.toByteArray();
  }

  /** The pages of {@link #toBytes}. */
  public static FinalPages parse(byte[] bytes) throws IOException {
    DataInputStream from = new DataInputStream(new ByteArrayInputStream(bytes));
    List<Integer> hosts = new ArrayList<>();
    for (int left = from.readInt(); left > 0; left--) {
      hosts.add(from.readInt());
    }
    FinalPages pages = new FinalPages(hosts, from.readBoolean());
    for (int left = from.readInt(); left > 0; left--) {
      pages.add(new Move(from.readInt(), from.readInt(), from.readInt(), from.readInt()));
    }
    for (int left = from.readInt(); left > 0; left--) {
      int number = from.readInt();
      long begin = from.readLong();
      long end = from.readLong();
      pages.add(number, new Tail(begin, end, from.readNBytes(from.readInt())));
    }
    for (int left = from.readInt(); left > 0; left--) {
      pages.phases.put(from.readInt(), from.readInt());
    }
    for (int left = from.readInt(); left > 0; left--) {
      Place place = new Place(from.readInt(), from.readInt());
      long number = from.readLong();
      long key = from.readLong();
      long state = from.readLong();
      byte[] content = new byte[VotePages.CONTENT_BYTES];
      from.readFully(content);
      pages.votes.put(place, new Vote(number, key, state, content));
    }
    return pages;
  }
}
