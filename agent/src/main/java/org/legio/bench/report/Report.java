package org.legio.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.legio.bench.plan.Part;
import org.legio.bench.run.Failure;
import org.legio.bench.samples.Sample;
import org.legio.page.Html;

/**
 * The page that shows what a suite has measured.
 *
 * @param circumstances of the suite: what by its name
 * @param samples all of them
 * @param failures what went wrong
 */
public record Report(
    Map<String, String> circumstances, List<Sample> samples, List<Failure> failures) {
  private static final Map<Part, String> NOTES =
      Map.of(
          Part.SIZES,
          "Time of one call at the slowest rank, in blocks of many calls. A size is that of the whole"
              + " buffer (bcast, reduce, allReduce), of each process's block (gather, scatter,"
              + " allGather, allToAll) or of a message; send+recv is half a round trip,"
              + " iSend+iRecv one of 16 messages under way at once.",
          Part.RANKS,
          "The same for the smallest size, over the number of ranks. Messages go between ranks 0 and 1,"
              + " while the others wait. With more ranks than cores they"
              + " take turns.",
          Part.REPAIR,
          "From the death (SIGKILL) to the end of the first allReduce that all survivors completed,"
              + " and what lies between: detection, to the first revocation or vote against; agree, to"
              + " the last survivor's beginning to shrink; shrink, to the last one's end of it; rebuild,"
              + " until the last can use the new communicator; repeat, the collective once more. The"
              + " first death of a job loads code. ULFM by hand is a program that agrees, shrinks and"
              + " repeats by itself: the floor. A preloaded library does not say how far it is.",
          Part.APPLICATIONS,
          "Time of a whole run. Those without a death are repeated in one job; a death ends a"
              + " measurement, so those with deaths have one sample a job. What the dead would have done"
              + " is not done.",
          Part.STARTUP,
          "The slowest or largest rank of two; memory is what a process has resident after 1000"
              + " collectives.");

  /** It as HTML that needs nothing else. */
  public String html() {
    Html html = new Html("Legio: what protection costs");
    html.add(
        "p",
        "Plots show medians, with strokes or boxes from quartile to quartile; tables show median (lower"
            + " to upper quartile; number of samples), and how many times the median without the agent"
            + " that is. Configurations ran in turn.");
    writeCircumstances(html);
    writeFailures(html);
    for (Part part : Part.values()) {
      write(html, part);
    }
    return html.toString();
  }

  private void writeCircumstances(Html html) {
    html.add("h2", "What was run, and where");
    List<List<String>> rows = new ArrayList<>();
    circumstances.forEach((name, value) -> rows.add(List.of(name, value)));
    html.table(true, rows);
  }

  private void writeFailures(Html html) {
    if (failures.isEmpty()) {
      html.add("p", "All runs went well.");
      return;
    }
    html.add("h2", "What went wrong: " + failures.size() + " runs");
    for (Failure failure : failures) {
      html.failure(failure.run().description(), failure.reason());
    }
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
      case SIZES -> section.bySize();
      case RANKS -> section.byRanks();
      case REPAIR -> section.repairs();
      case APPLICATIONS, STARTUP -> section.asBoxes();
    }
  }
}
