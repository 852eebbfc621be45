package org.legio.observability.metrics;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Metrics in the text format of Prometheus, version 0.0.4. */
final class Exposition {
  private final Map<String, String> common;
  private final StringBuilder text = new StringBuilder();

  private Exposition(String run) {
    common = Map.of("run", run);
  }

  /**
   * All metrics of a job that have a value.
   *
   * @param run tells this job's metrics from those of others on one machine
   */
  static String of(String run, JobState job) {
    Exposition exposition = new Exposition(run);
    for (Metric metric : Metric.values()) {
      exposition.add(metric, metric.samples(job));
    }
    return exposition.text.toString();
  }

  private void add(Metric metric, List<Sample> samples) {
    if (samples.isEmpty()) {
      return;
    }
    comment("HELP", metric.key(), metric.help());
    comment("TYPE", metric.key(), metric.type().toString());
    samples.stream().map(sample -> line(metric.key(), sample)).sorted().forEach(text::append);
  }

  private void comment(String kind, String key, String content) {
    text.append("# ").append(kind).append(' ').append(key).append(' ').append(content).append('\n');
  }

  private String line(String key, Sample sample) {
    Map<String, String> labels = new TreeMap<>(common);
    labels.putAll(sample.labels());
    StringBuilder line = new StringBuilder(key).append(sample.suffix());
    char before = '{';
    for (Map.Entry<String, String> label : labels.entrySet()) {
      line.append(before).append(label.getKey()).append("=\"");
      line.append(escaped(label.getValue())).append('"');
      before = ',';
    }
    return line.append("} ").append(sample.value()).append('\n').toString();
  }

  /** A label's value may have anything in it. */
  private static String escaped(String value) {
    return value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
  }
}
