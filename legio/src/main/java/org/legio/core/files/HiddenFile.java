package org.legio.core.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/**
 * What is in the hidden file of a shared pointer: where it is, and the last move of each member. To
 * be used by one member at a time.
 *
 * <p>A move may be done twice, see {@link org.legio.ulfm.ports.Effects}: so it must be seen that it
 * has been done. One write of the head moves the pointer and says whose move that was. Who moves it
 * next first copies that to the place of the one who has; what is copied twice does not change.
 */
final class HiddenFile {
  /** How often all have moved it, where it is, and the last move: member, number, from where. */
  private static final int HEAD_WORDS = 5;

  private static final int MOVES = 0;
  private static final int POSITION = 1;
  private static final int MEMBER = 2;
  private static final int NUMBER = 3;
  private static final int BEFORE = 4;

  /** The last move of a member: its number, from where. */
  private static final int PLACE_WORDS = 2;

  private final FileChannel channel;

  HiddenFile(FileChannel channel) {
    this.channel = channel;
  }

  /**
   * Where it is.
   *
   * @param moves how often all have moved it
   * @param settled where it is if the file is older than the last such move
   */
  long position(long moves, long settled) throws IOException {
    return position(head(), moves, settled);
  }

  private static long position(long[] head, long moves, long settled) {
    return head[MOVES] == moves && head[NUMBER] != 0 ? head[POSITION] : settled;
  }

  /**
   * Has a member move it on; does nothing if that has been done.
   *
   * @param member whose move it is
   * @param number tells the move from others of that member; not 0
   * @return where it was
   */
  long move(int member, long number, long bytes, long moves, long settled) throws IOException {
    long[] head = head();
    if (head[NUMBER] == number && head[MEMBER] == member) {
      return head[BEFORE];
    }
    long[] own = read(place(member), PLACE_WORDS);
    if (own[0] == number) {
      return own[1];
    }
    if (head[NUMBER] != 0) {
      write(place(head[MEMBER]), head[NUMBER], head[BEFORE]);
    }
    long before = position(head, moves, settled);
    write(0, moves, before + bytes, member, number, before);
    return before;
  }

  private static long place(long member) {
    return (HEAD_WORDS + member * PLACE_WORDS) * Long.BYTES;
  }

  private long[] head() throws IOException {
    return read(0, HEAD_WORDS);
  }

  /** Reads words; they are 0 where nobody has written any. */
  private long[] read(long place, int count) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(count * Long.BYTES);
    channel.read(bytes, place);
    long[] words = new long[count];
    bytes.clear().asLongBuffer().get(words);
    return words;
  }

  private void write(long place, long... words) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(words.length * Long.BYTES);
    bytes.asLongBuffer().put(words);
    channel.write(bytes, place);
  }
}
