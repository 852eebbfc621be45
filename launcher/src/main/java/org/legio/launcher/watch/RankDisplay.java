package org.legio.launcher.watch;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.legio.launcher.machine.Colors;
import org.legio.observability.watch.RankStatus;
import org.legio.observability.watch.Survived;

/**
 * Describes in lines what the ranks of a job are doing: one line for all, then one for each rank.
 */
final class RankDisplay {
  private static final int BAR = 10;
  private static final int NAMED = 4;
  private static final long WORTH_SAYING_MS = 2000;
  private static final long MS_PER_S = 1000;
  private static final long WORTH_SAYING_DECISIONS = 1000;

  private final int ranks;
  private final Map<Integer, WatchServer.Seen> seen;
  private final Set<Integer> dead = new TreeSet<>();
  private final int hostWidth;

  /**
   * Makes the board for one moment of a job.
   *
   * @param ranks the number of ranks at the start
   * @param seen the latest reports of the ranks, by rank
   */
  RankDisplay(int ranks, Map<Integer, WatchServer.Seen> seen) {
    this.ranks = ranks;
    this.seen = seen;
    seen.values().forEach(rank -> dead.addAll(rank.state().losses().dead()));
    hostWidth =
        seen.values().stream().mapToInt(rank -> rank.state().host().length()).max().orElse(0);
  }

  /**
   * The condition of a rank, the most important first, for terminals without room for all ranks.
   */
  private enum Fate {
    DEAD("dead"),
    GONE("gone"),
    ALIVE("alive"),
    STARTING("starting"),
    FINISHED("finished");

    private final String word;

    Fate(String word) {
      this.word = word;
    }
  }

  private Fate fate(int rank) {
    WatchServer.Seen last = seen.get(rank);
    if (dead.contains(rank)) {
      return Fate.DEAD;
    }
    if (last == null) {
      return Fate.STARTING;
    }
    if (last.state().place().isOver()) {
      return Fate.FINISHED;
    }
    return last.isConnected() ? Fate.ALIVE : Fate.GONE;
  }

  /** A line in the color of its rank's fate. */
  static String colored(String line, Colors colors) {
    if (line.matches(" *\\d+ dead\\b.*")) {
      return colors.bad(line);
    }
    return line.matches(" *\\d+ gone\\b.*") ? colors.notable(line) : line;
  }

  /**
   * Makes the lines.
   *
   * @param most the greatest number of lines
   */
  List<String> lines(int most) {
    List<String> lines = new ArrayList<>(List.of(summary()));
    List<Integer> told =
        IntStream.range(0, ranks)
            .boxed()
            .sorted(Comparator.comparing(this::fate))
            .limit(ranks < most ? ranks : Math.max(0, most - 2))
            .sorted()
            .toList();
    told.forEach(rank -> lines.add(line(rank)));
    if (told.size() < ranks) {
      lines.add("... and " + (ranks - told.size()) + " more ranks");
    }
    return lines;
  }

  private String summary() {
    Map<Fate, Long> fates =
        IntStream.range(0, ranks)
            .mapToObj(this::fate)
            .collect(Collectors.groupingBy(fate -> fate, TreeMap::new, Collectors.counting()));
    String counts =
        fates.entrySet().stream()
            .map(fate -> fate.getValue() + " " + fate.getKey().word)
            .collect(Collectors.joining(", "));
    return "--- %d ranks: %s; repairs: %d; operations skipped: %d%s%s"
        .formatted(
            ranks,
            counts,
            most(state -> state.losses().repairs()),
            most(state -> state.losses().skipped()),
            survived(),
            emptyHosts());
  }

  /** The hosts of which all ranks are dead or gone, where others have some left. */
  private String emptyHosts() {
    Map<String, Set<Boolean>> hosts = new TreeMap<>();
    seen.forEach(
        (rank, last) ->
            hosts
                .computeIfAbsent(last.state().host(), host -> new TreeSet<>())
                .add(fate(rank) != Fate.DEAD && fate(rank) != Fate.GONE));
    String empty =
        hosts.entrySet().stream()
            .filter(host -> !host.getValue().contains(true))
            .map(Map.Entry::getKey)
            .collect(Collectors.joining(", "));
    return hosts.size() < 2 || empty.isEmpty() ? "" : "; no rank left on " + empty;
  }

  /** What replicas and restarts have done; empty where there are none. */
  private String survived() {
    if (most(state -> state.survival().replicas()) == 0) {
      return "";
    }
    int restarts =
        seen.values().stream().mapToInt(each -> each.state().survival().restarts()).sum();
    long kept =
        seen.values().stream()
            .mapToLong(each -> each.state().survival().keptBytes())
            .max()
            .orElse(0);
    return "; masked deaths: %d; restarts: %d; kept: %d MB"
        .formatted(most(state -> state.survival().masked()), restarts, kept >> 20);
  }

  /** How many replicas a rank has left, and how far the slowest is behind. */
  private static String replicas(RankStatus state) {
    Survived own = state.survival();
    if (own.replicas() < 2) {
      return "";
    }
    String left = "  %d of %d replicas".formatted(own.replicas() - own.lost(), own.replicas());
    return own.behind() < WORTH_SAYING_DECISIONS
        ? left
        : left + ", one " + own.behind() + " decisions behind";
  }

  /**
   * The highest count of any rank. Each rank counts by itself, so the highest is the most complete.
   */
  private int most(ToIntFunction<RankStatus> count) {
    return seen.values().stream().map(WatchServer.Seen::state).mapToInt(count).max().orElse(0);
  }

  private String line(int rank) {
    Fate fate = fate(rank);
    WatchServer.Seen last = seen.get(rank);
    String who = "%4d %-8s".formatted(rank, fate.word);
    if (last == null) {
      return who;
    }
    RankStatus state = last.state();
    String where = who + " " + pad(state.host(), hostWidth) + bar(state) + replicas(state) + "  ";
    return switch (fate) {
      case ALIVE -> where + doing(state);
      case DEAD, GONE -> where + "last seen " + lastSeen(state);
      default -> where.stripTrailing();
    };
  }

  private static String pad(String text, int width) {
    return text + " ".repeat(width - text.length());
  }

  private static String bar(RankStatus state) {
    if (state.progress().total() <= 0) {
      return "";
    }
    double share =
        Math.max(0, Math.min(1, (double) state.progress().done() / state.progress().total()));
    int full = (int) (share * BAR);
    return String.format(
        Locale.ROOT, "  [%s%s] %3.0f %%", "#".repeat(full), ".".repeat(BAR - full), share * 100);
  }

  /**
   * The last known call of a rank. Ranks report only every part of a second, so it may have gone on
   * since.
   */
  private static String lastSeen(RankStatus state) {
    String in =
        state.place().call().isEmpty() ? "computing" : "in " + state.place().call() + number(state);
    return in + at(state);
  }

  private static String number(RankStatus state) {
    return state.place().sequence() == 0 ? "" : " " + state.place().sequence();
  }

  private static String at(RankStatus state) {
    return state.place().line().isEmpty() ? "" : "  " + state.place().line();
  }

  private String doing(RankStatus state) {
    String since =
        state.place().milliseconds() < WORTH_SAYING_MS
            ? ""
            : " for " + state.place().milliseconds() / MS_PER_S + " s";
    if (state.place().call().isEmpty()) {
      return "computes" + since + at(state);
    }
    return state.place().call() + number(state) + since + waitingFor(state) + at(state);
  }

  /** The ranks that have not yet entered the collective in which this rank is. */
  private String waitingFor(RankStatus state) {
    if (state.place().sequence() == 0) {
      return "";
    }
    List<Integer> late = new ArrayList<>();
    seen.forEach(
        (rank, other) -> {
          if (rank != state.rank()
              && !state.losses().dead().contains(rank)
              && isBehind(other.state(), state)) {
            late.add(rank);
          }
        });
    if (late.isEmpty()) {
      return "";
    }
    String named = late.stream().limit(NAMED).map(this::name).collect(Collectors.joining(", "));
    return ", waits for "
        + named
        + (late.size() > NAMED ? ", " + (late.size() - NAMED) + " more" : "");
  }

  private String name(int rank) {
    return rank + (fate(rank) == Fate.ALIVE ? "" : " (" + fate(rank).word + ")");
  }

  private static boolean isBehind(RankStatus other, RankStatus state) {
    @Nullable Long current = other.sequences().get(state.place().communicator());
    return current != null
        && (current < state.place().sequence()
            || (current == state.place().sequence()
                && other.place().communicator() != state.place().communicator()));
  }
}
