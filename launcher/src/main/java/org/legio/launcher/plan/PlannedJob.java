package org.legio.launcher.plan;

/**
 * A job, and how often what it runs on fails. Failures are independent and come at a constant rate,
 * as in the models of Young, Daly, and Ferreira et al.
 *
 * @param ranks in {@code MPI_COMM_WORLD}
 * @param ranksPerHost how many of them share a host
 * @param hours how long it runs when nothing fails
 * @param hostMttf mean time to the failure of a host, in hours
 * @param processMttf mean time to the failure of one process alone, in hours; may be infinite
 */
public record PlannedJob(
    int ranks, int ranksPerHost, double hours, double hostMttf, double processMttf) {
  private static final int MAX_RESTARTS = 1000;

  /** How many hosts it needs. */
  public int hosts() {
    return (ranks + ranksPerHost - 1) / ranksPerHost;
  }

  /** How many hosts are lost on average while it runs. */
  public double lostHosts() {
    return hours * hosts() / hostMttf;
  }

  /** How many processes die alone on average while it runs. */
  public double lostProcesses() {
    return hours * ranks / processMttf;
  }

  /** Failures an hour. Each kills one rank at least. */
  double failureRate() {
    return (lostHosts() + lostProcesses()) / hours;
  }

  /** How often one rank dies on average while the job runs. */
  public double deathsOfRank() {
    return hours * (1 / hostMttf + 1 / processMttf);
  }

  /** The probability that one rank dies while the job runs. */
  double riskOfRank() {
    return -Math.expm1(-deathsOfRank());
  }

  /** The probability that nothing fails while the job runs. */
  double chanceOfNoFailure() {
    return Math.exp(-hours * failureRate());
  }

  /**
   * The fewest restarts for each process with which at most one job in a hundred loses a rank:
   * deaths of a rank have a Poisson distribution. {@value #MAX_RESTARTS} if even those are too few.
   */
  public int restarts() {
    double deaths = deathsOfRank();
    double term = Math.exp(-deaths);
    double enough = term;
    int restarts = 0;
    while (Math.pow(enough, ranks) < 0.99 && restarts < MAX_RESTARTS) {
      restarts++;
      term *= deaths / restarts;
      enough += term;
    }
    return restarts;
  }
}
