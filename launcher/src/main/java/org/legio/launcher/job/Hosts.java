package org.legio.launcher.job;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import org.legio.launcher.machine.Machine;

/**
 * The hosts of a job.
 *
 * @param origin where their names come from, as a phrase for messages
 * @param mpirunArguments mpirun's arguments for them; empty where mpirun finds them by itself
 * @param names their names; empty for this host alone
 * @param slots how many ranks a list, a file or the batch system gives them; a host without a
 *     number has one
 * @param allocated the list as {@code --host} takes it, where mpirun finds the hosts by itself
 */
public record Hosts(
    String origin,
    List<String> mpirunArguments,
    List<String> names,
    OptionalInt slots,
    Optional<String> allocated) {
  private static final Pattern SLOTS = Pattern.compile("(?::|slots\\s*=\\s*)(\\d{1,6})");

  /** The hosts of a list as {@code --host} takes it: {@code n0:2,n1:2}. */
  public static Hosts listed(String list) {
    List<String> entries = List.of(list.split(","));
    return new Hosts(
        "--host " + list,
        List.of("--host", list),
        names(entries),
        slots(entries),
        Optional.empty());
  }

  /**
   * The hosts of a file as {@code --hostfile} takes it: one host a line, {@code #} before remarks.
   *
   * @param file its path, from the machine's working directory
   * @throws IllegalArgumentException when the file cannot be read or names no host
   */
  public static Hosts inFile(String file, Machine machine) {
    Path path = machine.directory().resolve(file);
    try {
      List<String> entries =
          Files.readAllLines(path).stream().map(line -> line.replaceFirst("#.*", "")).toList();
      List<String> names = names(entries);
      if (names.isEmpty()) {
        throw new IllegalArgumentException(
            "--hostfile " + file + " names no host; write one a line, for instance n0 slots=2");
      }
      return new Hosts(
          "--hostfile " + file,
          List.of("--hostfile", path.toString()),
          names,
          slots(entries),
          Optional.empty());
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "--hostfile " + file + ": " + path + " cannot be read; name a file with a host a line",
          e);
    }
  }

  /**
   * The hosts of the batch system's allocation, if this process is in one; otherwise this host
   * alone.
   *
   * @throws IllegalArgumentException if what the batch system says is not understood
   */
  public static Hosts given(Machine machine) {
    return SlurmAllocation.of(machine)
        .map(
            nodes ->
                new Hosts(
                    nodes.origin(),
                    List.of(),
                    nodes.names(),
                    OptionalInt.of(nodes.slotsInAll()),
                    Optional.of(nodes.asList())))
        .orElseGet(Hosts::unnamed);
  }

  /** This host alone, because no hosts were named. */
  public static Hosts unnamed() {
    return new Hosts("no host named", List.of(), List.of(), OptionalInt.empty(), Optional.empty());
  }

  private static OptionalInt slots(List<String> entries) {
    return OptionalInt.of(
        entries.stream()
            .filter(entry -> !entry.isBlank())
            .map(SLOTS::matcher)
            .mapToInt(slots -> slots.find() ? Integer.parseInt(slots.group(1)) : 1)
            .sum());
  }

  private static List<String> names(List<String> entries) {
    return entries.stream()
        .map(entry -> entry.strip().replaceFirst("[:\\s].*", ""))
        .filter(name -> !name.isEmpty())
        .toList();
  }

  /** Whether hosts were named. */
  public boolean areNamed() {
    return !names.isEmpty();
  }

  /** Whether one of them is not this machine. */
  public boolean areElsewhere(Machine machine) {
    return elsewhere(machine).isPresent();
  }

  /** The first of them that is not this machine. */
  public Optional<String> elsewhere(Machine machine) {
    return names.stream().filter(name -> !machine.isThisHost(name)).findFirst();
  }
}
