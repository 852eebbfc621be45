package org.legio.core;

import java.nio.IntBuffer;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.legio.ulfm.MpiConstants;

/**
 * What processes tell each other that need no communicator of the program's in common: a yes or a
 * no.
 *
 * <p>On a communicator of Legio's own of all processes, which nobody revokes or shrinks, so that
 * who waits for a word waits for its sender alone: the word comes, or the sender is dead.
 */
public final class Whispers {
  private static final int YES = 1;
  private static final int NO = 0;

  /** What is sent: kept, for nobody waits until it has been. */
  private final IntBuffer yes = Gathering.memoryOf(new int[] {YES});

  private final IntBuffer no = Gathering.memoryOf(new int[] {NO});

  private final Context context;
  private long comm;
  private int[] members = {};

  public Whispers(Context context) {
    this.context = context;
    this.comm = context.binding().commNull();
  }

  /**
   * Makes the communicator. Collective over all processes, right after the world has been taken.
   */
  public void begin() throws Exception {
    comm = context.ulfm().shrink(context.binding().commWorld());
    members = context.enter(comm);
  }

  /** The communicator; also for other private use that neither revokes nor shrinks it. */
  public long comm() {
    return comm;
  }

  /**
   * Tells processes; nobody is waited for, and nobody need listen.
   *
   * @param listeners as ranks in the world
   * @param matter what it is about
   */
  void tell(int[] listeners, int matter, boolean word) throws Exception {
    for (int to : ranksOf(listeners)) {
      reachesALiving(
          () ->
              context
                  .pmpi()
                  .requestFree(
                      context.pmpi().iSend(comm, word ? yes : no, 1, intType(), to, matter)));
    }
  }

  /** Whether none of some processes says no; the dead may have said nothing. */
  boolean doAllSayYes(int[] speakers, int matter) throws Exception {
    boolean all = true;
    for (int from : ranksOf(speakers)) {
      IntBuffer memory = Gathering.memoryOf(new int[] {NO});
      boolean heard =
          reachesALiving(
              () -> {
                context.await(context.pmpi().iRecv(comm, memory, 1, intType(), from, matter));
                return true;
              });
      all &= !heard || memory.get(0) == YES;
    }
    return all;
  }

  /** Their ranks on the communicator; who died before it was made has none. */
  private int[] ranksOf(int[] worldRanks) {
    RankTranslation ranks = RankTranslation.within(worldRanks, members);
    return IntStream.range(0, worldRanks.length)
        .map(ranks::toSubstitute)
        .filter(rank -> rank != MpiConstants.UNDEFINED)
        .toArray();
  }

  /** Sends or receives; false if the other one is dead. */
  private <T> boolean reachesALiving(Callable<T> message) throws Exception {
    try {
      message.call();
      return true;
    } catch (Exception e) {
      if (!context.binding().outcome(e).isFault()) {
        throw e;
      }
      return false;
    }
  }

  private long intType() {
    return context.binding().intType();
  }
}
