package org.legio.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The hosts of a job.
 *
 * @param origin who has named them, as a phrase for messages
 * @param mpirunArguments what mpirun is told of them; nothing where it finds them out itself
 * @param names their names; none where nobody has named any, which is this host
 */
record Hosts(String origin, List<String> mpirunArguments, List<String> names) {
  private static final String SLURM_NODES = "SLURM_JOB_NODELIST";

  /** Those of a list as {@code --host} takes it: {@code n0:2,n1:2}. */
  static Hosts listed(String list) {
    return new Hosts("--host " + list, List.of("--host", list), names(Stream.of(list.split(","))));
  }

  /**
   * Those of a file as {@code --hostfile} takes it: a host a line, {@code #} before remarks.
   *
   * @param file its path, from the machine's working directory
   * @throws IllegalArgumentException when the file cannot be read or names no host
   */
  static Hosts inFile(String file, Machine machine) {
    Path path = machine.directory().resolve(file);
    try {
      List<String> names =
          names(Files.readAllLines(path).stream().map(line -> line.replaceFirst("#.*", "")));
      if (names.isEmpty()) {
        throw new IllegalArgumentException(
            "--hostfile " + file + " names no host; write one a line, for instance n0 slots=2");
      }
      return new Hosts("--hostfile " + file, List.of("--hostfile", path.toString()), names);
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "--hostfile " + file + ": " + path + " cannot be read; name a file with a host a line",
          e);
    }
  }

  /** Those of the batch system's allocation that this process is in, else this host alone. */
  static Hosts given(Machine machine) {
    return machine
        .variable(SLURM_NODES)
        .map(nodes -> new Hosts(SLURM_NODES + "=" + nodes, List.of(), List.of(nodes)))
        .orElseGet(Hosts::unnamed);
  }

  /** This host alone, as where nobody has named any. */
  static Hosts unnamed() {
    return new Hosts("no host named", List.of(), List.of());
  }

  private static List<String> names(Stream<String> entries) {
    return entries
        .map(entry -> entry.strip().replaceFirst("[:\\s].*", ""))
        .filter(name -> !name.isEmpty())
        .toList();
  }

  /** Whether somebody has named them. */
  boolean areNamed() {
    return !names.isEmpty();
  }

  /** Whether one of them is another than this machine. */
  boolean areElsewhere(Machine machine) {
    return elsewhere(machine).isPresent();
  }

  /** The first of them that is another than this machine. */
  Optional<String> elsewhere(Machine machine) {
    return names.stream().filter(name -> !machine.isThisHost(name)).findFirst();
  }
}
