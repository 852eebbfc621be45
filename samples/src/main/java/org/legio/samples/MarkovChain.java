package org.legio.samples;

import java.util.Arrays;
import mpi.MPI;
import mpi.MPIException;

/**
 * Finds the stationary distribution of a Markov chain.
 *
 * <p>Usage: {@code MarkovChain [states]}. The chain is a random walk on a graph whose edges have
 * weights, from state i to i ± 1, 2, 4, ... So its stationary distribution is known: a state's
 * probability is its edges' share of all weight. Each rank has a block of states, and computes what
 * goes from them to all others; {@code reduceScatter} adds that up and gives every rank its block
 * again. The ranks stop when no probability changes any more, and rank 0 prints whether the
 * distribution is correct.
 */
public final class MarkovChain {
  private static final double TOLERANCE = 1e-9;
  private static final double STILL = 1e-13;

  private final int states;
  private final int distances;
  private final int[] shares;
  private final int first;
  private final double[] toAll;
  private double[] own;
  private double[] next;

  /** To which states each of this rank leads, and with which probability. */
  private final int[][] targets;

  private final double[][] transitions;

  /** Makes a chain of so many states, which begins in state 0. */
  public MarkovChain(int states) throws MPIException {
    this.states = states;
    distances = Integer.SIZE - Integer.numberOfLeadingZeros(states - 1);
    shares = new int[MPI.COMM_WORLD.getSize()];
    Arrays.setAll(shares, rank -> start(rank + 1) - start(rank));
    int rank = MPI.COMM_WORLD.getRank();
    first = start(rank);
    toAll = new double[states];
    own = new double[shares[rank]];
    next = new double[shares[rank]];
    targets = new int[shares[rank]][2 * distances];
    transitions = new double[shares[rank]][2 * distances];
    for (int i = 0; i < own.length; i++) {
      fill(targets[i], transitions[i], first + i);
      own[i] = first + i == 0 ? 1 : 0;
    }
  }

  public static void main(String[] args) throws MPIException {
    String[] given = MPI.Init(args);
    int states = given.length > 0 ? Integer.parseInt(given[0]) : 4000;
    MarkovChain chain = new MarkovChain(states);
    int steps = 1;
    while (chain.step() > STILL) {
      steps++;
    }
    double deviation = chain.deviation();
    if (MPI.COMM_WORLD.getRank() == 0) {
      System.out.println(
          states
              + " states, "
              + steps
              + " steps: "
              + (deviation < TOLERANCE ? "correct" : "off by " + deviation));
    }
    MPI.Finalize();
  }

  private int start(int rank) {
    return (int) ((long) states * rank / shares.length);
  }

  private void fill(int[] to, double[] probabilities, int state) {
    for (int k = 0; k < distances; k++) {
      int back = Math.floorMod(state - (1 << k), states);
      to[2 * k] = (state + (1 << k)) % states;
      to[2 * k + 1] = back;
      probabilities[2 * k] = weight(state, k) / weight(state);
      probabilities[2 * k + 1] = weight(back, k) / weight(state);
    }
  }

  /** The weight of the edge from a state to the one that is 2^k further. */
  private static double weight(int state, int k) {
    return 1 + (31L * state + k) % 7;
  }

  /** The weight of all edges at a state. */
  private double weight(int state) {
    double sum = 0;
    for (int k = 0; k < distances; k++) {
      sum += weight(state, k) + weight(Math.floorMod(state - (1 << k), states), k);
    }
    return sum;
  }

  /**
   * Makes a step: the distribution times the matrix of transitions.
   *
   * @return the largest change of a probability
   */
  public double step() throws MPIException {
    Arrays.fill(toAll, 0);
    for (int i = 0; i < own.length; i++) {
      for (int edge = 0; edge < targets[i].length; edge++) {
        toAll[targets[i][edge]] += own[i] * transitions[i][edge];
      }
    }
    MPI.COMM_WORLD.reduceScatter(toAll, next, shares, MPI.DOUBLE, MPI.SUM);
    double[] change = new double[1];
    for (int i = 0; i < own.length; i++) {
      change[0] = Math.max(change[0], Math.abs(next[i] - own[i]));
    }
    double[] old = own;
    own = next;
    next = old;
    MPI.COMM_WORLD.allReduce(change, 1, MPI.DOUBLE, MPI.MAX);
    return change[0];
  }

  /** The largest deviation of a probability from the stationary distribution, or of their sum. */
  public double deviation() throws MPIException {
    double[] weightAndSum = new double[2];
    for (int i = 0; i < own.length; i++) {
      weightAndSum[0] += weight(first + i);
      weightAndSum[1] += own[i];
    }
    MPI.COMM_WORLD.allReduce(weightAndSum, 2, MPI.DOUBLE, MPI.SUM);
    double[] largest = {Math.abs(weightAndSum[1] - 1)};
    for (int i = 0; i < own.length; i++) {
      double stationary = weight(first + i) / weightAndSum[0];
      largest[0] = Math.max(largest[0], Math.abs(own[i] - stationary));
    }
    MPI.COMM_WORLD.allReduce(largest, 1, MPI.DOUBLE, MPI.MAX);
    return largest[0];
  }
}
