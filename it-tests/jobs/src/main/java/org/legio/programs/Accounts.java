package org.legio.programs;

import java.io.IOException;
import java.nio.LongBuffer;
import mpi.Group;
import mpi.MPI;
import mpi.MPIException;
import mpi.Win;

/**
 * Keeps accounts in windows: each rank's memory has an item for each rank. All ranks add to their
 * items, with one of several ways of synchronization.
 *
 * <p>Usage: {@code Accounts WAY KIND ROUNDS [RANK MS]}. The rank RANK is killed after MS
 * milliseconds. Every rank prints {@code rank R: items} at the end. Each survivor has added ROUNDS
 * to its item at each survivor.
 */
public final class Accounts {
  private final WindowKind kind;
  private final Win win;
  private final int rank;
  private final int size;
  private final int rounds;
  private final LongBuffer one = MPI.newLongBuffer(1);
  private final LongBuffer value = MPI.newLongBuffer(1);

  private Accounts(WindowKind kind, Win win, int rank, int size, int rounds) {
    this.kind = kind;
    this.win = win;
    this.rank = rank;
    this.size = size;
    this.rounds = rounds;
    one.put(0, 1);
  }

  /** Opens the accounts. */
  public static void main(String[] args) throws MPIException {
    String[] own = MPI.Init(args);
    int rank = MPI.COMM_WORLD.getRank();
    int size = MPI.COMM_WORLD.getSize();
    LongBuffer memory = MPI.newLongBuffer(size);
    WindowKind kind = WindowKind.valueOf(own[1]);
    Win win = kind.make(memory, MPI.COMM_WORLD);
    Accounts accounts = new Accounts(kind, win, rank, size, Integer.parseInt(own[2]));
    MPI.COMM_WORLD.barrier();
    if (own.length > 4 && Integer.parseInt(own[3]) == rank) {
      dieAfter(Integer.parseInt(own[4]));
    }
    accounts.keep(own[0]);
    MPI.COMM_WORLD.barrier();
    System.out.println("rank " + rank + ": " + accounts.items());
    win.free();
    MPI.COMM_WORLD.barrier();
    System.out.println("rank " + rank + " is done; it holds " + memory.capacity() + " items");
    MPI.Finalize();
  }

  private static void dieAfter(int milliseconds) {
    String self = Long.toString(ProcessHandle.current().pid());
    String command = "sleep " + milliseconds / 1000.0 + "; kill -9 " + self;
    try {
      new ProcessBuilder("sh", "-c", command).start();
    } catch (IOException e) {
      throw new IllegalStateException("this rank cannot be killed", e);
    }
  }

  private void keep(String way) throws MPIException {
    switch (way) {
      case "fence" -> fence();
      case "lock" -> lock();
      case "lockAll" -> lockAll();
      case "shared" -> shared();
      case "post" -> post();
      case "fetch" -> fetch();
      case "make" -> make();
      default -> throw new IllegalArgumentException("no such way: " + way);
    }
  }

  /** Puts between fences. */
  private void fence() throws MPIException {
    win.fence(0);
    for (int round = 1; round <= rounds; round++) {
      value.put(0, round);
      for (int target = 0; target < size; target++) {
        win.put(value, 1, MPI.LONG, target, rank, 1, MPI.LONG);
      }
      win.fence(0);
    }
  }

  /** Reads, adds and writes under an exclusive lock; each rank uses its own item. */
  private void lock() throws MPIException {
    for (int round = 1; round <= rounds; round++) {
      for (int target = 0; target < size; target++) {
        win.lock(MPI.LOCK_EXCLUSIVE, target, 0);
        win.get(value, 1, MPI.LONG, target, rank, 1, MPI.LONG);
        win.flush(target);
        value.put(0, value.get(0) + 1);
        win.put(value, 1, MPI.LONG, target, rank, 1, MPI.LONG);
        win.unlock(target);
      }
    }
  }

  /** Accumulates, while all ranks' memory is locked from begin to end. */
  private void lockAll() throws MPIException {
    win.lockAll(0);
    for (int round = 1; round <= rounds; round++) {
      for (int target = 0; target < size; target++) {
        win.accumulate(one, 1, MPI.LONG, target, rank, 1, MPI.LONG, MPI.SUM);
      }
      win.flushAll();
    }
    win.unlockAll();
  }

  /** Accumulates under locks of all ranks' memory and of one rank's memory in turn. */
  private void shared() throws MPIException {
    for (int round = 1; round <= rounds; round++) {
      if ((round + rank) % 2 == 0) {
        win.lockAll(0);
      }
      for (int target = 0; target < size; target++) {
        if ((round + rank) % 2 == 1) {
          win.lock(MPI.LOCK_EXCLUSIVE, target, 0);
        }
        win.rAccumulate(one, 1, MPI.LONG, target, rank, 1, MPI.LONG, MPI.SUM).waitFor();
        if ((round + rank) % 2 == 1) {
          win.unlock(target);
        }
      }
      if ((round + rank) % 2 == 0) {
        win.unlockAll();
      }
    }
  }

  /** Puts to all ranks that have posted. */
  private void post() throws MPIException {
    Group all = win.getGroup();
    for (int round = 1; round <= rounds; round++) {
      win.post(all, 0);
      win.start(all, 0);
      value.put(0, round);
      for (int target = 0; target < size; target++) {
        win.put(value, 1, MPI.LONG, target, rank, 1, MPI.LONG);
      }
      win.complete();
      win.waitFor();
    }
    all.free();
  }

  /** Fetches and swaps. */
  private void fetch() throws MPIException {
    LongBuffer compare = MPI.newLongBuffer(1);
    win.lockAll(MPI.MODE_NOCHECK);
    for (int round = 1; round <= rounds; round++) {
      for (int target = 0; target < size; target++) {
        if (round % 2 == 0) {
          win.fetchAndOp(one, value, MPI.LONG, target, rank, MPI.SUM);
        } else {
          compare.put(0, round - 1L);
          value.put(0, round);
          win.compareAndSwap(value, compare, compare, MPI.LONG, target, rank);
        }
      }
    }
    win.unlockAll();
  }

  /** Puts into windows that are made and freed at once, and into the one that stays. */
  private void make() throws MPIException {
    for (int round = 1; round <= rounds; round++) {
      Win other = kind.make(MPI.newLongBuffer(size), MPI.COMM_WORLD);
      other.fence(0);
      other.put(one, 1, MPI.LONG, (rank + 1) % size, rank, 1, MPI.LONG);
      other.fence(0);
      other.free();
    }
    fence();
  }

  private String items() throws MPIException {
    LongBuffer items = MPI.newLongBuffer(size);
    win.lock(MPI.LOCK_SHARED, rank, 0);
    win.get(items, size, MPI.LONG, rank, 0, size, MPI.LONG);
    win.unlock(rank);
    return WindowUnderTest.text(items);
  }
}
