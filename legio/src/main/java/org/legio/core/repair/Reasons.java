package org.legio.core.repair;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.legio.ulfm.ports.Collective;
import org.legio.ulfm.ports.CollectiveCall;

/** Tells all members of a communicator which of them cannot take part in an operation, and why. */
public final class Reasons {
  private static final int BYTES = 256;
  private static final int TEXT_AT = Short.BYTES;

  /** The member that cannot take part, as a rank of the substitute, and why. */
  record Reason(int substitute, String text) {}

  private Reasons() {}

  /** Why a rank cannot take part, in one line. */
  public static String of(Throwable thrown) {
    String message = thrown.getMessage();
    String name = thrown.getClass().getSimpleName();
    return message == null ? name : name + ": " + message.lines().findFirst().orElse("");
  }

  /**
   * Exchanges the reasons of all living members. Collective over them. If a death disturbs it,
   * nobody is left waiting, and the reason is not known.
   *
   * @param own what keeps this rank from taking part; null for nothing
   * @return the reason of the lowest member that has one; null if it is not known
   */
  static @Nullable Reason exchange(Context context, long comm, int ranks, @Nullable Throwable own) {
    ByteBuffer mine = memory(1);
    if (own != null) {
      put(mine, 0, of(own), BYTES - TEXT_AT);
    }
    ByteBuffer all = memory(ranks);
    CollectiveCall call = new CollectiveCall().of(Collective.ALL_GATHER);
    long type = context.binding().byteType();
    call.sent().at(mine).items(BYTES, type);
    call.received().at(all).items(BYTES, type);
    try {
      context.pmpi().collective(comm, call);
    } catch (Exception e) {
      context.ulfm().revoke(comm);
      return null;
    }
    for (int rank = 0; rank < ranks; rank++) {
      String text = at(all, rank * BYTES);
      if (!text.isEmpty()) {
        return new Reason(rank, text);
      }
    }
    return null;
  }

  private static ByteBuffer memory(int reasons) {
    return ByteBuffer.allocateDirect(reasons * BYTES).order(ByteOrder.nativeOrder());
  }

  private static void put(ByteBuffer to, int place, String text, int limit) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    int length = Math.min(bytes.length, limit);
    to.putShort(place, (short) length).put(place + TEXT_AT, bytes, 0, length);
  }

  private static String at(ByteBuffer from, int place) {
    byte[] bytes = new byte[from.getShort(place)];
    from.get(place + TEXT_AT, bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
