package org.legio.core.message;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.legio.core.communicator.Communicator;
import org.legio.ulfm.ports.Binding;
import org.legio.ulfm.ports.MpiConstants;

/**
 * Remembers for each pending request its partner and its communicator. An open-addressing table of
 * primitive columns, so that a message allocates nothing. For one thread at a time; {@link
 * SharedRequestTable} is for several.
 *
 * <p>MPI gives a handle anew as soon as its request is done, maybe to another thread before the
 * first could forget it. So each entry has a ticket, to be asked for before MPI is waited on.
 */
public class RequestTable {
  private static final int FIRST_SLOTS = 64;

  private static final long SPREAD = 0x9E3779B97F4A7C15L;
  private static final long FREE = 0;

  /** The ticket of a request that is not remembered. */
  static final long NO_TICKET = 0;

  private final long complete;

  /** The tickets of requests that the program has cancelled. */
  private final Set<Long> cancelled = new HashSet<>();

  /** The tickets of requests that receive a message of a dead rank. */
  private final Set<Long> inherited = new HashSet<>();

  /** The dead senders, by handle, of requests that are not entered yet. */
  private final Map<Long, Integer> heirs = new HashMap<>();

  private final Map<Long, Entry> overtaken = new HashMap<>();
  private long lastTicket = NO_TICKET;
  private long[] tickets = new long[FIRST_SLOTS];
  private long[] handles = new long[FIRST_SLOTS];
  private @Nullable Communicator[] comms = new Communicator[FIRST_SLOTS];
  private int[] partners = new int[FIRST_SLOTS];
  private int[] tags = new int[FIRST_SLOTS];
  private boolean[] receives = new boolean[FIRST_SLOTS];
  private int entries;

  /**
   * The parameters of a pending request.
   *
   * @param comm the communicator
   * @param receives whether it receives; it sends otherwise
   * @param partner the original rank of the source or destination, or {@code ANY_SOURCE}
   * @param tag the tag of a receive
   * @param isCancelled whether the program has cancelled it
   * @param isInherited whether it receives a message that its partner, which is dead, has left
   */
  public record Entry(
      Communicator comm,
      boolean receives,
      int partner,
      int tag,
      boolean isCancelled,
      boolean isInherited) {
    /** Puts the original rank of its message's sender into its status. */
    void translateSource(long[] status) {
      if (isInherited) {
        status[0] = partner;
      } else {
        comm.translateSource(status);
      }
    }

    /** Whether it receives from any source. */
    public boolean isAnySource() {
      return receives && partner == MpiConstants.ANY_SOURCE;
    }
  }

  /**
   * Makes an empty table.
   *
   * @param complete the handle of all requests that were complete when they were made; it is not
   *     remembered
   */
  public RequestTable(long complete) {
    this.complete = complete;
  }

  /**
   * Makes an empty table for a job.
   *
   * @param complete as above
   */
  public static RequestTable of(Binding binding, long complete) {
    return binding.isThreadMultiple()
        ? new SharedRequestTable(complete)
        : new RequestTable(complete);
  }

  /** Remembers a request to send; returns its handle. */
  long sent(Communicator comm, int dest, long handle) {
    put(handle, comm, false, dest, 0);
    return handle;
  }

  /** Remembers a request to receive; returns its handle. */
  long received(Communicator comm, int source, int tag, long handle) {
    put(handle, comm, true, source, tag);
    return handle;
  }

  void put(long handle, Communicator comm, boolean receive, int partner, int tag) {
    if (handle == complete) {
      return;
    }
    if (2 * entries >= handles.length) {
      grow();
    }
    int slot = slotOf(handle);
    if (handles[slot] == FREE) {
      entries++;
    } else {
      overtaken.put(tickets[slot], entry(slot));
    }
    fill(slot, handle, ++lastTicket, comm, receive, partner, tag);
    Integer sender = heirs.isEmpty() ? null : heirs.remove(handle);
    if (sender != null) {
      inherited.add(lastTicket);
      partners[slot] = sender;
    }
  }

  /**
   * Notes that a request that is about to be entered receives a message of a dead rank, which this
   * process sends to itself.
   *
   * @param sender the dead rank
   */
  void inherit(long handle, int sender) {
    heirs.put(handle, sender);
  }

  /** The ticket of the request that a handle stands for now; {@code NO_TICKET} for no such. */
  public long ticket(long handle) {
    return tickets[slotOf(handle)];
  }

  /** The entry of a request; null if it is not remembered. */
  public @Nullable Entry find(long handle, long ticket) {
    int slot = slotOf(handle);
    if (ticket == NO_TICKET) {
      return null;
    }
    return tickets[slot] == ticket ? entry(slot) : overtaken.get(ticket);
  }

  /** Notes that the program cancels a request. */
  void cancel(long handle) {
    long ticket = ticket(handle);
    if (ticket != NO_TICKET) {
      cancelled.add(ticket);
    }
  }

  private Entry entry(int slot) {
    return new Entry(
        Objects.requireNonNull(comms[slot]),
        receives[slot],
        partners[slot],
        tags[slot],
        cancelled.contains(tickets[slot]),
        inherited.contains(tickets[slot]));
  }

  /** Whether a communicator has requests. */
  public boolean isUsed(Communicator comm) {
    return Arrays.asList(comms).contains(comm)
        || overtaken.values().stream().anyMatch(entry -> entry.comm() == comm);
  }

  /**
   * Forgets a request that is done.
   *
   * @return its communicator; null for one that is not remembered
   */
  @Nullable Communicator remove(long handle, long ticket) {
    if (ticket == NO_TICKET) {
      return null;
    }
    if (!cancelled.isEmpty()) {
      cancelled.remove(ticket);
    }
    if (!inherited.isEmpty()) {
      inherited.remove(ticket);
    }
    int slot = slotOf(handle);
    if (tickets[slot] != ticket) {
      Entry entry = overtaken.remove(ticket);
      return entry == null ? null : entry.comm();
    }
    Communicator comm = comms[slot];
    empty(slot);
    return comm;
  }

  /** Forgets a request that is done, and puts the original rank of its sender into its status. */
  void complete(long handle, long ticket, long[] status) {
    Entry entry = inherited.isEmpty() ? null : find(handle, ticket);
    Communicator comm = remove(handle, ticket);
    if (entry != null) {
      entry.translateSource(status);
    } else if (comm != null) {
      comm.translateSource(status);
    }
  }

  private void empty(int slot) {
    entries--;
    int mask = handles.length - 1;
    int hole = slot;
    for (int next = (slot + 1) & mask; handles[next] != FREE; next = (next + 1) & mask) {
      int home = homeOf(handles[next]);
      if (((next - home) & mask) >= ((next - hole) & mask)) {
        fill(
            hole,
            handles[next],
            tickets[next],
            comms[next],
            receives[next],
            partners[next],
            tags[next]);
        hole = next;
      }
    }
    fill(hole, FREE, NO_TICKET, null, false, 0, 0);
  }

  /** The number of requests that are remembered. */
  int size() {
    return entries + overtaken.size();
  }

  private void fill(
      int slot,
      long handle,
      long ticket,
      @Nullable Communicator comm,
      boolean receive,
      int partner,
      int tag) {
    handles[slot] = handle;
    tickets[slot] = ticket;
    comms[slot] = comm;
    receives[slot] = receive;
    partners[slot] = partner;
    tags[slot] = tag;
  }

  private void grow() {
    long[] oldHandles = handles;
    long[] oldTickets = tickets;
    Communicator[] oldComms = comms;
    int[] oldPartners = partners;
    int[] oldTags = tags;
    boolean[] oldReceives = receives;
    int slots = 2 * handles.length;
    handles = new long[slots];
    tickets = new long[slots];
    comms = new Communicator[slots];
    partners = new int[slots];
    tags = new int[slots];
    receives = new boolean[slots];
    for (int old = 0; old < oldHandles.length; old++) {
      if (oldHandles[old] != FREE) {
        fill(
            slotOf(oldHandles[old]),
            oldHandles[old],
            oldTickets[old],
            oldComms[old],
            oldReceives[old],
            oldPartners[old],
            oldTags[old]);
      }
    }
  }

  /** Where a handle is, or would be. */
  private int slotOf(long handle) {
    int slot = homeOf(handle);
    while (handles[slot] != FREE && handles[slot] != handle) {
      slot = (slot + 1) & (handles.length - 1);
    }
    return slot;
  }

  private int homeOf(long handle) {
    return (int) ((handle * SPREAD) >>> (1 + Long.numberOfLeadingZeros(handles.length)));
  }
}
