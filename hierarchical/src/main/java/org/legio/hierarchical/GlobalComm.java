package org.legio.hierarchical;

import java.nio.ByteBuffer;
import org.legio.core.buffer.StagedBuffer;

/**
 * The steps of an operation between the masters of all locals. Algorithm: binomial trees of
 * messages over the whole communicator ({@link Messenger}); reductions combine neighbors, so the
 * order of ranks is kept. The masters have no communicator of their own. So nothing is repaired
 * when a master dies: its successor takes its place as soon as all know of the death.
 */
final class GlobalComm {
  private static final int PIECE_BYTES = 1 << 16;

  private final Messenger messenger;
  private final Attempt attempt;

  GlobalComm(Messenger messenger, Attempt attempt) {
    this.messenger = messenger;
    this.attempt = attempt;
  }

  /**
   * Brings a master's data to all of them, in pieces.
   *
   * @param root the master's place among them
   */
  void bcast(Roles roles, int root, ByteBuffer data, ItemType bytes) throws Exception {
    bcast(roles, root, StagedBuffer.itself(data, true, 0), data.capacity(), bytes);
  }

  /**
   * Brings a master's items to all of them, in pieces.
   *
   * @param root the master's place among them
   */
  void bcast(Roles roles, int root, StagedBuffer data, int count, ItemType type) throws Exception {
    int piece = Math.max(1, PIECE_BYTES / Math.max(1, type.extent()));
    int first = 0;
    do {
      int items = Math.min(piece, count - first);
      bcastPiece(roles, root, data, first, items, type);
      first += piece;
    } while (first < count);
  }

  private void bcastPiece(
      Roles roles, int root, StagedBuffer data, int first, int items, ItemType type)
      throws Exception {
    int[] masters = roles.masters();
    int distance = Math.floorMod(roles.indexOf(roles.own()) - root, masters.length);
    int at = first * type.extent();
    int span = Integer.lowestOneBit(distance);
    if (distance > 0) {
      messenger.receive(
          masters[(distance - span + root) % masters.length], type.at(data.memoryAt(at), items));
    } else {
      span = Integer.highestOneBit(masters.length) << 1;
    }
    for (int next = span >> 1; next > 0; next >>= 1) {
      if (distance + next < masters.length) {
        messenger.send(
            masters[(distance + next + root) % masters.length], type.at(data.memoryAt(at), items));
      }
    }
  }

  /**
   * Reduces the masters' inputs at the first of them.
   *
   * @param own this master's input, which is used up
   * @param other memory of the same size
   * @return at the first master, the result: {@code own} or {@code other}
   */
  StagedBuffer reduce(Roles roles, Combination combination, StagedBuffer own, StagedBuffer other)
      throws Exception {
    int[] masters = roles.masters();
    int place = roles.indexOf(roles.own());
    StagedBuffer gathered = own;
    StagedBuffer free = other;
    for (int span = 1; span < masters.length; span <<= 1) {
      if ((place & span) != 0) {
        messenger.send(masters[place - span], combination.at(gathered));
        return gathered;
      }
      if (place + span < masters.length
          && messenger.receive(masters[place + span], combination.at(free))) {
        StagedBuffer lower = gathered;
        StagedBuffer higher = free;
        attempt.make(() -> combination.combine(lower, higher));
        free = lower;
        gathered = higher;
      }
    }
    return gathered;
  }

  /**
   * Gives each master but the first the combined inputs of those before it.
   *
   * @param own this master's input, which is used up
   * @param before receives the combined inputs
   */
  void exScan(Roles roles, Combination combination, StagedBuffer own, StagedBuffer before)
      throws Exception {
    int[] masters = roles.masters();
    int place = roles.indexOf(roles.own());
    boolean combines = place > 0 && messenger.receive(masters[place - 1], combination.at(before));
    if (place + 1 < masters.length) {
      if (combines) {
        attempt.make(() -> combination.combine(before, own));
      }
      messenger.send(masters[place + 1], combination.at(own));
    }
  }
}
