package org.legio.bench.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.legio.bench.plan.Run;
import org.legio.bench.samples.Sample;
import org.legio.bench.samples.SampleFile;

/** Carries out a plan, run by run; continues after a run that fails. */
public final class Suite {
  private static final double NS_PER_S = 1e9;

  private final Launcher launcher;
  private final SampleFile file;
  private final SuiteListener progress;
  private final List<Sample> samples = new ArrayList<>();
  private final List<Failure> failures = new ArrayList<>();

  /** Makes a suite that writes its samples to a file after each run. */
  public Suite(Launcher launcher, SampleFile file, SuiteListener progress) {
    this.launcher = launcher;
    this.file = file;
    this.progress = progress;
  }

  /** Carries out all runs. */
  public void carryOut(List<Run> plan) {
    TimeLeft timeLeft = new TimeLeft(plan);
    long start = System.nanoTime();
    for (int i = 0; i < plan.size(); i++) {
      double took = (System.nanoTime() - start) / NS_PER_S;
      progress.begins(plan.get(i), i, plan.size(), timeLeft.seconds(took));
      carryOut(plan.get(i));
      timeLeft.recordDone(plan.get(i));
    }
    progress.ends();
  }

  private void carryOut(Run run) {
    SampleLines lines = new SampleLines(run);
    Optional<String> wrong = launcher.launch(run, lines::take);
    List<Sample> found = lines.found();
    samples.addAll(found);
    file.add(found);
    wrong
        .or(() -> found.isEmpty() ? Optional.of("has measured nothing") : Optional.empty())
        .map(reason -> new Failure(run, reason))
        .ifPresent(this::recordFailure);
  }

  private void recordFailure(Failure failure) {
    failures.add(failure);
    progress.failed(failure);
  }

  /** All samples so far. */
  public List<Sample> samples() {
    return samples;
  }

  /** The runs that have failed. */
  public List<Failure> failures() {
    return failures;
  }
}
