package org.legio.hierarchical;

import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.legio.core.buffer.ThreadLocalBuffer;
import org.legio.core.repair.Context;

/**
 * The blocks of several ranks as one message, on its way between a local and ranks outside of it.
 *
 * <p>The first byte is the mark: {@link #FULL}, or {@link #VOID} where the blocks could not be
 * collected because the sender's local has failed. A void message is sent all the same, so that its
 * receiver does not wait for ever. A message has at most {@link #MAX_BYTES} bytes of blocks, unless
 * a single block is larger.
 */
final class PackedBlocks {
  /** The most bytes of blocks in a message that has several of them. */
  static final int MAX_BYTES = 1 << 20;

  private static final byte FULL = 1;
  private static final byte VOID = 0;
  private static final ByteBuffer VOID_MESSAGE = ByteBuffer.allocateDirect(1).put(0, VOID);

  private final Context context;
  private final Messenger messenger;
  private final Attempt attempt;

  PackedBlocks(Context context, Messenger messenger, Attempt attempt) {
    this.context = context;
    this.messenger = messenger;
    this.attempt = attempt;
  }

  /** Puts blocks into groups; each group is one message. */
  static List<Group> groups(int[] owners, int[] sizes) {
    return Group.of(owners, sizes, MAX_BYTES);
  }

  /** A message marked void, in kept memory; {@code bytes} is its size without the mark. */
  static ByteBuffer empty(ThreadLocalBuffer source, int bytes) {
    return source.apply(1 + bytes).put(0, VOID);
  }

  /** The bytes behind the mark, from the given place on. */
  static Buffer content(ByteBuffer packed, int place) {
    return packed.slice(1 + place, packed.capacity() - 1 - place);
  }

  /** The message, marked full. */
  static ByteBuffer filled(ByteBuffer packed) {
    return packed.put(0, FULL);
  }

  /** Whether the message is marked full. */
  static boolean isFull(ByteBuffer packed) {
    return packed.get(0) == FULL;
  }

  /** Sends the message to a rank, marked full; null is sent as a void message. */
  void send(int original, @Nullable ByteBuffer packed) throws Exception {
    ByteBuffer sent = packed == null ? VOID_MESSAGE : filled(packed);
    messenger.send(original, ItemType.bytes(context).at(sent, sent.capacity()));
  }

  /**
   * Receives a message from a rank.
   *
   * @return whether it is full; if it is void or its sender is dead, the present attempt has failed
   */
  boolean receive(int original, ByteBuffer packed) throws Exception {
    packed.put(0, VOID);
    boolean isFull =
        messenger.receive(original, ItemType.bytes(context).at(packed, packed.capacity()))
            && isFull(packed);
    if (!isFull) {
      attempt.fail();
    }
    return isFull;
  }
}
