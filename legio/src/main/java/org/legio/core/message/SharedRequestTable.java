package org.legio.core.message;

import org.jspecify.annotations.Nullable;
import org.legio.core.communicator.Communicator;

/** A {@link RequestTable} for a job whose threads may call MPI at once. Thread-safe. */
final class SharedRequestTable extends RequestTable {

  /** Makes an empty table. */
  SharedRequestTable(long complete) {
    super(complete);
  }

  @Override
  synchronized void put(long handle, Communicator comm, boolean receive, int partner, int tag) {
    super.put(handle, comm, receive, partner, tag);
  }

  @Override
  public synchronized long ticket(long handle) {
    return super.ticket(handle);
  }

  @Override
  public synchronized @Nullable Entry find(long handle, long ticket) {
    return super.find(handle, ticket);
  }

  @Override
  synchronized void cancel(long handle) {
    super.cancel(handle);
  }

  @Override
  public synchronized boolean isUsed(Communicator comm) {
    return super.isUsed(comm);
  }

  @Override
  synchronized @Nullable Communicator remove(long handle, long ticket) {
    return super.remove(handle, ticket);
  }

  @Override
  synchronized void inherit(long handle, int sender) {
    super.inherit(handle, sender);
  }

  @Override
  synchronized void complete(long handle, long ticket, long[] status) {
    super.complete(handle, ticket, status);
  }

  @Override
  synchronized int size() {
    return super.size();
  }
}
