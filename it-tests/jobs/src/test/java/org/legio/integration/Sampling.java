package org.legio.integration;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/** Leaves out the rows that {@link SampledRows} leaves to the other runtime. */
final class Sampling implements ExecutionCondition {
  private static final Pattern ROW = Pattern.compile("\\[test-template-invocation:#(\\d+)]$");

  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    OptionalInt row = row(context.getUniqueId());
    if (row.isEmpty() || Boolean.getBoolean("legio.it.long")) {
      return ConditionEvaluationResult.enabled("all rows are made");
    }
    int every = annotation(context).map(SampledRows::every).orElse(1);
    boolean isElsewhere = Job.HOSTS > 1 || !Job.BINDING.isEmpty();
    boolean isMade =
        isElsewhere
            ? isOneOfFew(row.getAsInt(), every)
            : isMade(row.getAsInt(), every, RealMpi.isEmbedded());
    return isMade
        ? ConditionEvaluationResult.enabled("one of the rows of this runtime")
        : ConditionEvaluationResult.disabled(
            "short runs make this row on the other runtime or not (-Dlegio.it.long=true: on both)");
  }

  private static Optional<SampledRows> annotation(ExtensionContext context) {
    return AnnotationSupport.findAnnotation(context.getElement(), SampledRows.class)
        .or(() -> AnnotationSupport.findAnnotation(context.getTestClass(), SampledRows.class));
  }

  /** The number of a row, from 1; empty if it is no row of a table. */
  static OptionalInt row(String uniqueId) {
    Matcher matcher = ROW.matcher(uniqueId);
    return matcher.find()
        ? OptionalInt.of(Integer.parseInt(matcher.group(1)))
        : OptionalInt.empty();
  }

  /** The first row is made on both runtimes; of the others, each runtime makes its own share. */
  static boolean isMade(int row, int every, boolean isEmbedded) {
    int share = isEmbedded ? every / 2 : 0;
    return row == 1 || (row - 1) % every == share;
  }

  /** Over hosts and on another binding: a sixth as many rows as on one host, not the first. */
  static boolean isOneOfFew(int row, int every) {
    return (row - 1) % (6 * every) == 1;
  }
}
