package org.legio.runtime.engine;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.legio.ulfm.ports.MpiConstants;

/**
 * The receives and the unexpected messages of one context, in MPI's order.
 *
 * <p>Where messages of different tags may overtake each other, one that has come before an earlier
 * one of its sender is <em>early</em>. A receive of its tag may take it: no missing message has
 * that tag. A receive of any tag must wait for the missing one, and so must all that is posted
 * behind that receive and would match the early message. When the gap is closed, or that receive is
 * gone, they are {@linkplain #nextSettled settled}.
 */
final class MessageBox {
  private static final int NONE = -1;

  final long context;
  final Arrivals arrivals;

  /** In the order in which they were posted. */
  final List<ReceiveRequest> posted = new ArrayList<>();

  /** Those of each sender in the order in which they were sent. */
  final List<Message> unexpected = new ArrayList<>();

  private final RankState owner;

  /** Whether there may be early messages among the unexpected ones. */
  private boolean isDisordered;

  MessageBox(long context, RankState owner, boolean mayOvertake) {
    this.context = context;
    this.owner = owner;
    this.arrivals = new Arrivals(mayOvertake);
  }

  /** Whether nothing waits here, for a message or for a receive. */
  boolean isQuiet() {
    return posted.isEmpty() && unexpected.isEmpty() && !arrivals.hasGap();
  }

  /** Whether there may be early messages among the unexpected ones. */
  boolean isDisordered() {
    return isDisordered;
  }

  /**
   * The place of the posted receive that gets a message now; negative if there is none, or if that
   * is not sure yet.
   */
  int placeOfReceive(Message message) {
    int first = firstMatching(message);
    boolean isSure =
        first < 0 || posted.get(first).tag() != MpiConstants.ANY_TAG || !isEarly(message);
    return isSure ? first : NONE;
  }

  private int firstMatching(Message message) {
    for (int i = 0; i < posted.size(); i++) {
      ReceiveRequest receive = posted.get(i);
      if (receive.matches(message) && !receive.isSpoilt()) {
        return i;
      }
    }
    return NONE;
  }

  /** Of a dead rank, what is missing will not come. */
  private boolean isEarly(Message message) {
    return arrivals.isEarly(message) && !owner.knowsDead(message.worldSource());
  }

  /** Adds an unexpected message. */
  void add(Message message) {
    isDisordered |= isEarly(message);
    int place = unexpected.size();
    if (isDisordered) {
      for (int i = place - 1; i >= 0; i--) {
        Message other = unexpected.get(i);
        if (other.source() == message.source() && other.ordinal() - message.ordinal() > 0) {
          place = i;
        }
      }
    }
    unexpected.add(place, message);
  }

  /** The next unexpected message that a posted receive gets; null if there is none. */
  @Nullable Message nextSettled() {
    isDisordered = false;
    for (Message message : unexpected) {
      isDisordered |= isEarly(message);
      if (placeOfReceive(message) >= 0) {
        isDisordered = true;
        return message;
      }
    }
    return null;
  }

  @Nullable Message find(int source, int tag) {
    int place = placeOf(source, tag);
    return place < 0 ? null : unexpected.get(place);
  }

  @Nullable Message take(int source, int tag) {
    int place = placeOf(source, tag);
    return place < 0 ? null : unexpected.remove(place);
  }

  /** The place of the message that a new receive would get; negative if there is none. */
  private int placeOf(int source, int tag) {
    for (int i = 0; i < unexpected.size(); i++) {
      Message message = unexpected.get(i);
      if (ReceiveRequest.matches(source, tag, message) && (!isDisordered || isFree(message, tag))) {
        return i;
      }
    }
    return NONE;
  }

  /** Whether a new receive may have a message: no other one waits for it or for an earlier one. */
  private boolean isFree(Message message, int tag) {
    return firstMatching(message) < 0 && (tag != MpiConstants.ANY_TAG || !isEarly(message));
  }
}
