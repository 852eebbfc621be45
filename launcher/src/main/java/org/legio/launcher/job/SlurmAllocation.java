package org.legio.launcher.job;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.legio.launcher.machine.Machine;

/**
 * The nodes that Slurm has allocated to this process, and how many ranks each has room for.
 *
 * @param origin the variable that names them, with its value
 * @param slots by node, in Slurm's order
 */
record SlurmAllocation(String origin, Map<String, Integer> slots) {
  private static final String NODES = "SLURM_JOB_NODELIST";

  /** Tasks where the job asked for them; otherwise cores. */
  private static final List<String> COUNTS =
      List.of("SLURM_TASKS_PER_NODE", "SLURM_JOB_CPUS_PER_NODE");

  /** A comma outside of brackets. */
  private static final Pattern BETWEEN_NODES = Pattern.compile(",(?![^\\[]*])");

  private static final Pattern BRACKETS = Pattern.compile("(.*?)\\[([^]]*)](.*)");
  private static final Pattern RANGE = Pattern.compile("(\\d{1,9})(?:-(\\d{1,9}))?");
  private static final Pattern COUNT = Pattern.compile("(\\d{1,6})(?:\\(x(\\d{1,6})\\))?");
  private static final int MAX_NODES = 100_000;

  /**
   * The allocation that this process is in; empty if it is in none.
   *
   * @throws IllegalArgumentException if the variables are not as Slurm writes them
   */
  static Optional<SlurmAllocation> of(Machine machine) {
    return machine.variable(NODES).map(list -> of(list, machine));
  }

  private static SlurmAllocation of(String list, Machine machine) {
    List<String> nodes = nodes(list);
    List<Integer> counts =
        COUNTS.stream()
            .flatMap(name -> machine.variable(name).map(SlurmAllocation::counts).stream())
            .filter(each -> each.size() == nodes.size())
            .findFirst()
            .orElseGet(() -> nodes.stream().map(node -> 1).toList());
    Map<String, Integer> slots = new LinkedHashMap<>();
    for (int node = 0; node < nodes.size(); node++) {
      slots.put(nodes.get(node), counts.get(node));
    }
    return new SlurmAllocation(NODES + "=" + list, slots);
  }

  /** The nodes of a list such as {@code n[01-03,7],x}. */
  static List<String> nodes(String list) {
    List<String> nodes = new ArrayList<>();
    BETWEEN_NODES.splitAsStream(list).forEach(entry -> addNodes("", entry, nodes));
    return nodes;
  }

  private static void addNodes(String before, String entry, List<String> nodes) {
    Matcher brackets = BRACKETS.matcher(entry);
    if (!brackets.matches()) {
      require(!entry.matches(".*[\\[\\]].*") && nodes.size() < MAX_NODES, entry);
      nodes.add(before + entry);
      return;
    }
    for (String part : brackets.group(2).split(",", -1)) {
      Matcher range = RANGE.matcher(part);
      require(range.matches(), entry);
      String first = range.group(1);
      String last = range.group(2) == null ? first : range.group(2);
      for (int number = Integer.parseInt(first); number <= Integer.parseInt(last); number++) {
        String digits = String.format("%0" + first.length() + "d", number);
        addNodes(before + brackets.group(1) + digits, brackets.group(3), nodes);
      }
    }
  }

  /** The numbers of a list such as {@code 4(x2),2}. */
  static List<Integer> counts(String list) {
    List<Integer> counts = new ArrayList<>();
    for (String entry : list.split(",", -1)) {
      Matcher count = COUNT.matcher(entry);
      require(count.matches(), entry);
      int times = count.group(2) == null ? 1 : Integer.parseInt(count.group(2));
      require(counts.size() + times <= MAX_NODES, entry);
      for (int i = 0; i < times; i++) {
        counts.add(Integer.valueOf(count.group(1)));
      }
    }
    return counts;
  }

  private static void require(boolean isRight, String entry) {
    if (!isRight) {
      throw new IllegalArgumentException(
          "'%s' in Slurm's variables is not understood; name the hosts by --host".formatted(entry));
    }
  }

  List<String> names() {
    return List.copyOf(slots.keySet());
  }

  int slotsInAll() {
    return slots.values().stream().mapToInt(Integer::intValue).sum();
  }

  /** The same as {@code --host} takes it. */
  String asList() {
    return slots.entrySet().stream()
        .map(each -> each.getKey() + ":" + each.getValue())
        .collect(Collectors.joining(","));
  }
}
