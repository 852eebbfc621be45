package org.legio.observability.metrics;

import java.util.List;
import java.util.Map;

/**
 * A value of a metric.
 *
 * @param suffix what follows the metric's name; empty for most
 * @param labels by name, beside the run's
 */
record Sample(String suffix, Map<String, String> labels, Number value) {

  /** The only value of a metric. */
  static List<Sample> only(Number value) {
    return List.of(new Sample("", Map.of(), value));
  }

  /** A value for each value of a label. */
  static List<Sample> by(String label, Map<String, ? extends Number> values) {
    return values.entrySet().stream()
        .map(each -> new Sample("", Map.of(label, each.getKey()), each.getValue()))
        .toList();
  }
}
