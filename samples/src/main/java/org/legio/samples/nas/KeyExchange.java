package org.legio.samples.nas;

import java.util.Arrays;
import mpi.MPI;
import mpi.MPIException;

/**
 * Gives each rank the keys of some neighboring buckets, ascending by ranks, such that all have
 * about as many.
 */
final class KeyExchange {
  private final IsProblem problem;
  private final int rank = MPI.COMM_WORLD.getRank();
  private final int ranks = MPI.COMM_WORLD.getSize();
  private final int[] arranged;
  private int[] received = {};
  private int length;
  private int firstKey;
  private int endKey;
  private int keysBefore;
  private int[] lesser = {};

  /** Makes an exchange in which each rank has so many keys at first. */
  KeyExchange(IsProblem problem, int keys) throws MPIException {
    this.problem = problem;
    arranged = new int[keys];
  }

  /**
   * Exchanges the keys, which stay as they are.
   *
   * @param probes 0, or a key that all are to know; then those of all ranks
   */
  void run(int[] keys, int[] probes) throws MPIException {
    int[] sizes = new int[problem.buckets() + probes.length];
    for (int key : keys) {
      sizes[problem.bucketOf(key)]++;
    }
    int[] own = Arrays.copyOf(sizes, problem.buckets());
    System.arraycopy(probes, 0, sizes, own.length, probes.length);
    MPI.COMM_WORLD.allReduce(sizes, sizes.length, MPI.INT, MPI.SUM);
    System.arraycopy(sizes, own.length, probes, 0, probes.length);
    arrange(keys, own);
    exchange(split(sizes, own));
    count();
  }

  /** Arranges the keys by their buckets. */
  private void arrange(int[] keys, int[] own) {
    int[] next = starts(own);
    for (int key : keys) {
      arranged[next[problem.bucketOf(key)]++] = key;
    }
  }

  /**
   * Decides which rank has which buckets.
   *
   * @param all the sizes of all ranks' buckets together
   * @param own those of this one's
   * @return how many keys it sends to each rank
   */
  private int[] split(int[] all, int[] own) {
    int[] sent = new int[ranks];
    int before = 0;
    firstKey = problem.maxKey();
    endKey = problem.maxKey();
    for (int bucket = 0; bucket < own.length; bucket++) {
      int owner = Math.min(before / arranged.length, ranks - 1);
      sent[owner] += own[bucket];
      if (owner == rank && firstKey == problem.maxKey()) {
        firstKey = problem.firstKey(bucket);
        keysBefore = before;
      } else if (owner > rank) {
        endKey = Math.min(endKey, problem.firstKey(bucket));
      }
      before += all[bucket];
    }
    firstKey = Math.min(firstKey, endKey);
    return sent;
  }

  private void exchange(int[] sent) throws MPIException {
    int[] lengths = new int[ranks];
    MPI.COMM_WORLD.allToAll(sent, 1, MPI.INT, lengths, 1, MPI.INT);
    length = Arrays.stream(lengths).sum();
    received = length <= received.length ? received : new int[length];
    MPI.COMM_WORLD.allToAllv(
        arranged, sent, starts(sent), MPI.INT, received, lengths, starts(lengths), MPI.INT);
  }

  /** Counts the lesser keys here of each possible one. */
  private void count() {
    lesser = new int[endKey - firstKey + 1];
    for (int i = 0; i < length; i++) {
      lesser[received[i] - firstKey + 1]++;
    }
    Arrays.parallelPrefix(lesser, Integer::sum);
  }

  /** Whether a key is one of this rank's. */
  boolean has(int key) {
    return key >= firstKey && key < endKey;
  }

  /** How many keys of all ranks are lesser than one of this rank's. */
  int lesserThan(int key) {
    return keysBefore + lesser[key - firstKey];
  }

  /** This rank's keys in the order of their ranking. */
  int[] sorted() {
    int[] next = lesser.clone();
    int[] sorted = new int[length];
    for (int i = 0; i < length; i++) {
      sorted[next[received[i] - firstKey]++] = received[i];
    }
    return sorted;
  }

  private static int[] starts(int[] lengths) {
    int[] starts = new int[lengths.length];
    for (int i = 1; i < starts.length; i++) {
      starts[i] = starts[i - 1] + lengths[i - 1];
    }
    return starts;
  }
}
