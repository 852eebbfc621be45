package org.legio;

import java.io.Serializable;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;
import org.legio.agent.NativeEntry;
import org.legio.core.Questions;
import org.legio.core.settings.Setting;
import org.legio.observability.watch.ProgramProgress;
import org.legio.ulfm.ports.Job;

/**
 * Lets a program query failures and control fault tolerance. Without the agent, and before {@code
 * MPI.Init}, no rank counts as failed and blocks simply run.
 *
 * <p>Answers are local: a death not yet detected here is not included. Ranks are those of the given
 * communicator, which never change. Thesis, section 6.1.
 */
public final class Legio {
  private static final Map<RepairListener, Consumer<org.legio.core.report.RepairRecord>> LISTENERS =
      new ConcurrentHashMap<>();

  private Legio() {}

  /** Returns the ranks of a communicator that are known to be dead, ascending. */
  public static int[] failedRanks(Comm comm) {
    return NativeEntry.questions().map(questions -> questions.failedRanks(comm)).orElse(new int[0]);
  }

  /** Returns how many ranks of a communicator are known to be dead. */
  public static int failedCount(Comm comm) {
    return failedRanks(comm).length;
  }

  /** Returns whether a rank of a communicator is not known to be dead. */
  public static boolean alive(Comm comm, int rank) {
    for (int failed : failedRanks(comm)) {
      if (failed == rank) {
        return false;
      }
    }
    return true;
  }

  /** Returns whether a rank of {@code MPI.COMM_WORLD} is not known to be dead. */
  public static boolean alive(int rank) {
    return alive(MPI.COMM_WORLD, rank);
  }

  /** Adds a listener. Has no effect if already registered. */
  public static void addRepairListener(RepairListener listener) {
    NativeEntry.repairListeners()
        .ifPresent(
            listeners ->
                LISTENERS.computeIfAbsent(
                    listener,
                    added -> {
                      Consumer<org.legio.core.report.RepairRecord> told =
                          repair -> added.repaired(new Repair(repair));
                      listeners.add(told);
                      return told;
                    }));
  }

  /** Removes a listener. Has no effect if not registered. */
  public static void removeRepairListener(RepairListener listener) {
    Consumer<org.legio.core.report.RepairRecord> told = LISTENERS.remove(listener);
    if (told != null) {
      NativeEntry.repairListeners().ifPresent(listeners -> listeners.remove(told));
    }
  }

  /**
   * Reports this rank's progress, shown by {@code bin/legio run --watch}. It is cheap and may be
   * called often; without the agent it has no effect.
   *
   * @param done completed work, in a unit of the program's choice
   * @param total all work; 0 if unknown
   */
  public static void progress(long done, long total) {
    ProgramProgress.report(done, total);
  }

  /**
   * Returns the state of the newest {@link #checkpoint} if this process was restarted, else empty.
   * Call it once, near the beginning of the program: a restarted process runs the part before it
   * again. Communicators that are used after checkpoints must be made in that part.
   *
   * @throws IllegalStateException if it has been called before, or the state's class is not found
   */
  public static <T extends Serializable> Optional<T> restored() {
    return NativeEntry.job().flatMap(Job::restored).map(SavedState::<T>read);
  }

  /**
   * Takes a checkpoint, from which a restarted process continues. Skipped while a request, file or
   * window is open, or half of a large message has been received. Each rank takes its own. What was
   * logged before is discarded, so a run of any length fits into {@code --keep}. Without {@code
   * --restart} it has no effect.
   *
   * @param state serialized at once, so it may be changed afterwards
   * @throws IllegalStateException if {@link #restored} has not been called before
   * @throws IllegalArgumentException if part of the state is not serializable
   */
  public static void checkpoint(Serializable state) {
    NativeEntry.job().ifPresent(job -> job.checkpoint(() -> SavedState.write(state)));
  }

  /**
   * As {@link #block(Comm, Block)}, on {@code MPI.COMM_WORLD}.
   *
   * @throws MPIException if the block throws it, here or at another rank
   * @throws X if the block throws it
   */
  public static <X extends Exception> void block(Block<X> block) throws MPIException, X {
    block(MPI.COMM_WORLD, block);
  }

  /**
   * Checks several collectives as one. Inside the block, collectives on the communicator run at
   * MPI's own speed, without an agreement each; at its end its members agree once. If a rank has
   * died, they repair the communicator and repeat the block, so it must start from the same inputs
   * each time. Collective over the communicator's members.
   *
   * <p>Only collectives on this communicator, and local calls, are allowed inside. All other calls
   * that may wait for other ranks are refused: messages, other communicators' collectives, making
   * and freeing of communicators, collective access to files and windows. A block nested on the
   * same communicator joins the outer one. A failed attempt ends by an {@link Error}, which must
   * not be caught; {@code finally} runs.
   *
   * @throws MPIException if the block throws it, or throws something at another rank, as the block
   *     cannot be repeated then
   * @throws X if the block throws it
   */
  public static <X extends Exception> void block(Comm comm, Block<X> block) throws MPIException, X {
    Optional<Questions> questions = NativeEntry.questions();
    if (questions.isEmpty()) {
      block.run();
      return;
    }
    try {
      questions.get().block(comm, block::run);
    } catch (Exception e) {
      throw Legio.<X>asDeclared(e);
    }
  }

  /**
   * Applies a policy to a communicator until the returned scope is closed: a phase that can do
   * without its root ignores its death, the rest of the job does not.
   *
   * <pre>{@code
   * try (PolicyScope phase = Legio.policy(comm, "reduce.root-failed", "ignore")) {
   *   comm.reduce(...);
   * }
   * }</pre>
   *
   * <p>Of nested scopes the innermost counts. For {@code bcast}, {@code reduce}, {@code gather},
   * {@code scatter} and {@code cart} it is collective over the communicator's members, which must
   * give the same value; for messages and windows it concerns this rank alone. It has no effect on
   * communicators and windows made from it before, nor without the agent.
   *
   * @param key a policy, as {@code docs/reference/settings.md} lists them
   * @param value its value
   * @throws IllegalArgumentException if the key or the value is wrong, or the members give
   *     different values: at all of them, and no policy changes
   * @throws IllegalStateException in a {@link #block}, for collective policies
   */
  public static PolicyScope policy(Comm comm, String key, String value) {
    Optional<Questions> questions = NativeEntry.questions();
    if (questions.isEmpty()) {
      Setting.policyNamed(key).check(value, "Legio.policy");
      return () -> {};
    }
    try {
      Runnable end = questions.get().policy(comm, key, value);
      return end == null ? () -> {} : end::run;
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e.getMessage(), e);
    }
  }

  /** The same exception: it is MPI's, or one that the block has declared, or unchecked. */
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <X extends Exception> X asDeclared(Exception thrown) {
    return (X) thrown;
  }
}
