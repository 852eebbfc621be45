package org.legio.bench.run;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.legio.bench.plan.Run;
import org.legio.bench.programs.Results;
import org.legio.bench.samples.Sample;

/** Finds the samples in the output of a job. */
final class SampleLines {
  /**
   * Matches a sample anywhere in a line, because lines of several ranks may run into each other.
   */
  private static final Pattern FORM =
      Pattern.compile(Results.MARK + ";([^;,]+);(\\d+);(\\d+\\.\\d+);(\\d+\\.\\d+);(us|ms|MB|%)");

  private final Run run;
  private final List<Sample> samples = new ArrayList<>();

  SampleLines(Run run) {
    this.run = run;
  }

  /** Takes a line; ignores it if it holds no sample. */
  synchronized void take(String line) {
    Matcher form = FORM.matcher(line);
    if (form.find()) {
      samples.add(
          new Sample(
              run.part().id(),
              run.label(),
              form.group(1),
              run.ranks(),
              Integer.parseInt(form.group(2)),
              run.round(),
              new Sample.Measured(
                  Double.parseDouble(form.group(3)),
                  form.group(5),
                  Double.parseDouble(form.group(4)))));
    }
  }

  /** The samples found so far. */
  synchronized List<Sample> found() {
    return List.copyOf(samples);
  }
}
