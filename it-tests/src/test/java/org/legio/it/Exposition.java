package org.legio.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads Prometheus' text format (version 0.0.4) as its strictest readers do: each metric has one
 * line HELP, then one TYPE, then its samples, none twice.
 */
final class Exposition {
  private static final String NAME = "[a-zA-Z_][a-zA-Z0-9_]*";
  private static final Pattern HELP = Pattern.compile("# HELP (" + NAME + ") (\\S.*)");
  private static final Pattern TYPE =
      Pattern.compile("# TYPE (" + NAME + ") (counter|gauge|summary)");
  private static final Pattern LABEL =
      Pattern.compile("(" + NAME + ")=\"((?:[^\"\\\\]|\\\\[\\\\n\"])*)\"(,|$)");
  private static final Pattern SAMPLE =
      Pattern.compile("(" + NAME + ")\\{(.*)} ([-+]?[0-9.]+(?:E-?[0-9]+)?)");
  private static final Map<String, Set<String>> SUFFIXES =
      Map.of("counter", Set.of(""), "gauge", Set.of(""), "summary", Set.of("_sum", "_count"));

  private final Map<String, Double> values = new LinkedHashMap<>();
  private final Set<String> metrics = new LinkedHashSet<>();
  private String metric = "";
  private String type = "";

  private Exposition() {}

  static Exposition parse(String text) {
    assertThat(text).as("the text").endsWith("\n");
    Exposition read = new Exposition();
    text.lines().forEach(read::line);
    assertThat(read.type).as("the type of the last metric, %s", read.metric).isNotEmpty();
    return read;
  }

  private void line(String line) {
    Matcher help = HELP.matcher(line);
    Matcher typed = TYPE.matcher(line);
    Matcher sample = SAMPLE.matcher(line);
    if (help.matches()) {
      metric = help.group(1);
      assertThat(metrics.add(metric)).as("a second HELP: %s", line).isTrue();
      type = "";
    } else if (typed.matches()) {
      assertThat(typed.group(1)).as("%s", line).isEqualTo(metric);
      assertThat(type).as("a type before: %s", line).isEmpty();
      type = typed.group(2);
      assertThat(metric.endsWith("_total")).as("%s", line).isEqualTo(type.equals("counter"));
    } else {
      assertThat(sample.matches()).as("%s", line).isTrue();
      sample(line, sample);
    }
  }

  private void sample(String line, Matcher sample) {
    assertThat(type).as("a sample without a type: %s", line).isNotEmpty();
    assertThat(sample.group(1)).as("%s", line).startsWith(metric);
    assertThat(sample.group(1).substring(metric.length())).as("%s", line).isIn(SUFFIXES.get(type));
    Map<String, String> labels = labels(line, sample.group(2));
    Double before =
        values.put(sample.group(1) + labels, Double.valueOf(Double.parseDouble(sample.group(3))));
    assertThat(before).as("twice: %s", line).isNull();
  }

  private static Map<String, String> labels(String line, String text) {
    Map<String, String> labels = new TreeMap<>();
    Matcher label = LABEL.matcher(text);
    int end = 0;
    while (label.find(end) && label.start() == end) {
      assertThat(labels.put(label.group(1), unescaped(label.group(2)))).as("%s", line).isNull();
      end = label.end();
    }
    assertThat(end).as("where the labels can be read to: %s", line).isEqualTo(text.length());
    return labels;
  }

  private static String unescaped(String value) {
    return Pattern.compile("\\\\(.)")
        .matcher(value)
        .replaceAll(
            escape ->
                Matcher.quoteReplacement(escape.group(1).equals("n") ? "\n" : escape.group(1)));
  }

  /** By name and labels, as in {@code legio_ranks{run=a}}. */
  Map<String, Double> values() {
    return values;
  }
}
