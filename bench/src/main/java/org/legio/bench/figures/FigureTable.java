package org.legio.bench.figures;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import org.legio.bench.plan.SizeOfLocals;
import org.legio.bench.samples.Sample;

/**
 * The samples of a figure as CSV: a remark that says where they come from, the names of the
 * columns, and a line for each sample.
 *
 * @param origin where the samples come from
 */
public record FigureTable(Origin origin) {
  static final String HEADER =
      "cluster,hosts,mpi,operation,ranks,bytes,layout,local_size,deaths,round,repetition,"
          + "value,unit,noise";

  /**
   * Where samples come from.
   *
   * @param remark date, commit, command and what else is to be known of the measurement
   * @param cluster the name of the machine or cluster
   * @param hosts the number of hosts of a job
   * @param mpi the name of the MPI, if only one was measured
   */
  public record Origin(String remark, String cluster, int hosts, String mpi) {}

  /** The lines of the file. */
  public List<String> lines(List<Sample> samples) {
    List<String> lines = new ArrayList<>(List.of("# " + origin.remark(), HEADER));
    Map<List<Object>, Integer> repetitions = new HashMap<>();
    for (Sample sample : samples) {
      List<Object> job =
          List.of(
              sample.configuration(),
              sample.operation(),
              sample.ranks(),
              sample.bytes(),
              sample.round());
      lines.add(line(sample, repetitions.merge(job, 1, Integer::sum)));
    }
    return lines;
  }

  private String line(Sample sample, int repetition) {
    Setup setup = Setup.of(sample.configuration());
    OptionalInt local = SizeOfLocals.in(setup.layout(), sample.ranks());
    return String.format(
        Locale.ROOT,
        "%s,%d,%s,%s,%d,%d,%s,%s,%s,%d,%d,%.4f,%s,%.2f",
        origin.cluster(),
        origin.hosts(),
        setup.mpi().isEmpty() ? origin.mpi() : setup.mpi(),
        sample.operation(),
        sample.ranks(),
        sample.bytes(),
        local.isPresent() ? "hierarchical" : setup.layout(),
        local.isPresent() ? local.getAsInt() : "",
        setup.deaths(),
        sample.round() + 1,
        repetition,
        sample.value(),
        sample.unit(),
        sample.measured().noise());
  }
}
