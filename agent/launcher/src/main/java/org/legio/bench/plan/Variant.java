package org.legio.bench.plan;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A configuration: the layer beneath a program that is measured.
 *
 * @param name its name in the report
 * @param agent the agent's settings; empty for none
 * @param preloaded a C library that is loaded before MPI's; empty for none
 */
public record Variant(String name, Optional<Map<String, String>> agent, Optional<Path> preloaded) {

  /** MPI alone. */
  public static final Variant PLAIN =
      new Variant("without agent", Optional.empty(), Optional.empty());

  /** MPI alone, beneath a program that repairs by itself. */
  public static final Variant BY_HAND =
      new Variant("ULFM by hand", Optional.empty(), Optional.empty());

  /** The agent with the flat layout. */
  public static final Variant FLAT =
      new Variant("flat", Optional.of(Map.of("layout", "flat")), Optional.empty());

  /** The agent with the flat layout, whose ranks agree by messages also where they share a host. */
  public static final Variant BY_MESSAGES =
      new Variant(
          "flat by messages",
          Optional.of(Map.of("layout", "flat", "board", "false")),
          Optional.empty());

  /** The agent with the hierarchical layout and two ranks in each local. */
  public static final Variant HIERARCHICAL =
      new Variant(
          "hierarchical",
          Optional.of(Map.of("layout", "hierarchical", "hierarchical.local-size", "2")),
          Optional.empty());

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
        library.getFileName().toString().replace(',', '_'), Optional.empty(), Optional.of(library));
  }
}
