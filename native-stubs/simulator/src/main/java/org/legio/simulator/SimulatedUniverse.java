package org.legio.simulator;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.legio.runtime.engine.Channel;
import org.legio.runtime.engine.CommContext;
import org.legio.runtime.engine.FileSystem;
import org.legio.runtime.engine.Message;
import org.legio.runtime.engine.RankState;
import org.legio.runtime.engine.SharedPositions;
import org.legio.runtime.engine.Trace;
import org.legio.runtime.engine.Universe;
import org.legio.ulfm.ports.Binding;

/** The state that all ranks of a job share, in one JVM. */
final class SimulatedUniverse extends Universe {
  /** The settings of a job: sizes in bytes, delays in steps. */
  record Options(int eagerBytes, long maxNoticeDelay, long maxRevokeDelay, int ranksPerHost) {}

  private final Options options;
  private final BatonScheduler scheduler;
  private final RankState[] ranks;
  private final Map<Object, Long> contextIds = new HashMap<>();
  private final Map<Object, CommContext> contexts = new HashMap<>();
  private final @Nullable BatonChannel[][] channels;
  private final Map<Integer, List<JobResult.Arrival>> arrivals = new HashMap<>();
  private final Map<CommContext, Map<Integer, Consensus>> consensuses = new HashMap<>();
  private final List<Consensus> undecided = new ArrayList<>();
  private final FileSystem files = new FileSystem();
  private final SharedPositions positions = new PlainPositions();
  private final SharedWords[] wordsByHost;
  private final BitSet announced = new BitSet();
  private long contextsMade;
  private @Nullable String aborted;

  SimulatedUniverse(
      int size, FaultPlan faults, SplittableRandom random, Options options, boolean isTraceKept) {
    this.options = options;
    this.scheduler = new BatonScheduler(size, faults, random, new Trace(isTraceKept));
    this.ranks = new RankState[size];
    int[] world = new int[size];
    Arrays.setAll(world, rank -> rank);
    this.channels = new BatonChannel[size][size];
    CommContext worldContext = newContext(world, world);
    for (int rank = 0; rank < size; rank++) {
      ranks[rank] = new RankState(this, rank, worldContext);
    }
    this.wordsByHost = new SharedWords[hostOf(size - 1) + 1];
    Arrays.setAll(wordsByHost, host -> new SharedWords(this));
    scheduler.onDeath(this::died);
  }

  @Override
  public int size() {
    return ranks.length;
  }

  @Override
  public int hostOf(int rank) {
    return rank / options.ranksPerHost();
  }

  boolean isOnOneHost() {
    return hostOf(ranks.length - 1) == 0;
  }

  Options options() {
    return options;
  }

  @Override
  public BatonScheduler scheduler() {
    return scheduler;
  }

  @Override
  public int eagerBytes() {
    return options.eagerBytes();
  }

  @Override
  public boolean givesEmptyRequest() {
    return scheduler.random().nextBoolean();
  }

  @Override
  public Binding bindingOf(RankState state) {
    return new SimulatedBinding(state);
  }

  @Override
  public boolean sendsOutliveRevocation() {
    return true;
  }

  @Override
  public boolean windowsWaitForTheDead() {
    return true;
  }

  @Override
  public Channel channel(int from, int to) {
    BatonChannel channel = channels[from][to];
    if (channel == null) {
      channel = new BatonChannel(ranks[to], scheduler);
      channels[from][to] = channel;
    }
    return channel;
  }

  @Override
  public void happened(Trace.Kind kind, int rank, int a, int b) {
    trace().add(kind, rank, a, b);
  }

  @Override
  public void arrived(int rank, Message message) {
    arrivals
        .computeIfAbsent(rank, r -> new ArrayList<>())
        .add(
            new JobResult.Arrival(
                message.worldSource(), message.tag(), message.payload().toBytes()));
  }

  /** All messages that have arrived completely at a rank, in the order of their arrival. */
  List<JobResult.Arrival> arrivals(int rank) {
    return List.copyOf(arrivals.getOrDefault(rank, List.of()));
  }

  Trace trace() {
    return scheduler.trace();
  }

  RankState rank(int worldRank) {
    return ranks[worldRank];
  }

  @Override
  public boolean isDead(int worldRank) {
    return scheduler.strand(worldRank).isDead || announced.get(worldRank);
  }

  /** The memory that a rank shares with the others on its host. */
  SharedWords sharedWords(int rank) {
    return wordsByHost[hostOf(rank)];
  }

  @Override
  public FileSystem files() {
    return files;
  }

  // ------------------------------------------------------------------ what members share

  CommContext newContext(int[] group, int[] remote) {
    return new CommContext(contextsMade++, group, remote);
  }

  @Override
  public CommContext contextOf(Object key, int[] group, int[] remote) {
    long id = contextIds.computeIfAbsent(key, k -> contextsMade++);
    return contexts.computeIfAbsent(List.of(id, group[0]), k -> new CommContext(id, group, remote));
  }

  @Override
  public SharedPositions positions(String file, int[] ranks) {
    return positions;
  }

  /** An agreement, shrink or similar operation, by its number on a communicator. */
  Consensus consensus(CommContext context, int number) {
    return consensuses
        .computeIfAbsent(context, c -> new HashMap<>())
        .computeIfAbsent(number, n -> new Consensus(this, context, n));
  }

  void undecided(Consensus consensus) {
    undecided.add(consensus);
  }

  // ------------------------------------------------------------------ death, end

  /** Makes all ranks take a rank for dead from now on, even if it continues. */
  void announceFailure(int worldRank) {
    if (!isDead(worldRank)) {
      announced.set(worldRank);
      countAsDead(worldRank);
    }
  }

  private void died(int dead) {
    loseMessagesOf(dead);
    scheduler.after(
        scheduler.delay(options.maxNoticeDelay()), () -> sharedWords(dead).markGone(dead));
    countAsDead(dead);
  }

  /** Some of what a dead rank has sent is lost. Messages to it are dropped on arrival. */
  private void loseMessagesOf(int dead) {
    for (BatonChannel channel : channels[dead]) {
      if (channel != null) {
        channel.loseSome();
      }
    }
  }

  /** Lets the other ranks notice, some steps later, that a rank counts as dead. */
  private void countAsDead(int dead) {
    for (RankState observer : ranks) {
      if (observer.rank != dead && !isDead(observer.rank)) {
        scheduler.after(
            scheduler.delay(options.maxNoticeDelay()), () -> observer.deathFallsDue(dead));
      }
    }
    undecided.removeIf(Consensus::isDecided);
    for (Consensus consensus : List.copyOf(undecided)) {
      consensus.decideIfAllHaveEntered();
    }
  }

  @Override
  public Death abort(int status, String message) {
    if (aborted == null) {
      aborted = message;
    }
    scheduler.endJob();
    return new Death();
  }

  @Nullable String aborted() {
    return aborted;
  }
}
