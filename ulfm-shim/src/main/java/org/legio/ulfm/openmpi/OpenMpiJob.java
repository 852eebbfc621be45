package org.legio.ulfm.openmpi;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.legio.ulfm.messages.ExitStatus;
import org.legio.ulfm.messages.LastWords;
import org.legio.ulfm.ports.BoardMemory;
import org.legio.ulfm.ports.Job;
import org.legio.ulfm.ports.Notes;
import org.legio.ulfm.ports.SharedBoards;

/** A {@link Job} that mpirun runs. */
public final class OpenMpiJob implements Job {
  /** Loaded at once, for there may be no memory left in the end. */
  private static final ExitStatus FAILURE = ExitStatus.FAILURE;

  private static final long GIVE_WAY_NS = 100_000_000;
  private static final int MAX_STEPS = 5;
  private static final long PATIENCE_NS = 5_000_000_000L;
  private static final int OWN_GROUP = 0;

  /** The others have been killed; how long they may take to end. */
  private static final long END_OF_OTHERS_NS = 2_000_000_000L;

  private final Map<String, String> environment = System.getenv();
  private final LastWords lastWords = new LastWords();
  private final Endings endings;
  private final Optional<RankProcess> rank = RankProcess.find();
  private final int victim;
  private final Notes notes;
  private volatile @Nullable SharedBoards boards;

  /** Allocates what the end of the process will need, as there may be no memory left then. */
  public OpenMpiJob() {
    endings = new Endings(environment, rank, lastWords);
    boolean wrapped = rank.isPresent() && rank.get().isWrapper() && rank.get().leadsOwnGroup();
    String namespace = environment.get("PMIX_NAMESPACE");
    notes =
        namespace == null || size() == 1 ? Notes.TO_NOBODY : new OpenMpiNotes(namespace, ownRank());
    victim = wrapped ? OWN_GROUP : Posix.getpid();
  }

  /** Registers this rank with its node; the result must be told how far this rank has come. */
  public NodeWatch watchNode() {
    return new NodeWatch(environment, rank, this, lastWords);
  }

  /**
   * {@inheritDoc}
   *
   * <p>mpirun ends with the status of a rank that ended by itself, so the other ranks are killed
   * first. If several ranks abort, perhaps for the same reason, they could kill each other, and the
   * status would be lost. So on one node the first rank aborts and the others wait to be killed; on
   * several nodes the lowest rank gets some time to be the first.
   */
  @Override
  public Error abort(int status, String message) {
    try {
      giveWay();
      lastWords.say(message);
      killOthers();
      SharedBoards joined = boards;
      if (joined != null) {
        joined.awaitEndOfOthers(END_OF_OTHERS_NS);
      }
    } finally {
      Posix._exit(FAILURE.unlessGiven(status));
    }
    throw new IllegalStateException("the process has not ended");
  }

  /**
   * {@inheritDoc}
   *
   * <p>If possible, a process that is announced must not have exited with a status other than 0:
   * mpirun of Open MPI 5.0.7 counts such a process twice, and then kills the last survivor.
   */
  @Override
  public void announceFailure(int rankInWorld) {
    String namespace = environment.get("PMIX_NAMESPACE");
    if (namespace == null || size() == 1) {
      return; // there is no other rank
    }
    int error = Pmix.announceFailure(namespace, size(), ownRank(), rankInWorld);
    if (error != 0 && error != Pmix.NOT_INITIALIZED) {
      throw new IllegalStateException(
          "the failure of rank " + rankInWorld + " cannot be announced: PMIx error " + error);
    }
  }

  @Override
  public Notes notes() {
    return notes;
  }

  @Override
  public boolean isOnOneNode() {
    return OpenMpiSettings.isOnOneNode();
  }

  @Override
  public String host() {
    return OpenMpiSettings.host();
  }

  @Override
  public Optional<BoardMemory> boardMemory() {
    if (size() == 1 || !isOnOneNode()) {
      return Optional.empty(); // which ranks are on a node, it does not tell
    }
    SharedBoards made = new SharedBoards(size(), ownRank(), MpiProgress::newWaiting);
    boards = made;
    return Optional.of(made);
  }

  private void giveWay() {
    if (!endings.isFirstToAbort()) {
      pause(PATIENCE_NS);
    } else if (!endings.areOnOneNode()) {
      pause(GIVE_WAY_NS * Math.min(ownRank(), MAX_STEPS));
    }
  }

  private static void pause(long ns) {
    for (long end = System.nanoTime() + ns, left = ns; left > 0; left = end - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }

  private int size() {
    return Integer.parseInt(environment.getOrDefault("OMPI_COMM_WORLD_SIZE", "1"));
  }

  private int ownRank() {
    return Integer.parseInt(environment.getOrDefault("PMIX_RANK", "0"));
  }

  private void killOthers() {
    String namespace = environment.get("PMIX_NAMESPACE");
    int size = size();
    int own = ownRank();
    if (namespace == null || size == 1) {
      return;
    }
    int error = Pmix.kill(namespace, IntStream.range(0, size).filter(r -> r != own).toArray());
    if (error != 0) {
      lastWords.say("legio: the other ranks cannot be killed: PMIx error " + error);
    }
  }

  /**
   * {@inheritDoc}
   *
   * <p>If mpirun has started this JVM through a wrapper, the wrapper is killed, too. Otherwise
   * mpirun would see a wrapper that exits with a status, and no crash.
   */
  @Override
  public void crash(int status) {
    try {
      lastWords.say();
      if (isFailure(status)) {
        endings.failed(status);
      }
      lastWords.say(farewell(status));
      if (endings.isLast() && status != 0) {
        Posix._exit(status);
      }
    } finally {
      Posix.kill(victim, Posix.SIGKILL);
    }
  }

  private String farewell(int status) {
    String end = "legio: rank " + ownRank() + " ends before MPI_Finalize, with status " + status;
    return isFailure(status)
        ? end + ": the others continue, and it is the job's exit status"
        : end + ": to the others it is lost";
  }

  /**
   * Whether a status means that the program has failed; a program that a signal told to end has
   * not.
   */
  private static boolean isFailure(int status) {
    return status != 0 && !ExitStatus.isToldToEnd(status);
  }

  /**
   * {@inheritDoc}
   *
   * <p>Only the last rank may do so: mpirun of Open MPI 5.0.7 counts a rank that exits with a
   * status other than 0 twice, and then kills the last survivor. On several nodes it is the last
   * rank of its node.
   */
  @Override
  public void exit(int status) {
    int wanted = endings.failed(status);
    if (wanted != 0 && endings.isLastHere()) {
      try {
        lastWords.say();
      } finally {
        Posix._exit(wanted);
      }
    }
  }
}
