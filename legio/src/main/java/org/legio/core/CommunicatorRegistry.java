package org.legio.core;

import org.jspecify.annotations.Nullable;

/** Finds the {@link Communicator} behind a handle. Thread-safe. */
public final class CommunicatorRegistry {
  private final HandleMap<Communicator> communicators = new HandleMap<>();

  /** The communicator of a handle, or null for a handle that is not protected. */
  public @Nullable Communicator find(long handle) {
    return communicators.find(handle);
  }

  /** Whether there is none. */
  boolean isEmpty() {
    return communicators.isEmpty();
  }

  void add(Communicator communicator) {
    communicators.put(communicator.handle(), communicator);
  }

  void remove(Communicator communicator) {
    communicators.remove(communicator.handle(), communicator);
  }
}
