package org.legio.launcher.job;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.legio.agent.Fault;
import org.legio.agent.Kill;
import org.legio.agent.RankFiles;
import org.legio.core.report.WholeFile;
import org.legio.core.settings.JobAbort;
import org.legio.core.settings.Setting;

/**
 * The contents of the {@link RankFiles} of a job, read when it is over. Ranks that Open MPI runs on
 * other hosts leave none.
 *
 * @param begun the ranks that have initialized MPI
 * @param calls the number of calls by name, by rank; only for ranks that have reached {@code
 *     MPI_Finalize}
 * @param exits the exit statuses of ranks that have ended by themselves before that, by rank
 * @param aborts the reasons of ranks that have ended the whole job, by rank
 * @param faults the faults that have happened, in the form of {@link Kill#toString}
 * @param report the report of a rank that could not write the file itself
 * @param places where ranks have run
 */
public record RankMarks(
    Set<Integer> begun,
    Map<Integer, SortedMap<String, Integer>> calls,
    Map<Integer, Integer> exits,
    Map<Integer, JobAbort> aborts,
    List<String> faults,
    Optional<String> report,
    HostMarks places) {
  private static final RankMarks NONE =
      new RankMarks(
          Set.of(), Map.of(), Map.of(), Map.of(), List.of(), Optional.empty(), HostMarks.NONE);

  /** Reads the marks in a folder. */
  static RankMarks read(Path folder) {
    Set<Integer> begun = new TreeSet<>();
    Map<Integer, SortedMap<String, Integer>> calls = new TreeMap<>();
    Map<Integer, Integer> exits = new TreeMap<>();
    Map<Integer, JobAbort> aborts = new TreeMap<>();
    List<String> faults = new ArrayList<>();
    Optional<String> report = Optional.empty();
    HostMarks places;
    try {
      for (Path file : files(folder, RankFiles.PID)) {
        begun.add(rank(file));
      }
      for (Path file : files(folder, RankFiles.CALLS)) {
        calls.put(rank(file), counts(file));
      }
      for (Path file : files(folder, RankFiles.EXIT)) {
        exits.put(rank(file), Integer.valueOf(Files.readString(file)));
      }
      for (Path file : files(folder, RankFiles.ABORT)) {
        aborts.put(rank(file), JobAbort.parse(Files.readString(file)));
      }
      for (Path file : files(folder, RankFiles.FAULTS)) {
        faults.addAll(Files.readAllLines(file));
      }
      for (Path file : files(folder, RankFiles.REPORT)) {
        report = Optional.of(Files.readString(file));
      }
      places = HostMarks.read(folder);
    } catch (NoSuchFileException e) {
      return NONE; // this process was told to end
    } catch (IOException e) {
      throw new UncheckedIOException("what the ranks have left in " + folder + " is not read", e);
    }
    return new RankMarks(begun, calls, exits, aborts, faults, report, places);
  }

  private static List<Path> files(Path folder, String ending) throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return all.filter(file -> file.getFileName().toString().matches("\\d+\\" + ending)).toList();
    }
  }

  private static int rank(Path file) {
    String name = file.getFileName().toString();
    return Integer.parseInt(name.substring(0, name.indexOf('.')));
  }

  private static SortedMap<String, Integer> counts(Path file) throws IOException {
    SortedMap<String, Integer> counts = new TreeMap<>();
    for (String line : Files.readAllLines(file)) {
      String[] words = line.split(" ");
      counts.put(words[0], Integer.parseInt(words[1]));
    }
    return counts;
  }

  /** Writes the report into the file that was asked for, if a rank has not done so itself. */
  public void writeReport(Path file) {
    report.ifPresent(text -> WholeFile.write(Setting.REPORT, file, text));
  }

  /** Whether all of a job's ranks have initialized MPI, and none has reached its end. */
  boolean areAllLost(int ranks) {
    return begun.size() == ranks && calls.isEmpty();
  }

  /** The planned faults that have not happened, of ranks that can leave marks. */
  public List<Kill> missed(List<Kill> planned) {
    return planned.stream()
        .filter(kill -> begun.contains(kill.rank()) && !hasHappened(kill))
        .toList();
  }

  /** Whether it has. The mark of a fault that ends a host is lost with it. */
  private boolean hasHappened(Kill kill) {
    boolean endsHost = kill.fault().kind() == Fault.Kind.HOST;
    return faults.contains(kill.toString()) || (endsHost && places.hasLostHostOf(kill.rank()));
  }

  /** The reason why a planned fault has not happened. */
  String whyMissed(Kill kill) {
    SortedMap<String, Integer> own = calls.get(kill.rank());
    return own == null
        ? "rank " + kill.rank() + " was lost before"
        : "rank %d has called %s %d times"
            .formatted(kill.rank(), kill.call(), own.getOrDefault(kill.call(), 0));
  }
}
