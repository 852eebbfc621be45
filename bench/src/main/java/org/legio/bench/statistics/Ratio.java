package org.legio.bench.statistics;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.legio.bench.samples.Sample;

/**
 * How many times as large a value is in one configuration as in another. Both were measured in
 * turn, so it is taken round by round: what disturbs or slows a round does so for both.
 *
 * @param summary the summary of the rounds' ratios
 * @param isReliable whether it may be taken for a result
 */
public record Ratio(Summary summary, boolean isReliable) {

  /** The ratio of the medians of each round that both have; empty if they have none in common. */
  public static Optional<Ratio> of(Collection<Sample> ours, Collection<Sample> theirs) {
    Function<Sample, List<Object>> round = sample -> List.of(sample.part(), sample.round());
    var theirRounds = theirs.stream().collect(Collectors.groupingBy(round));
    List<Double> ratios = new ArrayList<>();
    ours.stream()
        .collect(Collectors.groupingBy(round))
        .forEach(
            (key, samples) -> {
              List<Sample> others = theirRounds.getOrDefault(key, List.of());
              if (!others.isEmpty()) {
                ratios.add(Reading.of(samples).median() / Reading.of(others).median());
              }
            });
    return ratios.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Ratio(
                Summary.of(ratios),
                Reading.of(ours).isReliable() && Reading.of(theirs).isReliable()));
  }

  /** The ratio of rates, if this is one of times. */
  public Ratio ofRates() {
    return new Ratio(
        new Summary(
            summary.count(),
            1 / summary.most(),
            1 / summary.upper(),
            1 / summary.median(),
            1 / summary.lower(),
            1 / summary.least()),
        isReliable);
  }

  /** The median ratio. */
  public double median() {
    return summary.median();
  }

  /** {@link Reading#MARK} if it is unreliable, else the empty text. */
  public String mark() {
    return isReliable ? "" : Reading.MARK;
  }
}
