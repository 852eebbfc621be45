package org.legio.runtime.engine;

import org.jspecify.annotations.Nullable;

/**
 * Carries the messages from one rank to another, those of one context and tag in the order in which
 * they were sent, and knows what has come from there.
 */
public interface Channel {
  /** Sends a message, at once or when there is room for it. It says when its data is copied. */
  void put(Message message);

  /**
   * Sends a message that carries the whole transfer, if that can be done at once.
   *
   * @param message its data is copied; the caller may use it again at once
   * @return false if there is no room for it now; nothing has been done then
   */
  default boolean putNow(Message message) {
    return false;
  }

  /**
   * The next message the other way, if it carries a whole transfer that matches; it may be waited
   * for a little. Who takes it says so by {@link #received} at once.
   */
  default @Nullable Message due(long context, int source, int tag) {
    return null;
  }

  /** The message that was due has been taken. */
  default void received() {}

  /** Whether the receiver keeps so many more bytes that it has not asked for. */
  default boolean keeps(long context, int tag, int bytes) {
    return true;
  }
}
