package org.legio.core.communicator;

import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Finds the {@link Communicator} behind a handle. Thread-safe. */
public final class CommunicatorRegistry {
  private final HandleMap<Communicator> communicators = new HandleMap<>();

  private final AtomicLong passedThrough = new AtomicLong();

  /**
   * The communicator of the handle that a call is about; null if it is not protected. Then the call
   * is counted as passed through.
   */
  public @Nullable Communicator find(long handle) {
    Communicator found = communicators.find(handle);
    if (found == null) {
      passedThrough.getAndIncrement();
    }
    return found;
  }

  /** As {@link #find}, for Legio's own questions: not counted. */
  public @Nullable Communicator peek(long handle) {
    return communicators.find(handle);
  }

  /** How many calls were about handles that are not protected. */
  public long passedThrough() {
    return passedThrough.get();
  }

  /** Whether no communicator is protected. */
  boolean isEmpty() {
    return communicators.isEmpty();
  }

  public void add(Communicator communicator) {
    communicators.put(communicator.handle(), communicator);
  }

  public void remove(Communicator communicator) {
    communicators.remove(communicator.handle(), communicator);
  }
}
