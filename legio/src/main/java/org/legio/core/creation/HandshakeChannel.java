package org.legio.core.creation;

import java.nio.IntBuffer;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.legio.core.collective.Gathering;
import org.legio.core.ranks.RankTranslation;
import org.legio.core.repair.Context;
import org.legio.ulfm.ports.MessageCall;
import org.legio.ulfm.ports.MpiConstants;
import org.legio.ulfm.ports.Pmpi;
import org.legio.ulfm.ports.PointToPoint;

/**
 * Sends words, a yes or a no, between processes that have no communicator of the program in common.
 *
 * <p>The words go over a communicator of all processes that is Legio's own and is never revoked or
 * shrunk. So a receiver depends on the sender alone: the word arrives, or the sender is dead.
 */
public final class HandshakeChannel {
  private static final int YES = 1;
  private static final int NO = 0;

  /** The memory of a yes. It is kept, because no caller waits until a word has been sent. */
  private final IntBuffer yes = Gathering.memoryOf(new int[] {YES});

  private final IntBuffer no = Gathering.memoryOf(new int[] {NO});

  private final Context context;
  private long comm;
  private int[] members = {};

  public HandshakeChannel(Context context) {
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
   * Sends a word to processes. It waits for none of them, and none of them need receive it.
   *
   * @param listeners the processes, as ranks in the world
   * @param matter the number of the handshake that the word is about
   */
  void tell(int[] listeners, int matter, boolean word) throws Exception {
    MessageCall send = new MessageCall().of(PointToPoint.SEND);
    send.sent().at(word ? yes : no).items(1, intType());
    Pmpi pmpi = context.pmpi();
    for (int to : ranksOf(listeners)) {
      reachesALiving(() -> pmpi.requestFree(pmpi.startMessage(comm, send.to(to, matter))));
    }
  }

  /** Receives a word from each process; returns whether none says no. The dead may say nothing. */
  boolean doAllSayYes(int[] speakers, int matter) throws Exception {
    boolean all = true;
    for (int from : ranksOf(speakers)) {
      IntBuffer memory = Gathering.memoryOf(new int[] {NO});
      MessageCall receive = new MessageCall().of(PointToPoint.RECEIVE).from(from, matter);
      receive.received().at(memory).items(1, intType());
      boolean heard =
          reachesALiving(
              () -> {
                context.await(context.pmpi().startMessage(comm, receive));
                return true;
              });
      all &= !heard || memory.get(0) == YES;
    }
    return all;
  }

  /**
   * The ranks of processes on the communicator; a process that died before it was made has none.
   */
  private int[] ranksOf(int[] worldRanks) {
    RankTranslation ranks = RankTranslation.within(worldRanks, members);
    return IntStream.range(0, worldRanks.length)
        .map(ranks::toSubstitute)
        .filter(rank -> rank != MpiConstants.UNDEFINED)
        .toArray();
  }

  /** Sends or receives; returns false if the partner is dead. */
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
