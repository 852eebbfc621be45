package org.legio.inprocess;

/** Carries the messages from one rank to another, in the order in which they were sent. */
public interface Channel {
  /** Sends a message, at once or when there is room for it. */
  void put(Message message);
}
