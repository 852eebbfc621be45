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
 * What a program may ask Legio, if it likes. Without the agent, and before {@code MPI.Init}, nobody
 * has failed and blocks simply run.
 *
 * <p>The answers are what this rank knows: a death that nobody has noticed yet is not among them.
 * Ranks are those of the communicator that is asked about, which never change. Thesis, section 6.1.
 */
public final class Legio {
  private static final Map<RepairListener, Consumer<org.legio.core.report.RepairRecord>> LISTENERS =
      new ConcurrentHashMap<>();

  private Legio() {}

  /** The ranks of a communicator that are known to be dead, ascending. */
  public static int[] failedRanks(Comm comm) {
    return NativeEntry.questions().map(questions -> questions.failedRanks(comm)).orElse(new int[0]);
  }

  /** How many ranks of a communicator are known to be dead. */
  public static int failedCount(Comm comm) {
    return failedRanks(comm).length;
  }

  /** Whether a rank of a communicator is not known to be dead. */
  public static boolean alive(Comm comm, int rank) {
    for (int failed : failedRanks(comm)) {
      if (failed == rank) {
        return false;
      }
    }
    return true;
  }

  /** Whether a rank of {@code MPI.COMM_WORLD} is not known to be dead. */
  public static boolean alive(int rank) {
    return alive(MPI.COMM_WORLD, rank);
  }

  /** Adds a listener; adding one twice is adding it once. */
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

  /** Removes a listener; one that was not added is not missed. */
  public static void removeRepairListener(RepairListener listener) {
    Consumer<org.legio.core.report.RepairRecord> told = LISTENERS.remove(listener);
    if (told != null) {
      NativeEntry.repairListeners().ifPresent(listeners -> listeners.remove(told));
    }
  }

  /**
   * Says how far this rank is, for {@code bin/legio run --watch}, which draws it. It is cheap and
   * may be called often; without the agent it does nothing.
   *
   * @param done how much is done, in a unit of the program's choice
   * @param total how much there is to do; 0 for unknown
   */
  public static void progress(long done, long total) {
    ProgramProgress.report(done, total);
  }

  /**
   * What this rank has given to its last {@link #checkpoint}, if its process has been lost and
   * restarted since; else nothing. To be asked once, in the begin of the program: a process that is
   * restarted runs the part before again. Communicators that are used behind checkpoints have to be
   * made in that part.
   *
   * @throws IllegalStateException if it has been asked before, or its class cannot be found
   */
  public static <T extends Serializable> Optional<T> restored() {
    return NativeEntry.job().flatMap(Job::restored).map(SavedState::<T>read);
  }

  /**
   * Says that this rank could continue from here, if its process is lost, and what it needs for
   * that. Each rank says so for itself. What was kept before is let go of; so a run of any length
   * fits into what {@code --keep} gives. It is skipped where something is under way: a request, an
   * open file or window, half of a large message. Without {@code --restart} it does nothing.
   *
   * @param state is written down at once, so that it may be changed afterwards
   * @throws IllegalStateException if {@link #restored} has not been called before
   * @throws IllegalArgumentException if something in it is not serializable
   */
  public static void checkpoint(Serializable state) {
    NativeEntry.job().ifPresent(job -> job.checkpoint(() -> SavedState.write(state)));
  }

  /**
   * As {@link #block(Comm, Block)}, on {@code MPI.COMM_WORLD}.
   *
   * @throws MPIException likewise
   * @throws X likewise
   */
  public static <X extends Exception> void block(Block<X> block) throws MPIException, X {
    block(MPI.COMM_WORLD, block);
  }

  /**
   * Checks several collectives as one. Inside the block those on the communicator run without an
   * agreement each, so at MPI's own speed; at its end its members agree once. If somebody has died,
   * they repair the communicator and repeat the block, so it must begin with its own inputs and
   * must not mind being run again. Collective over the communicator's members.
   *
   * <p>Inside only collectives on this communicator may be called, and what is local. All else that
   * may wait for other ranks is refused: messages, other communicators' collectives, making and
   * freeing of communicators, collective access to files and windows. A block inside a block on the
   * same communicator is a part of it. A failed attempt is left by an {@link Error}: {@code
   * finally} runs, and nobody should catch it.
   *
   * @throws MPIException if the block throws it; or throws something at another rank, since then
   *     nobody can repeat it
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
   * Puts a policy in force on a communicator until the returned scope is closed: a phase of a
   * program that can do without its root ignores its death, the rest of the job does not.
   *
   * <pre>{@code
   * try (PolicyScope phase = Legio.policy(comm, "reduce.root-failed", "ignore")) {
   *   comm.reduce(...);
   * }
   * }</pre>
   *
   * <p>Scopes may be nested, the innermost counts. For {@code bcast}, {@code reduce}, {@code
   * gather}, {@code scatter} and {@code cart} it is collective over the communicator's members,
   * which must name the same; for messages and windows each rank decides for itself. It has no
   * effect on what is made from the communicator before, nor without the agent.
   *
   * @param key a policy, as {@code docs/reference/settings.md} lists them
   * @param value its value
   * @throws IllegalArgumentException if the key or the value is wrong, or the members name
   *     different values: then at all of them, and nothing is in force
   * @throws IllegalStateException in a {@link #block}, for the policies that are collective
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
