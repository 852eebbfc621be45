package org.legio.core.creation;

import java.lang.ref.Reference;
import java.nio.IntBuffer;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.legio.core.collective.Gathering;
import org.legio.core.communicator.Communicator;
import org.legio.core.ranks.World;
import org.legio.core.repair.Context;
import org.legio.ulfm.ports.MessageCall;
import org.legio.ulfm.ports.MpiConstants;
import org.legio.ulfm.ports.PointToPoint;

/**
 * Tells two groups of processes the members of each other, at all living members of both or at
 * none. Only the leaders have a communicator in common. Algorithm: each leader tells its own group
 * who the other leader is. The leaders exchange the lists of members and pass them on. Each member
 * then tells the other group yes or no by {@link HandshakeChannel}; with a no or a dead leader, all
 * fail. The protocol and why it ends: {@code docs/design/intercommunicators.md}.
 */
final class GroupHandshake {
  private static final String CALL = "createIntercomm";
  private static final int LARGEST_MATTER = (1 << 30) - 1;
  private static final int SPREAD = 0x9E3779B9;

  /**
   * The leader of the other group.
   *
   * @param peer the communicator that the leaders have in common; null if it is not protected
   * @param peerComm its handle
   * @param rank the other leader's rank in it
   * @param tag the tag of the leaders' messages
   */
  record Stranger(@Nullable Communicator peer, long peerComm, int rank, int tag) {}

  private final Context context;
  private final HandshakeChannel handshakeChannel;
  private final Communicator local;
  private final int leader;
  private final Gathering gathering;

  /**
   * Introduces a group.
   *
   * @param local the group
   * @param leader the rank of its leader in it
   */
  GroupHandshake(
      Context context, HandshakeChannel handshakeChannel, Communicator local, int leader) {
    this.context = context;
    this.handshakeChannel = handshakeChannel;
    this.local = local;
    this.leader = leader;
    this.gathering = new Gathering(context, local.substitute(), local.size());
  }

  /**
   * Learns the members of the other group. Collective over the living members of both.
   *
   * @param stranger the other group's leader; used at this group's leader only
   * @return the other group's members, the dead included, as ranks in the world
   * @throws Exception at all members of both groups if the handshake has failed
   */
  int[] with(Stranger stranger) throws Exception {
    int named = fromLeader(() -> worldRankOf(stranger) + 1);
    if (named <= 0) {
      throw failed(stranger, named);
    }
    int matter = matterOf(named - 1, stranger.tag());
    int[][] told = {{}};
    int length =
        fromLeader(
            () -> {
              told[0] = groupOf(stranger);
              return told[0].length;
            });
    int[] others = length > 0 ? gathered(told[0], length) : told[0];
    if (others.length == 0) {
      handshakeChannel.tell(allButLocals(), matter, false);
      throw failed(stranger, length);
    }
    handshakeChannel.tell(others, matter, true);
    int missed = handshakeChannel.doAllSayYes(others, matter) ? 0 : 1;
    if (Arrays.stream(gathering.each(missed)).sum() > 0) {
      throw failed(stranger, 0);
    }
    return others;
  }

  // ------------------------------------------------------------------ within the group

  private boolean isLeader() {
    return local.rank() == leader;
  }

  /** The leader's number; its error code, negated, if it throws; zero if it is dead. */
  private int fromLeader(Callable<Integer> number) throws Exception {
    int own = 0;
    if (isLeader()) {
      try {
        own = number.call();
      } catch (Exception e) {
        own = -context.binding().errorCode(e);
      }
    }
    return gathering.each(own)[leader];
  }

  /** Passes the list on that the leader has received; empty if the leader has died meanwhile. */
  private int[] gathered(int[] told, int length) throws Exception {
    int[] counts = new int[local.size()];
    counts[leader] = length + 1;
    int[] own = isLeader() ? World.concatenated(new int[] {1}, told) : new int[0];
    int[] all = gathering.all(own, counts);
    return all[0] == 1 ? Arrays.copyOfRange(all, 1, all.length) : new int[0];
  }

  private int[] allButLocals() {
    Set<Integer> locals =
        Arrays.stream(local.members()).boxed().collect(Collectors.toUnmodifiableSet());
    return IntStream.range(0, context.world().size())
        .filter(each -> !locals.contains(each))
        .toArray();
  }

  /** The number of this handshake, the same in both groups; its words bear it. */
  private int matterOf(int stranger, int tag) {
    int own = local.members()[leader];
    int leaders = Math.min(own, stranger) * SPREAD + Math.max(own, stranger);
    return (leaders * SPREAD + tag) & LARGEST_MATTER;
  }

  private Exception failed(Stranger stranger, int told) throws Exception {
    int errorClass = told < 0 ? -told : MpiConstants.ERR_PROC_FAILED;
    return local
        .errorHandler()
        .raise(
            CALL,
            context
                .binding()
                .newException(
                    errorClass,
                    ("legio: %s failed with error %d: its local leader, rank %d, and its remote"
                            + " leader, rank %d, must both be alive; name others")
                        .formatted(CALL, errorClass, leader, stranger.rank())));
  }

  // ------------------------------------------------------------------ between the leaders

  private int worldRankOf(Stranger stranger) throws Exception {
    int[] ranks =
        stranger.peer() == null
            ? context.world().membersOf(stranger.peerComm())
            : stranger.peer().partners();
    if (stranger.rank() < 0 || stranger.rank() >= ranks.length) {
      throw context
          .binding()
          .newException(
              MpiConstants.ERR_RANK,
              "MPI_ERR_RANK: invalid remote leader " + stranger.rank() + " of " + ranks.length);
    }
    return ranks[stranger.rank()];
  }

  /** Exchanges the lists of members with the other leader. */
  private int[] groupOf(Stranger stranger) throws Exception {
    int partner =
        stranger.peer() == null ? stranger.rank() : stranger.peer().partner(stranger.rank());
    if (partner == MpiConstants.UNDEFINED) {
      throw context
          .binding()
          .newException(MpiConstants.ERR_PROC_FAILED, "the remote leader is dead");
    }
    int[] own = local.members();
    int[] length = exchange(stranger, partner, new int[] {own.length}, 1);
    return exchange(stranger, partner, own, length[0]);
  }

  private int[] exchange(Stranger stranger, int partner, int[] own, int length) throws Exception {
    long type = context.binding().intType();
    IntBuffer received = Gathering.memory(length);
    IntBuffer sent = Gathering.memoryOf(own);
    MessageCall call = new MessageCall().to(partner, stranger.tag()).from(partner, stranger.tag());
    call.received().at(received).items(length, type);
    call.sent().at(sent).items(own.length, type);
    long receive = context.pmpi().startMessage(stranger.peerComm(), call.of(PointToPoint.RECEIVE));
    long send = context.pmpi().startMessage(stranger.peerComm(), call.of(PointToPoint.SEND));
    try {
      context.await(stranger.peerComm(), partner, receive);
    } finally {
      context.await(stranger.peerComm(), partner, send);
      Reference.reachabilityFence(sent);
    }
    return Gathering.ints(received, length);
  }
}
