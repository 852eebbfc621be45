package org.legio.bench.plan;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A configuration: the layer beneath a program that is measured.
 *
 * @param runtime the MPI
 * @param name its name in the report
 * @param agent the agent's settings; empty for none
 * @param preloaded a C library that is loaded before MPI's; empty for none
 * @param launcher the launcher's options
 */
public record Variant(
    MpiRuntime runtime,
    String name,
    Optional<Map<String, String>> agent,
    Optional<Path> preloaded,
    List<String> launcher) {

  private static final String KILL = "kill";
  private static final String HOST = "=host";

  /** MPI alone. */
  public static final Variant PLAIN =
      new Variant(
          MpiRuntime.OPEN_MPI, "without agent", Optional.empty(), Optional.empty(), List.of());

  /** MPI alone, beneath a program that repairs by itself. */
  public static final Variant BY_HAND =
      new Variant(
          MpiRuntime.OPEN_MPI, "ULFM by hand", Optional.empty(), Optional.empty(), List.of());

  /** The agent with the flat layout. */
  public static final Variant FLAT = withAgent("flat", Map.of("layout", "flat"));

  /** The agent with the flat layout, whose ranks agree by messages also where they share a host. */
  public static final Variant BY_MESSAGES =
      withAgent("flat by messages", Map.of("layout", "flat", "board", "off"));

  /** The agent with the hierarchical layout and two ranks in each local. */
  public static final Variant HIERARCHICAL =
      withAgent("hierarchical", Map.of("layout", "hierarchical:2"));

  /** The agent with the hierarchical layout and locals of a size. */
  static Variant hierarchical(SizeOfLocals size) {
    return withAgent(size.label(), Map.of("layout", size.layout()));
  }

  /** Each rank is one process, and stays dead. */
  public static final Variant SINGLE = onEmbedded("one process a rank");

  /** Two processes a rank. */
  public static final Variant TWO_REPLICAS = onEmbedded("2 replicas", "--replicas", "2");

  /** Three processes a rank. */
  public static final Variant THREE_REPLICAS = onEmbedded("3 replicas", "--replicas", "3");

  /** A lost process is restarted, from what is kept. */
  public static final Variant RESTARTED = onEmbedded("restart", "--restart", "1", "--keep", "1024");

  /** The ways to survive a death, the one that loses a rank first. */
  static final List<Variant> SURVIVALS = List.of(SINGLE, TWO_REPLICAS, THREE_REPLICAS, RESTARTED);

  private static Variant onEmbedded(String name, String... launcher) {
    return new Variant(
        MpiRuntime.EMBEDDED,
        name,
        Optional.of(Map.of("layout", "flat")),
        Optional.empty(),
        List.of(launcher));
  }

  /** The same, in which a process is killed. */
  Variant killing(String kill) {
    Map<String, String> settings = new HashMap<>(agent.orElse(Map.of()));
    settings.put(KILL, kill);
    return new Variant(runtime, name, Optional.of(settings), preloaded, launcher);
  }

  /** Whether a host is killed with all its processes, which needs another one. */
  public boolean losesHost() {
    return agent.map(settings -> settings.getOrDefault(KILL, "")).orElse("").endsWith(HOST);
  }

  /** The same, in which the host of a process is killed. */
  Variant killingHostOf(String process) {
    return killing(process + HOST);
  }

  private static Variant withAgent(String name, Map<String, String> settings) {
    return new Variant(
        MpiRuntime.OPEN_MPI, name, Optional.of(settings), Optional.empty(), List.of());
  }

  /** The same on an MPI, under a name with a prefix. */
  Variant on(MpiRuntime other, String prefix) {
    return new Variant(other, prefix + name, agent, preloaded, launcher);
  }

  /**
   * The name of the configuration that another is compared with: without agent on the same MPI, or,
   * of the ways to survive a death, the one that loses a rank.
   *
   * @param configuration the name of a configuration
   */
  public static String baselineOf(String configuration) {
    if (SURVIVALS.stream().anyMatch(each -> configuration.startsWith(each.name()))) {
      return SINGLE.name();
    }
    return MpiRuntime.prefixOf(configuration) + PLAIN.name();
  }

  /** A description for people. */
  public String description() {
    String settings =
        agent
            .map(all -> " (agent: " + String.join(", ", sorted(all)) + ")")
            .orElse(preloaded.map(library -> " (" + library + " preloaded)").orElse(" (no agent)"));
    return name + settings;
  }

  private static List<String> sorted(Map<String, String> settings) {
    return settings.entrySet().stream().map(Object::toString).sorted().toList();
  }

  /** A configuration with a preloaded C library. */
  public static Variant preloaded(Path library) {
    return new Variant(
        MpiRuntime.OPEN_MPI,
        library.getFileName().toString().replace(',', '_'),
        Optional.empty(),
        Optional.of(library),
        List.of());
  }
}
