package org.legio.launcher.embedded;

import java.util.List;
import java.util.OptionalLong;

/**
 * What a job would find on a host.
 *
 * @param version of Legio
 * @param java its version and place
 * @param cores how many processors a JVM sees
 * @param freeMb free memory; empty where the system does not say
 * @param sharedMemory where the job's memory would be
 * @param port one that other hosts can try; 0 if none could be opened
 * @param objection why no job can run there; empty if one can
 */
public record HostFacts(
    String version,
    String java,
    int cores,
    OptionalLong freeMb,
    Room sharedMemory,
    int port,
    String objection) {
  private static final int PARTS = 8;
  private static final String UNKNOWN = "-";

  /**
   * A folder and its room.
   *
   * @param mb what is free in it; 0 if it cannot be written
   */
  public record Room(String folder, long mb) {}

  /** It as one line. */
  String line() {
    String free = freeMb.isPresent() ? Long.toString(freeMb.getAsLong()) : UNKNOWN;
    return String.join(
        HostCheck.TAB,
        version,
        java,
        Integer.toString(cores),
        free,
        sharedMemory.folder,
        Long.toString(sharedMemory.mb),
        Integer.toString(port),
        objection);
  }

  /**
   * It from its line.
   *
   * @throws IllegalArgumentException if another version has written that
   */
  static HostFacts parse(String line) {
    List<String> parts = List.of(line.split(HostCheck.TAB, -1));
    if (parts.size() != PARTS) {
      throw new IllegalArgumentException("another version of Legio answers: " + line);
    }
    return new HostFacts(
        parts.get(0),
        parts.get(1),
        Integer.parseInt(parts.get(2)),
        parts.get(3).equals(UNKNOWN)
            ? OptionalLong.empty()
            : OptionalLong.of(Long.parseLong(parts.get(3))),
        new Room(parts.get(4), Long.parseLong(parts.get(5))),
        Integer.parseInt(parts.get(6)),
        parts.get(7));
  }
}
