package org.legio.runtime.hosts;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.legio.runtime.net.Connections;
import org.legio.runtime.net.IdleSelector;
import org.legio.runtime.net.Link;
import org.legio.runtime.net.Links;
import org.legio.runtime.shm.CheckpointName;
import org.legio.runtime.shm.EarlyVotes;
import org.legio.runtime.shm.HostMap;
import org.legio.runtime.shm.JobMemory;

/**
 * Shows the processes of this host to all other hosts, and theirs to this one: the work of a
 * daemon.
 *
 * <ol>
 *   <li>It holds the locks of the processes that live elsewhere, and lets go of one when that
 *       process's host has told that it is lost, and all that it has left is here.
 *   <li>It copies frames into rings, votes and phases into pages.
 *   <li>If a host is lost, it takes part in the {@link Flush}.
 * </ol>
 *
 * <p>It waits for nobody: what has no room now is sent later. For one thread.
 */
public final class Mirror implements AutoCloseable {
  private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(1);

  /** Makes what connects links. */
  @FunctionalInterface
  interface Carrier {
    /**
     * Makes it.
     *
     * @param links by the numbers of hosts; null for this one
     */
    Connections connect(@Nullable Link[] links) throws IOException;
  }

  private final JobMemory job;
  private final StandIns standIns;
  private final @Nullable PeerLink[] hosts;
  private final @Nullable ReplicaHost replicas;
  private final Connections links;
  private final UnaryOperator<Link.Receiver> receiving;

  /** What is installed, and not released; null if there is nothing. */
  private @Nullable FinalPages installed;

  private long lookNs;

  /**
   * Stands in for all processes of other hosts, and opens a port.
   *
   * @param job the memory of this host, which this process has made
   * @param address of this host
   * @param idle wakes the thread that polls when another daemon sends something
   */
  public Mirror(JobMemory job, InetAddress address, IdleSelector idle) throws IOException {
    this(
        job,
        links -> new Links(job.secret(), job.hosts().me(), links, address, idle),
        UnaryOperator.identity());
  }

  /**
   * As the other one, over connections of any kind.
   *
   * @param receiving what stands before the receiver of a link's bytes
   */
  Mirror(JobMemory job, Carrier carrier, UnaryOperator<Link.Receiver> receiving)
      throws IOException {
    this.job = job;
    this.receiving = receiving;
    HostMap map = job.hosts();
    this.standIns = new StandIns(job);
    this.hosts = new PeerLink[map.hosts()];
    this.replicas =
        job.shape().usesDecisionLogs() && map.areSeveral() ? new ReplicaHost(job) : null;
    @Nullable Link[] all = new Link[map.hosts()];
    for (int host = 0; host < all.length; host++) {
      if (host != map.me() && !map.isReserved(host)) {
        PeerLink made =
            replicas == null
                ? new HostLink(job, host, standIns, receiving)
                : new ReplicaLink(job, replicas, host, standIns, receiving);
        hosts[host] = made;
        all[host] = made.link();
      }
    }
    this.links = carrier.connect(all);
  }

  /** The number of the port that other daemons connect to. */
  public int port() {
    return links.port();
  }

  /**
   * Begins to connect to the other daemons.
   *
   * @param addresses of all ports, by the numbers of hosts
   */
  public void connect(List<InetSocketAddress> addresses) {
    links.connect(addresses, job.nanoTime());
  }

  /**
   * Brings the memories of all hosts in step, as far as that can be done now.
   *
   * @return whether there was anything to do
   * @throws IOException if that cannot be done any more
   */
  public boolean poll() throws IOException {
    long nowNs = job.nanoTime();
    boolean isTimeToLook = nowNs - lookNs > LOOK_NS;
    if (isTimeToLook) {
      lookNs = nowNs;
    }
    if (replicas != null) {
      replicas.look(isTimeToLook);
    }
    boolean isAnythingDone = false;
    for (PeerLink host : hosts) {
      isAnythingDone |= host != null && host.tell(isTimeToLook);
    }
    isAnythingDone |= links.poll(nowNs);
    for (PeerLink host : hosts) {
      if (host != null) {
        host.requireUnderstood();
      }
    }
    return isAnythingDone;
  }

  /**
   * A number that grows with all that has come from other hosts, or been told to them, for which a
   * rank may wait.
   */
  public long carried() {
    long sum = 0;
    for (PeerLink host : hosts) {
      sum += host == null ? 0 : host.carried();
    }
    return sum;
  }

  /** The hosts that have not been reached for so long. */
  public List<Integer> unreachable(long patienceNs) {
    List<Integer> found = new ArrayList<>();
    for (int host = 0; host < hosts.length; host++) {
      if (links.isBroken(host, job.nanoTime(), patienceNs)) {
        found.add(host);
      }
    }
    return found;
  }

  /** Why calls to a host have failed; empty if none has. */
  public String whyUnreachable(int host) {
    return links.whyBroken(host);
  }

  /** What the links to all living hosts have done so far. */
  public List<LinkFigures> figures() {
    List<LinkFigures> figures = new ArrayList<>();
    for (int host = 0; host < hosts.length; host++) {
      PeerLink link = hosts[host];
      if (link != null) {
        figures.add(link.figures(host));
      }
    }
    return figures;
  }

  /**
   * Has all other hosts told what has been decided here so far.
   *
   * @param number larger than the last one
   */
  public void publish(long number) {
    if (replicas != null) {
      replicas.want(number);
    }
  }

  /** The ranks that another host leads, and this one led, since the last call. */
  public List<Integer> takeHandedOver() {
    return replicas == null ? List.of() : replicas.takeHandedOver();
  }

  /** Which hosts hold up processes of this one, and are to be told so by the launcher. */
  public List<Lag> takeLags() {
    return replicas == null ? List.of() : replicas.takeLags();
  }

  /** The processes of this host that hold up others, and may be ended if the launcher agrees. */
  public List<Integer> takeLate() {
    return replicas == null ? List.of() : replicas.takeLate();
  }

  /**
   * The launcher passes on what another host has told.
   *
   * @param lag names the host that has told it
   */
  public void hear(Lag lag) {
    if (replicas != null) {
      replicas.hear(lag);
    }
  }

  /** The launcher has all output of a process that precedes a checkpoint. */
  public void establish(CheckpointName name) {
    if (replicas != null) {
      replicas.copies().establish(name);
    }
  }

  /** The last {@linkplain #publish number} for which all other living hosts have been told. */
  public long published() {
    return replicas == null ? Long.MAX_VALUE : replicas.reached();
  }

  /** Lets another host lead a rank, if this one does; returns whether it did. */
  boolean tryHandOver(int rank, int host) {
    return Objects.requireNonNull(replicas).tryHandOver(rank, host);
  }

  // ------------------------------------------------------------------ hosts that join

  /**
   * Lets a host join the running job: it is sent all that others have of ranks.
   *
   * @param host a reserved number
   * @return why it cannot; it is to be taken for lost then
   */
  public Optional<String> admit(int host) {
    ReplicaHost here = Objects.requireNonNull(replicas);
    Optional<String> objection = objectionToJoin();
    ReplicaLink link = new ReplicaLink(job, here, host, standIns, receiving);
    if (objection.isEmpty()) {
      link.beginJoin();
    } else {
      link.refuseJoin();
    }
    hosts[host] = link;
    links.expect(host, link.link(), job.nanoTime());
    return objection;
  }

  /** Why no host can join, or end to join, any more; empty if one can. */
  public Optional<String> objectionToJoin() {
    return Objects.requireNonNull(replicas).objectionToJoin();
  }

  /** Whether a host that joins, and all others, have all that was here when it was admitted. */
  public boolean hasJoined(int host) {
    return hosts[host] instanceof ReplicaLink link && link.hasJoined();
  }

  /** This host joins a running job. */
  public void beginJoining() {
    Objects.requireNonNull(replicas).beginJoining();
  }

  /** All other hosts know that this one has joined. */
  public void endJoining() {
    Objects.requireNonNull(replicas).endJoining();
  }

  // ------------------------------------------------------------------ the loss of hosts

  /**
   * Takes nothing more from hosts that are lost.
   *
   * @return what is here of their processes
   */
  public FinalPages cut(List<Integer> lost) {
    for (int host : lost) {
      PeerLink link = hosts[host];
      if (link != null) {
        hosts[host] = null;
        if (replicas == null) {
          EarlyVotes.cut(job, host);
        }
        if (replicas != null && link instanceof ReplicaLink ofReplicas) {
          replicas.lose(ofReplicas);
        }
        links.giveUp(host);
      }
    }
    FinalPages before = installed;
    FinalPages pages = FinalPages.of(job, lost, before == null ? List.of() : before.moves());
    if (replicas != null) {
      replicas.addTails(pages);
    }
    return pages;
  }

  /**
   * Writes what any host has of the votes of lost processes.
   *
   * @param round grows from loss to loss
   */
  public void install(int round, FinalPages pages) {
    pages.writeVotes(job);
    if (replicas != null) {
      replicas.install(pages);
    }
    for (FinalPages.Move move : pages.moves()) {
      job.move(move.process(), move.host(), round, move.restarts(), move.left());
    }
    allLinks().forEach(PeerLink::findOthers);
    installed = pages;
  }

  private Stream<PeerLink> allLinks() {
    return Arrays.stream(hosts).filter(Objects::nonNull);
  }

  /**
   * All living hosts have installed the same: from now on the lost processes are seen as lost, but
   * for those that are restarted.
   *
   * @return the processes that are to be restarted here
   */
  public List<Integer> release() throws IOException {
    FinalPages pages = Objects.requireNonNull(installed);
    installed = null;
    pages.writePhases(job);
    if (replicas != null) {
      replicas.dropCheckpoints(pages.hosts());
    }
    for (int process : pages.lost()) {
      standIns.lose(process);
    }
    List<Integer> arriving =
        pages.moves().stream()
            .filter(move -> move.host() == job.hosts().me())
            .map(FinalPages.Move::process)
            .toList();
    for (int process : arriving) {
      standIns.letGo(process);
    }
    allLinks().forEach(PeerLink::findOwn);
    if (replicas != null) {
      replicas.findOwn();
    }
    return arriving;
  }

  /** How many decisions of a rank are known here, if they are logged. */
  public long decisions(int rank) {
    return replicas == null ? 0 : replicas.decisions(rank);
  }

  @Override
  public void close() throws IOException {
    links.close();
  }
}
