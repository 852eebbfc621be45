package org.legio.bench.report;

import java.util.List;
import java.util.Map;
import org.legio.bench.plan.Part;
import org.legio.bench.programs.MessageCosts;
import org.legio.bench.run.Failure;
import org.legio.bench.samples.Sample;
import org.legio.bench.statistics.Cells;
import org.legio.bench.statistics.Reliability;
import org.legio.launcher.page.Facts;
import org.legio.launcher.page.Html;

/**
 * The page that shows the results of a suite.
 *
 * @param circumstances the circumstances of the suite by name
 * @param samples all samples
 * @param failures the runs that failed
 */
public record BenchReport(
    Map<String, String> circumstances, List<Sample> samples, List<Failure> failures) {
  /** The circumstance that is the line by which the suite was started. */
  public static final String COMMAND = "command";

  /** The circumstances that say how busy the machine was; the page begins with these. */
  private static final List<String> OF_LOAD =
      List.of("cores", "load average at the beginning", "load average at the end");

  private static final Map<Part, String> NOTES =
      Map.ofEntries(
          Map.entry(
              Part.SIZES,
              "Time of one call at the slowest rank, in blocks of many calls. A size is that of the"
                  + " whole buffer (bcast, reduce, allReduce), of each process's block (gather,"
                  + " scatter, allGather, allToAll) or of a message; send+recv is half a round trip,"
                  + " iSend+iRecv one of 16 messages under way at once."),
          Map.entry(
              Part.RANKS,
              "The same for the smallest size, over the number of ranks. Messages go between ranks 0"
                  + " and 1, while the others wait. With more ranks than cores they take turns."),
          Map.entry(
              Part.MESSAGES,
              "Half a round trip of ranks 0 and 1; one of 16 messages under way at once, the last of which"
                  + " is answered; and a sum over all. With --host the two ranks are on two hosts."),
          Map.entry(
              Part.ACCESSES,
              "Loops of iTest until a collective is done; accesses to the next rank's window and to a"
                  + " file, each by a call of its own; and sums of all ranks, one by one and as one"
                  + " block (Legio.block), time for each sum."),
          Map.entry(
              Part.REPAIR,
              "From the death (SIGKILL) to the end of the first allReduce that all survivors completed,"
                  + " and what lies between: detection, to the first revocation or vote against; agree,"
                  + " to the last survivor's beginning to shrink; shrink, to the last one's end of it;"
                  + " rebuild, until the last can use the new communicator; repeat, the collective once"
                  + " more. The first death of a job loads code. ULFM by hand is a program that agrees,"
                  + " shrinks and repeats by itself: the floor. A preloaded library does not say how"
                  + " far it is."),
          Map.entry(
              Part.APPLICATIONS,
              "Time of a whole run. Those without a death are repeated in one job; a death ends a"
                  + " measurement, so those with deaths have one sample a job. What the dead would have"
                  + " done is not done."),
          Map.entry(
              Part.KERNELS,
              "Time of a whole run at two ranks, after one to warm up: docking, random variates, and"
                  + " Legio's samples Jacobi2D, SparseMatrixVector and MarkovChain."),
          Map.entry(
              Part.EP,
              "Time of a whole run of a class at several numbers of ranks; victims die in equal"
                  + " distances. Without a death the sums are verified as the benchmark does."),
          Map.entry(
              Part.NAS,
              "Time of a whole run, after one to warm up, on the embedded runtime; every result is"
                  + " verified as the benchmark does. Replicas share the hosts' cores, so of two"
                  + " each computes at half the speed where all cores are busy."),
          Map.entry(
              Part.STARTUP,
              "The slowest or largest rank of two; memory is what a process has resident after 1000"
                  + " collectives. Of eight ranks: the time from the start of the job to the end of its"
                  + " first collective at the slowest rank, and the processor time that all ranks and"
                  + " the process that has started them have spent until then."),
          Map.entry(
              Part.REPLICAS,
              "On the embedded runtime, beside one process a rank. send+recv is half a round trip of"
                  + " two ranks; a rank that is alone sends to itself. The applications run on one"
                  + " rank, where two cores are enough for two replicas, and on more. Restart without a"
                  + " death shows what keeping all messages costs. A death at a third of the run: one"
                  + " process a rank continues without the dead one, and the result lacks what that"
                  + " would have done; replicas do not notice it; restart does the dead one's work"
                  + " again, with checkpoints only from the last one on. Without protection the job"
                  + " ends there: nothing is left, and doing it again makes 4/3 of the time without a"
                  + " death. VolpexMPI (its chapter 4, two copies, other machines) reports 3.6 times"
                  + " the latency and 80 % of the bandwidth of Open MPI."),
          Map.entry(
              Part.LIMIT,
              "How many times the machine's limit: before each block, the same two ranks share memory by"
                  + " themselves. One flips a word of one cache line, the other sees it and flips it"
                  + " back; or before each flip it copies 1 MB from the other's memory to its own."
                  + " Times are those of one way. The ratio of both medians of a round, median of the"
                  + " rounds (least to most; number of rounds)."),
          Map.entry(
              Part.ACCURACY,
              "How far results are off, in percent of the true value, when ranks are killed before"
                  + " they have given anything to it: root mean square of the errors of one job,"
                  + " beside what theory predicts. What is averaged (pi by points, Gaussian pairs per"
                  + " pair drawn) loses only precision, as one divided by the root of what is left;"
                  + " what is counted or searched lacks the share that is lost."));

  /** The page as HTML that needs no other file. */
  public String html() {
    Html html = new Html("Legio: what protection costs");
    Costs costs = new Costs(Cells.of(ofMpi()));
    html.lead(costs.sentence());
    writeFailures(html);
    writeCircumstances(html);
    writeReliability(html);
    if (!costs.isEmpty()) {
      html.add("h2", "What protection costs");
      html.add(
          "p",
          "How many times as long as without the agent on the same MPI: the median of all results"
              + " that can be relied on, beneath (lower to upper quartile; how many). Where less"
              + " than half of the results can be, it is the median of all, with ~ before it.");
      html.table(costs.table());
    }
    writeComparison(html);
    html.add("h2", "How to read what follows");
    html.add(
        "p",
        "Plots show medians, with strokes from quartile to quartile. Tables show the median, how"
            + " many times the median without the agent on the same MPI that is, and beneath (lower"
            + " to upper quartile; number of samples). Configurations ran in turn. \"8 of 10\""
            + " samples: 2 were disturbed and left out. A number with ~ cannot be relied on, as too"
            + " many of its samples were disturbed or its quartiles are too far apart; in plots it"
            + " is hollow and dashed.");
    for (Part part : Part.values()) {
      write(html, part);
    }
    return html.toString();
  }

  /** How many of the results are reliable. */
  public Reliability reliability() {
    return Cells.of(samples).reliability();
  }

  /** The goals of the embedded runtime as lines for a terminal; empty if it was not compared. */
  public List<String> goals() {
    SideBySide comparison = new SideBySide(ofMpi());
    return comparison.isEmpty()
        ? List.of()
        : comparison.goals().stream().map(row -> String.join(" | ", row)).toList();
  }

  private void writeComparison(Html html) {
    SideBySide comparison = new SideBySide(ofMpi());
    if (comparison.isEmpty()) {
      return;
    }
    html.add("h2", "The embedded runtime beside Open MPI");
    html.add(
        "p",
        "How many times Open MPI's time (or, where the goal is a bandwidth, bandwidth) is that of"
            + " the embedded runtime: the ratio of both medians of a round, median of the rounds"
            + " (least to most; number of rounds). A column compares the same configuration on"
            + " both.");
    html.table(SideBySide.table(comparison.goals()));
    html.add("h3", "All ratios of times or memory");
    html.table(SideBySide.table(comparison.all()));
  }

  private void writeReliability(Html html) {
    Reliability reliability = reliability();
    html.add("h2", "What can be relied on");
    html.add("p", reliability.sentence());
    Facts facts = new Facts();
    OF_LOAD.stream()
        .filter(circumstances::containsKey)
        .forEach(name -> facts.add(name, circumstances.getOrDefault(name, "")));
    facts
        .add(
            "disturbed samples",
            "%d of %d (%d %%)"
                .formatted(
                    reliability.disturbed(), reliability.samples(), reliability.disturbedPercent()))
        .add(
            "reliable cells",
            "%d of %d".formatted(reliability.cells() - reliability.marked(), reliability.cells()));
    html.facts(facts);
  }

  private void writeCircumstances(Html html) {
    html.add("h2", "What was run, and where");
    Facts facts = new Facts();
    circumstances.forEach(
        (name, value) -> {
          if (name.equals(COMMAND)) {
            facts.addCode("to run it again", value);
          } else if (!OF_LOAD.contains(name)) {
            facts.add(name, value);
          }
        });
    html.facts(facts);
  }

  private void writeFailures(Html html) {
    if (failures.isEmpty()) {
      html.add("p", "No run failed.");
      return;
    }
    html.add(
        "h2", "What went wrong: " + failures.size() + (failures.size() == 1 ? " run" : " runs"));
    for (Failure failure : failures) {
      html.failure(failure.run().description(), failure.reason());
    }
  }

  /** What an MPI took, without the machine's limit. */
  private List<Sample> ofMpi() {
    return samples.stream().filter(s -> !MessageCosts.isLimit(s.operation())).toList();
  }

  private void write(Html html, Part part) {
    List<Sample> own = samples.stream().filter(s -> s.part().equals(part.id())).toList();
    if (own.isEmpty()) {
      return;
    }
    html.add("h2", part.title() + " (" + part.figures() + ")");
    html.add("p", NOTES.getOrDefault(part, ""));
    PartSection section = new PartSection(html, own);
    switch (part) {
      case SIZES, ACCESSES -> section.bySize();
      case RANKS -> section.byRanks();
      case REPAIR -> section.repairs();
      case LIMIT -> {
        html.table(new BesideLimit(own).table());
        section.asTables();
      }
      case ACCURACY -> section.losses();
      case MESSAGES, APPLICATIONS, STARTUP, REPLICAS, KERNELS, EP, NAS -> section.asTables();
    }
  }
}
