package org.legio.launcher.embedded;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.legio.runtime.lanes.SharedFolder;

/**
 * Finds out whether a job could run over some hosts.
 *
 * <ol>
 *   <li>It starts a {@link HostCheck} on each host by the launch agent, and asks for its facts.
 *   <li>It tells each the ports of all, reads its clock, and then whom it reaches.
 *   <li>It tries the ports itself.
 * </ol>
 */
public final class HostsCheck implements AutoCloseable {
  private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(60);
  private static final long AGENT_END_NS = TimeUnit.SECONDS.toNanos(2);

  private final LaunchAgent agent;
  private final List<String> command;
  private final List<CheckedHost> hosts;
  private final List<Optional<HostProbe>> probes = new ArrayList<>();
  private final long deadlineNs = System.nanoTime() + PATIENCE_NS;

  private HostsCheck(List<String> names, LaunchAgent agent, String java) {
    this.agent = agent;
    this.command = LightJava.onHosts(java, HostCheck.class);
    this.hosts = names.stream().map(CheckedHost::new).toList();
  }

  /**
   * Checks hosts.
   *
   * @param launchAgent its command; empty for the usual one
   * @param java the one that would run jobs
   * @throws IllegalArgumentException if the agent cannot start anything; the message says what to
   *     do
   */
  public static List<CheckedHost> of(List<String> names, Optional<String> launchAgent, String java)
      throws InterruptedException {
    LaunchAgent agent = launchAgent.map(LaunchAgent::parse).orElse(LaunchAgent.SSH);
    Optional<String> objection = agent.objection();
    if (objection.isPresent()) {
      throw new IllegalArgumentException(objection.get());
    }
    try (HostsCheck check = new HostsCheck(names, agent, java)) {
      check.start();
      check.readFacts();
      check.readReach();
      return check.hosts;
    }
  }

  private void start() {
    for (int host = 0; host < hosts.size(); host++) {
      List<String> question = new ArrayList<>(List.of(Integer.toString(host)));
      hosts.forEach(each -> question.add(each.name()));
      probes.add(start(hosts.get(host), question));
    }
  }

  private Optional<HostProbe> start(CheckedHost host, List<String> question) {
    try {
      List<String> words = LightJava.with(SharedFolder.VARIABLE, System.getenv(), command);
      HostProbe started = HostProbe.start(agent.command(host.name(), words));
      started.ask(question);
      return Optional.of(started);
    } catch (IOException e) {
      host.fail("the launch agent cannot be started: " + e.getMessage());
      return Optional.empty();
    }
  }

  private void readFacts() throws InterruptedException {
    for (int number = 0; number < hosts.size(); number++) {
      CheckedHost host = hosts.get(number);
      Optional<HostProbe> probe = probes.get(number);
      Optional<String> answer = answer(probe);
      if (answer.isPresent()) {
        host.describe(HostFacts.parse(answer.get()));
      } else if (probe.isPresent()) {
        host.fail(why(probe.get()) + "; try by hand: " + byHand(host));
      }
    }
  }

  private String why(HostProbe probe) throws InterruptedException {
    return probe
        .failure(AGENT_END_NS)
        .map(failure -> failure.describe(command))
        .orElse("it has not answered within " + TimeUnit.NANOSECONDS.toSeconds(PATIENCE_NS) + " s");
  }

  private String byHand(CheckedHost host) {
    return String.join(" ", agent.command(host.name(), List.of(command.get(0), "-version")));
  }

  private Optional<String> answer(Optional<HostProbe> probe) throws InterruptedException {
    return probe.isEmpty() ? Optional.empty() : probe.get().answer(deadlineNs);
  }

  private void readReach() throws InterruptedException {
    List<String> ports = hosts.stream().map(host -> Integer.toString(port(host))).toList();
    for (int number = 0; number < hosts.size(); number++) {
      CheckedHost host = hosts.get(number);
      if (port(host) != HostCheck.NO_PORT) {
        HostProbe probe = probes.get(number).orElseThrow();
        host.addReach("here", reach(host));
        readClock(host, probe, ports);
        readReach(number, probe.answer(deadlineNs));
      }
    }
  }

  private static int port(CheckedHost host) {
    return host.facts().map(HostFacts::port).orElse(HostCheck.NO_PORT);
  }

  private static String reach(CheckedHost host) {
    try {
      return HostCheck.reach(new InetSocketAddress(InetAddress.getByName(host.name()), port(host)));
    } catch (UnknownHostException e) {
      return "the name has no address here";
    }
  }

  private void readClock(CheckedHost host, HostProbe probe, List<String> ports)
      throws InterruptedException {
    long askedMs = System.currentTimeMillis();
    probe.ask(ports);
    Optional<String> answer = probe.answer(deadlineNs);
    long answeredMs = System.currentTimeMillis();
    answer.ifPresent(
        clock ->
            host.setClock(
                new CheckedHost.Clock(
                    Long.parseLong(clock) - (askedMs + answeredMs) / 2,
                    (answeredMs - askedMs + 1) / 2)));
  }

  /** The other hosts whose ports this one has tried. */
  private void readReach(int by, Optional<String> answer) {
    if (answer.isEmpty()) {
      return;
    }
    String[] results = answer.get().split(HostCheck.TAB);
    IntStream.range(0, results.length)
        .filter(other -> other != by && port(hosts.get(other)) != HostCheck.NO_PORT)
        .forEach(other -> hosts.get(other).addReach(hosts.get(by).name(), results[other]));
  }

  @Override
  public void close() {
    probes.stream().flatMap(Optional::stream).forEach(HostProbe::close);
  }
}
