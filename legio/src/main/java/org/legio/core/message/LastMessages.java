package org.legio.core.message;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.legio.core.communicator.Communicator;
import org.legio.core.repair.Context;
import org.legio.ulfm.ports.Binding;
import org.legio.ulfm.ports.MessageCall;
import org.legio.ulfm.ports.MpiConstants;
import org.legio.ulfm.ports.Pmpi;
import org.legio.ulfm.ports.PointToPoint;

/**
 * Keeps the messages of dead ranks that had arrived whole before the death became known, until the
 * program receives them.
 *
 * <p>Open MPI 5.0.7 refuses a receive by the name of a dead rank though its message is there, and
 * continues showing it to probes. A matched probe is not refused. So Legio takes a dead rank's
 * messages out by matched probes, in order, before the program learns of the death, and keeps them
 * here. A message whose data was never sent is dropped. The program's receive gets a kept message
 * from this process itself, so that MPI lays out the data and finds the errors.
 *
 * <p>Thread-safe. It does nothing while no rank is known to be dead.
 */
public final class LastMessages {

  /**
   * How many probes in a row must find nothing until all messages are taken to have arrived. Each
   * probe lets MPI fetch messages from its transports, in 5.0.7's shared memory up to 31.
   */
  private static final int LOOKS = 32;

  /** A size in bytes that no transport sends before the receiver has asked for it. */
  private static final long MAX_BYTES = 16 << 20;

  private static final long NO_REQUEST = 0;
  private static final int TAG_FIELD = 1;
  static final int LENGTH_FIELD = 4;

  private final Context context;
  private final Pmpi pmpi;
  private final Binding binding;
  private final RequestTable requests;
  private final List<LastMessage> kept = new ArrayList<>();
  private final Map<Communicator, BitSet> cleared = new HashMap<>();
  private final Map<Long, LastMessage> matched = new HashMap<>();
  private long lastMatched = 1;

  public LastMessages(Context context, RequestTable requests) {
    this.context = context;
    this.pmpi = context.pmpi();
    this.binding = context.binding();
    this.requests = requests;
  }

  // ------------------------------------------------------------------ what is there

  /** The first message of the dead that a receive or a probe is for; it stays. */
  synchronized @Nullable LastMessage find(Wanted wanted) throws Exception {
    if (!context.failedProcesses().any() || !wanted.mayBeOfTheDead()) {
      return null;
    }
    collect(wanted);
    for (LastMessage each : kept) {
      if (each.isFor(wanted)) {
        return each;
      }
    }
    return null;
  }

  /** As {@link #find}; the message is removed, so that no other receive gets it. */
  synchronized @Nullable LastMessage take(Wanted wanted) throws Exception {
    LastMessage found = find(wanted);
    if (found != null) {
      kept.remove(found);
    }
    return found;
  }

  /** The program has freed a communicator. */
  public synchronized void forget(Communicator comm) {
    kept.removeIf(each -> each.comm() == comm);
    cleared.remove(comm);
  }

  private void collect(Wanted wanted) throws Exception {
    Communicator comm = wanted.comm();
    BitSet done = cleared.computeIfAbsent(comm, each -> new BitSet());
    for (int dead : comm.deadPartners()) {
      if (!done.get(dead)) {
        collect(comm, dead, LOOKS);
        done.set(dead);
      } else if (dead == wanted.source()) {
        collect(comm, dead, 1); // it may be alive and only have left MPI
      }
    }
  }

  private void collect(Communicator comm, int dead, int looks) throws Exception {
    int rank = comm.lastRank(dead);
    for (int left = looks; left > 0; ) {
      Object message = binding.newMessage();
      Object status = pmpi.imProbe(message, rank, MpiConstants.ANY_TAG, comm.handle());
      if (status == null) {
        left--;
      } else {
        keep(comm, dead, message, binding.fields(status));
      }
    }
  }

  private void keep(Communicator comm, int dead, Object message, long[] status) throws Exception {
    long length = status[LENGTH_FIELD];
    int whole = length > MAX_BYTES ? 0 : (int) length;
    ByteBuffer data = ByteBuffer.allocateDirect(Math.max(1, whole)).limit(whole);
    try {
      long handle = binding.messageHandle(message);
      pmpi.waitFor(pmpi.imRecv(message, handle, data, whole, binding.byteType()));
      kept.add(new LastMessage(comm, dead, (int) status[TAG_FIELD], data));
    } catch (Exception e) {
      if (!binding.outcome(e).isFault() && length <= MAX_BYTES) {
        throw e;
      }
      context.report().lost(comm.name(), dead, length);
    }
  }

  // ------------------------------------------------------------------ receiving it

  /**
   * Receives a message of the dead that has been taken.
   *
   * @return the request, if any, complete
   */
  long deliver(LastMessage message, MessageProtocol.Receiving recv) throws Exception {
    long self = pmpi.split(binding.commSelf(), 0, 0);
    try {
      pmpi.setErrhandler(self, binding.errorsReturn());
      ByteBuffer data = message.data();
      MessageCall send = new MessageCall().of(PointToPoint.SEND).to(0, message.tag());
      send.sent().at(data).items(data.limit(), binding.byteType());
      long sent = pmpi.startMessage(self, send);
      long request = receive(self, sent, recv);
      if (request != NO_REQUEST) {
        awaitComplete(request);
        requests.inherit(request, message.source());
      }
      return request;
    } finally {
      pmpi.free(self);
    }
  }

  private long receive(long self, long sent, MessageProtocol.Receiving recv) throws Exception {
    try {
      return recv.from(self, 0);
    } finally {
      pmpi.waitFor(sent);
    }
  }

  private void awaitComplete(long request) throws Exception {
    Object self = binding.newRequest(request);
    while (pmpi.getStatus(self, request) == null) {
      Thread.onSpinWait();
    }
  }

  // ------------------------------------------------------------------ matched probes

  /** Gives a message that has been taken a handle, for a matched receive. */
  synchronized long match(LastMessage message) {
    lastMatched -= 2; // negative: no handle of MPI's is
    matched.put(lastMatched, message);
    return lastMatched;
  }

  /** Whether a handle is of such a message. */
  synchronized boolean isMatched(long handle) {
    return matched.containsKey(handle);
  }

  /** The message of a handle, which ends; null for a handle of MPI's. */
  synchronized @Nullable LastMessage matched(long handle) {
    return matched.remove(handle);
  }
}
