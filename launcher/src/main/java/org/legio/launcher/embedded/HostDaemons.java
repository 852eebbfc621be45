package org.legio.launcher.embedded;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.legio.runtime.hosts.DaemonHeap;
import org.legio.runtime.lanes.SharedFolder;
import org.legio.runtime.net.JobSecret;
import org.legio.runtime.shm.HostMap;

/**
 * The daemons of a job's hosts, by the hosts' numbers: how they are started, where they can be
 * reached, and how they end. Behind those of the first hosts are those of hosts that have been
 * asked to join, whether they have or not.
 */
final class HostDaemons {
  private static final long AGENT_END_NS = TimeUnit.SECONDS.toNanos(2);
  private static final long END_NS = TimeUnit.SECONDS.toNanos(5);
  private static final int NOT_READY = 0;

  private final StartOptions options;
  private final LaunchAgent agent;
  private final Map<String, String> variables;
  private final HostProcess.Listener listener;
  private final JobSecret secret;
  private final List<HostProcess> started = new CopyOnWriteArrayList<>();
  private final int firstHosts;
  private final int[] ports;
  private HostMap map;

  /**
   * Prepares.
   *
   * @param map of the first hosts
   * @param joining how many may join
   * @param variables added to the environment of each process
   * @param listener takes what daemons report
   */
  HostDaemons(
      StartOptions options,
      HostMap map,
      int joining,
      Map<String, String> variables,
      HostProcess.Listener listener) {
    this.options = options;
    this.agent = options.launchAgent();
    this.variables = variables;
    this.listener = listener;
    this.secret = JobSecret.random(options.isEncrypted());
    this.firstHosts = map.hosts();
    this.map = map.withReserve(joining);
    this.ports = new int[this.map.hosts()];
  }

  /** Which hosts there are, by the names of those that have been admitted. */
  HostMap map() {
    return map;
  }

  List<HostProcess> all() {
    return started;
  }

  HostProcess get(int number) {
    return started.get(number);
  }

  // ------------------------------------------------------------------ their start

  /**
   * Starts those of the first hosts.
   *
   * @throws IOException if the launch agent cannot be started
   */
  void startFirst() throws IOException {
    for (int host = 0; host < firstHosts; host++) {
      start(host, map);
    }
  }

  boolean isAnyNumberLeft() {
    return started.size() < map.hosts();
  }

  /**
   * Starts that of a host which is to join.
   *
   * @throws IOException if the launch agent cannot be started
   */
  HostProcess startNext(String name) throws IOException {
    int number = started.size();
    return start(number, map.withJoined(number, name));
  }

  /** A host that is to join has its number for good. */
  void admit(HostProcess host) {
    map = map.withJoined(host.number(), host.name());
  }

  /** Whether a host has not been there from the begin. */
  private boolean isLater(HostProcess host) {
    return host.number() >= firstHosts;
  }

  private HostProcess start(int host, HostMap known) throws IOException {
    String name = known.name(host);
    List<String> words = LightJava.with(SharedFolder.VARIABLE, variables, command());
    HostProcess made = HostProcess.start(host, name, agent.command(name, words), listener);
    started.add(made);
    made.describe(
        new HostJob(
            secret, known.seenFrom(host), options.forDaemons(), variables, OwnInput.isTerminal()));
    return made;
  }

  /** A daemon runs on the same java as the ranks. */
  private List<String> command() {
    String program = options.command().get(0);
    boolean isJava = program.equals("java") || program.endsWith("/java");
    Path own = Path.of(System.getProperty("java.home"), "bin", "java");
    int heapMb =
        DaemonHeap.megabytes(map, options.replicaGroups().ranks(), options.usesDecisionLogs());
    return LightJava.onHosts(isJava ? program : own.toString(), heapMb, HostDaemon.class);
  }

  /** Why one has ended before it was ready, and what to try. */
  String startFailure(HostProcess host) throws InterruptedException {
    return "%s; %s".formatted(host.startFailure(AGENT_END_NS).describe(command()), remedy(host));
  }

  /** That one has not answered for so long, and what to try. */
  String silence(HostProcess host, long silentNs) {
    return "its daemon has not answered within %d s; %s"
        .formatted(TimeUnit.NANOSECONDS.toSeconds(silentNs), remedy(host));
  }

  private String remedy(HostProcess host) {
    List<String> version = List.of(command().get(0), "-version");
    return "try by hand: " + String.join(" ", agent.command(host.name(), version));
  }

  // ------------------------------------------------------------------ where they can be reached

  /** One can be reached at a port. */
  void noteReady(HostProcess host, int port) {
    ports[host.number()] = port;
  }

  boolean isReady(HostProcess host) {
    return ports[host.number()] != NOT_READY;
  }

  boolean areFirstReady() {
    return started.stream().filter(host -> !isLater(host)).filter(this::isReady).count()
        == firstHosts;
  }

  /** Tells one the ports of all: it starts its ranks. */
  void start(HostProcess host) {
    host.start(ports);
  }

  // ------------------------------------------------------------------ their end

  /** Tells all something. */
  void tell(DaemonCommands.Kind kind) {
    started.forEach(host -> host.tell(kind));
  }

  /** The job is over: waits until they have reported all, and ended. */
  void end(Predicate<HostProcess> isLiving) throws InterruptedException {
    tell(DaemonCommands.Kind.OVER);
    long deadline = System.nanoTime() + END_NS;
    for (HostProcess host : started) {
      if (isLiving.test(host)) {
        host.awaitReports(deadline);
        killAfter(deadline, host);
      }
    }
  }

  /** Ends the job before it is over. */
  void endEarly() throws InterruptedException {
    tell(DaemonCommands.Kind.END);
    tell(DaemonCommands.Kind.OVER);
    long deadline = System.nanoTime() + END_NS;
    for (HostProcess host : started) {
      killAfter(deadline, host);
    }
  }

  private static void killAfter(long deadline, HostProcess host) throws InterruptedException {
    if (host.status(deadline - System.nanoTime()) < 0) {
      host.kill();
    }
  }
}
