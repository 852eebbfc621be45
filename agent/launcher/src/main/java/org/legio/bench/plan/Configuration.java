package org.legio.bench.plan;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What lies beneath a program that is measured.
 *
 * @param name in the report
 * @param agent the agent's settings; empty for none
 * @param preloaded a C library that stands before MPI's; empty for none
 */
public record Configuration(
    String name, Optional<Map<String, String>> agent, Optional<Path> preloaded) {

  /** Nothing. */
  public static final Configuration PLAIN =
      new Configuration("without agent", Optional.empty(), Optional.empty());

  /** Nothing, beneath a program that repairs by itself. */
  public static final Configuration BY_HAND =
      new Configuration("ULFM by hand", Optional.empty(), Optional.empty());

  /** The agent with the flat layout. */
  public static final Configuration FLAT =
      new Configuration("flat", Optional.of(Map.of("layout", "flat")), Optional.empty());

  /** The agent with the hierarchical layout, two ranks a local. */
  public static final Configuration HIERARCHICAL =
      new Configuration(
          "hierarchical",
          Optional.of(Map.of("layout", "hierarchical", "hierarchical.local-size", "2")),
          Optional.empty());

  /** What it is, for people. */
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

  /** A C library. */
  public static Configuration preloaded(Path library) {
    return new Configuration(
        library.getFileName().toString().replace(',', '_'), Optional.empty(), Optional.of(library));
  }
}
