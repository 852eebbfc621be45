package org.legio.hierarchical;

import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.legio.core.Context;
import org.legio.core.ThreadLocalBuffer;

/**
 * Blocks of ranks as bytes on their way between their local and somebody outside of it.
 *
 * <p>A parcel's first byte says whether it holds anything: one whose sender's local has failed does
 * not. Parcels are of bounded size, unless a single block is larger.
 */
final class PackedBlocks {
  /** How many bytes one holds, at most, of more than one block. */
  static final int MOST_BYTES = 1 << 20;

  private static final byte FULL = 1;
  private static final byte VOID = 0;
  private static final ByteBuffer NOTHING = ByteBuffer.allocateDirect(1).put(0, VOID);

  private final Context context;
  private final Messenger messenger;
  private final Attempt attempt;

  PackedBlocks(Context context, Messenger messenger, Attempt attempt) {
    this.context = context;
    this.messenger = messenger;
    this.attempt = attempt;
  }

  /** Puts blocks into groups, a parcel each. */
  static List<Group> groups(int[] owners, int[] sizes) {
    return Group.of(owners, sizes, MOST_BYTES);
  }

  /** An empty parcel, in memory that is kept. */
  static ByteBuffer empty(ThreadLocalBuffer source, int bytes) {
    return source.apply(1 + bytes).put(0, VOID);
  }

  /** What is in a parcel from some byte on. */
  static Buffer content(ByteBuffer parcel, int place) {
    return parcel.slice(1 + place, parcel.capacity() - 1 - place);
  }

  /** A parcel that holds something. */
  static ByteBuffer filled(ByteBuffer parcel) {
    return parcel.put(0, FULL);
  }

  /** Whether a parcel holds anything. */
  static boolean isFull(ByteBuffer parcel) {
    return parcel.get(0) == FULL;
  }

  /** Sends a parcel; a void one stands for null. */
  void send(int original, @Nullable ByteBuffer parcel) throws Exception {
    ByteBuffer sent = parcel == null ? NOTHING : filled(parcel);
    messenger.send(original, Items.bytes(context).at(sent, sent.capacity()));
  }

  /**
   * Receives a parcel.
   *
   * @return whether it holds anything; if not, the present try has failed
   */
  boolean receive(int original, ByteBuffer parcel) throws Exception {
    parcel.put(0, VOID);
    boolean isFull =
        messenger.receive(original, Items.bytes(context).at(parcel, parcel.capacity()))
            && isFull(parcel);
    if (!isFull) {
      attempt.fail();
    }
    return isFull;
  }
}
