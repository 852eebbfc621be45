package org.legio.faults;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.legio.core.settings.Configuration;
import org.legio.core.settings.Setting;
import org.legio.hierarchical.HierarchicalLayout;
import org.legio.protection.Resilience;
import org.legio.simulator.FaultPlan;
import org.legio.simulator.JobResult;
import org.legio.simulator.Rank;
import org.legio.simulator.SimulatedJob;

/** The simulator, with a layout on top of it. */
final class SimulatedStage implements Stage {

  private static final String HIERARCHICAL = "hierarchical";
  private static final String FLAT_ON_HOSTS = "flat@";

  private static final String ON_HOSTS = "@";

  /** The flat layout. */
  static final Stage FLAT = new SimulatedStage("flat", Map.of(Setting.LAYOUT.key(), "flat"));

  /** The flat layout, all collectives by MPI, and votes on them. */
  static final Stage BY_VOTES =
      new SimulatedStage("votes", Map.of(Setting.LAYOUT.key(), "flat", Setting.BOARD.key(), "0"));

  /** Whether to print what happens, event by event: for replays. */
  private static final boolean IS_TRACED = Boolean.getBoolean("legio.faults.trace");

  private static final Pattern RANK = Pattern.compile("rank (\\d+): ");

  private final String name;
  private final Map<String, String> layout;
  private final int ranksPerHost;
  private final Map<Settings, Configuration> configurations = new ConcurrentHashMap<>();

  private SimulatedStage(String name, Map<String, String> layout) {
    this(name, layout, Integer.MAX_VALUE);
  }

  private SimulatedStage(String name, Map<String, String> layout, int ranksPerHost) {
    this.name = name;
    this.layout = layout;
    this.ranksPerHost = ranksPerHost;
  }

  /**
   * The hierarchical layout.
   *
   * @param localSize how many ranks its locals have, as the setting has it
   */
  static Stage hierarchical(String localSize) {
    return new SimulatedStage(HIERARCHICAL + "/" + localSize, locals(localSize));
  }

  /**
   * The hierarchical layout, with operations of more than some bytes left to the flat one.
   *
   * @param maxBytes how many, as the setting has it
   */
  static Stage hierarchical(String localSize, String maxBytes) {
    Map<String, String> layout = new TreeMap<>(locals(localSize));
    layout.put(Setting.HIERARCHICAL_FLAT_ABOVE.key(), maxBytes);
    return new SimulatedStage(HIERARCHICAL + "/" + localSize + "/" + maxBytes, layout);
  }

  /**
   * The flat layout on several hosts, whose ranks agree by messages.
   *
   * @param ranksPerHost how many ranks each of them has
   */
  static Stage onHosts(int ranksPerHost) {
    return new SimulatedStage(
        FLAT_ON_HOSTS + ranksPerHost, Map.of(Setting.LAYOUT.key(), "flat"), ranksPerHost);
  }

  /**
   * The hierarchical layout on several hosts.
   *
   * @param ranksPerHost how many ranks each of them has
   */
  static Stage onHosts(String localSize, int ranksPerHost) {
    return new SimulatedStage(
        HIERARCHICAL + "/" + localSize + ON_HOSTS + ranksPerHost, locals(localSize), ranksPerHost);
  }

  private static Map<String, String> locals(String size) {
    return Map.of(Setting.LAYOUT.key(), HIERARCHICAL + ":" + size);
  }

  /** The stage of a name. */
  static Stage named(String name) {
    for (Stage flat : List.of(FLAT, BY_VOTES)) {
      if (name.equals(flat.name())) {
        return flat;
      }
    }
    if (name.startsWith(FLAT_ON_HOSTS)) {
      return onHosts(Integer.parseInt(name.substring(FLAT_ON_HOSTS.length())));
    }
    String suffix = name.substring(HIERARCHICAL.length() + 1);
    if (suffix.contains(ON_HOSTS)) {
      String[] hosts = suffix.split(ON_HOSTS);
      return onHosts(hosts[0], Integer.parseInt(hosts[1]));
    }
    String[] sizes = suffix.split("/");
    return sizes.length == 1 ? hierarchical(sizes[0]) : hierarchical(sizes[0], sizes[1]);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String toString() {
    return name;
  }

  @Override
  public Played play(Run run, Case program, UnaryOperator<Seat> spoil) {
    AtomicLong clock = new AtomicLong();
    Folder folder = new Folder();
    List<Log> logs = IntStream.range(0, run.ranks()).mapToObj(rank -> new Log(clock)).toList();
    SimulatedJob job =
        SimulatedJob.ofSize(run.ranks())
            .ranksPerHost(ranksPerHost)
            .seed(run.seed())
            .faults(faults(run));
    JobResult result =
        (IS_TRACED ? job.traced() : job)
            .run(
                rank -> {
                  live(rank, program, spoil, folder, logs.get(rank.worldRank()));
                  return null;
                });
    result.trace().forEach(System.out::println);
    return played(program.settings(), logs, folder.empty(), result);
  }

  private static FaultPlan faults(Run run) {
    FaultPlan plan = FaultPlan.none();
    for (Map.Entry<Integer, Long> death : run.deaths().entrySet()) {
      plan = plan.andKill(death.getKey(), death.getValue());
    }
    return plan;
  }

  private void live(Rank rank, Case program, UnaryOperator<Seat> spoil, Folder folder, Log log)
      throws Exception {
    SimulatedFabric fabric = new SimulatedFabric(rank.types());
    Seat seat =
        spoil.apply(
            new Seat(
                rank.worldRank(),
                rank.pmpi(),
                rank.ulfm(),
                rank.binding(),
                rank.job(),
                fabric,
                folder));
    Configuration configuration =
        configurations.computeIfAbsent(
            program.settings(), settings -> settings.with(layout).configuration());
    Resilience resilience =
        Resilience.protect(
            seat.pmpi(),
            seat.ulfm(),
            seat.binding(),
            seat.job(),
            configuration,
            new HierarchicalLayout(configuration));
    log.stepsBefore = rank.steps();
    Mpi mpi = new Mpi(seat, resilience, program.settings(), log, rank::steps);
    program.program().run(mpi);
    mpi.freeAll();
    fabric.free();
    log.stepsAfter = rank.steps();
    resilience.beforeFinalize();
  }

  private static Played played(
      Settings settings, List<Log> logs, Map<String, byte[]> files, JobResult result) {
    List<Played.End> ends = new ArrayList<>();
    long[] steps = new long[result.size()];
    for (int rank = 0; rank < result.size(); rank++) {
      JobResult.OfRank of = result.rank(rank);
      ends.add(new Played.End(of.ending() == JobResult.Ending.KILLED, of.thrown()));
      steps[rank] = of.steps();
      logs.get(rank).held = counted(of.open());
      logs.get(rank).arrivals.addAll(result.arrivals(rank));
    }
    return new Played(
        settings,
        logs,
        ends,
        result.deadlock().orElse(null),
        result.aborted().map(SimulatedStage::abort).orElse(null),
        files,
        steps);
  }

  private static Played.@Nullable Abort abort(String message) {
    Matcher rank = RANK.matcher(message);
    if (!rank.find()) {
      throw new IllegalStateException("which rank has ended the job? " + message);
    }
    return new Played.Abort(Integer.parseInt(rank.group(1)), message);
  }

  /** Open handles by kind. MPI's windows cannot be freed after a death: they do not count. */
  private static String counted(List<String> open) {
    Map<String, Integer> kinds = new TreeMap<>();
    for (String each : open) {
      String first = each.split(" ")[0];
      if (first.equals("window")) {
        continue;
      }
      boolean isOther = List.of("group", "request", "datatype", "message", "file").contains(first);
      kinds.merge(isOther ? first : "communicator", 1, Integer::sum);
    }
    return kinds.toString();
  }
}
