package org.legio.launcher.plan;

/**
 * The ways to run a job on what may fail.
 *
 * <p>Sources: J. W. Young, "A first order approximation to the optimum checkpoint interval", 1974;
 * J. T. Daly, "A higher order estimate of the optimum checkpoint interval for restart dumps", 2006;
 * K. Ferreira et al., "Evaluating the viability of process replication reliability for exascale
 * systems", 2011 (a rank is lost when all of its processes are).
 */
public enum Way {
  /** A failure ends the job, which is then started again, until once nothing fails. */
  PLAIN("without Legio") {
    @Override
    public Outlook of(PlannedJob job, Costs costs) {
      return new Outlook(job.ranks(), fromTheStart(job, 0), job.chanceOfNoFailure(), 1);
    }
  },
  /** The survivors go on. Ranks hand in results as they have them. */
  SHRINK("shrink") {
    @Override
    public Outlook of(PlannedJob job, Costs costs) {
      double failures = job.hours() * job.failureRate();
      double lost = 1 - job.riskOfRank() / job.deathsOfRank();
      double hours = job.hours() + failures * costs.repairHours();
      return new Outlook(job.ranks(), hours, job.chanceOfNoFailure(), lost);
    }
  },
  TWO_REPLICAS("2 replicas") {
    @Override
    public Outlook of(PlannedJob job, Costs costs) {
      return replicated(job, 2, costs.twoReplicas());
    }
  },
  THREE_REPLICAS("3 replicas") {
    @Override
    public Outlook of(PlannedJob job, Costs costs) {
      return replicated(job, 3, costs.threeReplicas());
    }
  },
  /** A new process repeats all that its rank has done, while the others wait for it. */
  RESTART("restart") {
    @Override
    public Outlook of(PlannedJob job, Costs costs) {
      return new Outlook(job.ranks(), fromTheStart(job, costs.restartHours()), 1, 0);
    }
  },
  /** It repeats what its rank has done since the last checkpoint. */
  CHECKPOINTS("restart, checkpoints") {
    @Override
    public Outlook of(PlannedJob job, Costs costs) {
      double interval = checkpointInterval(job, costs);
      double hours =
          repeated(job, costs.restartHours(), interval + costs.checkpointHours())
              * job.hours()
              / interval;
      return new Outlook(job.ranks(), hours, 1, 0);
    }
  };

  private final String title;

  Way(String title) {
    this.title = title;
  }

  /** Its name for people. */
  public String title() {
    return title;
  }

  /** What is to be expected of a job that is run in this way. */
  public abstract Outlook of(PlannedJob job, Costs costs);

  /** The best time between two checkpoints, in hours; at most the whole run. */
  public static double checkpointInterval(PlannedJob job, Costs costs) {
    double mttf = 1 / job.failureRate();
    double cost = costs.checkpointHours();
    if (cost >= 2 * mttf) {
      return Math.min(mttf, job.hours());
    }
    double ratio = cost / (2 * mttf);
    double best = Math.sqrt(2 * cost * mttf) * (1 + Math.sqrt(ratio) / 3 + ratio / 9) - cost;
    return Math.min(best, job.hours());
  }

  private static double fromTheStart(PlannedJob job, double restartHours) {
    return repeated(job, restartHours, job.hours());
  }

  /** The mean time until a part of the run has once passed without a failure. */
  private static double repeated(PlannedJob job, double restartHours, double hours) {
    double rate = job.failureRate();
    return Math.exp(restartHours * rate) * Math.expm1(hours * rate) / rate;
  }

  /**
   * Each rank's processes are on different hosts, so they die independently of each other. Ranks
   * that share hosts die together, which makes it likelier that none does (the inequality of
   * Harris): the chance is a lower bound.
   */
  private static Outlook replicated(PlannedJob job, int replicas, double slowdown) {
    PlannedJob slower =
        new PlannedJob(
            job.ranks(),
            job.ranksPerHost(),
            job.hours() * slowdown,
            job.hostMttf(),
            job.processMttf());
    double risk = Math.pow(slower.riskOfRank(), replicas);
    double chance = Math.exp(job.ranks() * Math.log1p(-risk));
    return new Outlook(job.ranks() * replicas, slower.hours(), chance, risk);
  }
}
