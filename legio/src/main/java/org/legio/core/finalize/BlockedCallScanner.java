package org.legio.core.finalize;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.legio.core.communicator.Communicator;
import org.legio.core.communicator.CommunicatorRegistry;
import org.legio.core.message.RequestTable;
import org.legio.core.positions.OperationCounter;
import org.legio.core.positions.Wait;
import org.legio.core.repair.Context;
import org.legio.core.repair.PendingRequest;
import org.legio.ulfm.ports.MpiConstants;

/**
 * Finds out whether a thread of this rank waits for a rank that will do nothing more. Algorithm: it
 * looks at all threads again and again. A thread that is found in the same call several times in a
 * row waits; the message, request or collective that it is in tells the ranks that it needs.
 */
public final class BlockedCallScanner {
  private static final int LOOKS = 4;

  /**
   * One stay of a thread in a wait or an operation.
   *
   * @param place the counter or wait that records it
   * @param number its number there, which differs for each stay
   * @param members those that its operation cannot continue without; none if it is in no operation
   */
  private record Stay(Object place, long number, Set<Integer> members) {}

  /**
   * The wait of a thread.
   *
   * @param stay the stay that it belongs to
   * @param thread the thread's id
   * @param communicator the communicator's label; empty if it waits for requests
   * @param oneOf the needs that it waits for; one of them is enough
   */
  private record Waiting(Stay stay, long thread, String communicator, List<Need> oneOf) {
    boolean isVain(Predicate<Integer> idle) {
      return !oneOf.isEmpty() && oneOf.stream().allMatch(need -> need.isVain(idle));
    }
  }

  private final Context context;
  private final CommunicatorRegistry registry;
  private final RequestTable requests;
  private Map<Stay, Integer> seen = new HashMap<>();
  private List<Waiting> waiting = List.of();

  public BlockedCallScanner(Context context, CommunicatorRegistry registry, RequestTable requests) {
    this.context = context;
    this.registry = registry;
    this.requests = requests;
  }

  /** Looks at all threads once. */
  void scan() {
    Map<Stay, Integer> before = seen;
    seen = new HashMap<>();
    waiting = new ArrayList<>();
    for (Waiting each : all()) {
      int looks = before.getOrDefault(each.stay(), 0) + 1;
      seen.put(each.stay(), looks);
      if (looks >= LOOKS) {
        waiting.add(each);
      }
    }
  }

  /**
   * The call in which a thread has been waiting for a rank, in words; empty if no thread has.
   *
   * @param idle tells the ranks that will do nothing more
   */
  Optional<String> waitsFor(int rank, Predicate<Integer> idle) {
    return waiting.stream()
        .filter(each -> each.isVain(idle))
        .filter(each -> each.oneOf().stream().anyMatch(need -> need.concerns(rank)))
        .findFirst()
        .map(this::words);
  }

  /**
   * The ranks in the world with which threads of this rank communicate now, without this one: all
   * members of a communicator in a collective, though it may wait for one of them only.
   */
  public Set<Integer> partners() {
    Set<Integer> partners = new HashSet<>();
    for (OperationCounter operationCounter : context.positions().communicators()) {
      if (operationCounter.isInOperation()) {
        partners.addAll(setOf(IntStream.of(operationCounter.members())));
      }
    }
    for (Wait wait : context.positions().waits().all()) {
      if (wait.isOn()) {
        needsOf(wait).forEach(need -> partners.addAll(need.ranks()));
      }
    }
    partners.remove(context.world().rank());
    return partners;
  }

  private String words(Waiting each) {
    String call = context.positions().callOf(each.thread());
    return (call.isEmpty() ? "a call" : call)
        + (each.communicator().isEmpty() ? "" : " on " + each.communicator());
  }

  private List<Waiting> all() {
    List<Waiting> all = new ArrayList<>();
    for (OperationCounter operationCounter : context.positions().communicators()) {
      if (operationCounter.isInOperation()) {
        Set<Integer> members = setOf(IntStream.of(operationCounter.needed()));
        Stay stay = new Stay(operationCounter, operationCounter.current(), members);
        List<Need> needs = List.of(new Need(members, true));
        all.add(new Waiting(stay, operationCounter.thread(), operationCounter.label(), needs));
      }
    }
    for (Wait wait : context.positions().waits().all()) {
      if (wait.isOn()) {
        Stay stay = new Stay(wait, wait.number(), Set.of());
        all.add(new Waiting(stay, wait.thread(), "", needsOf(wait)));
      }
    }
    return all;
  }

  /** The needs of a wait; none if they cannot be told now. */
  private List<Need> needsOf(Wait wait) {
    try {
      return needsNow(wait);
    } catch (RuntimeException e) { // the thread is changing the wait or the table of requests
      return List.of();
    }
  }

  private List<Need> needsNow(Wait wait) {
    List<Need> needs = new ArrayList<>();
    if (wait.comm() != 0) {
      Communicator comm = registry.peek(wait.comm());
      if (comm != null) {
        needs.add(needOf(comm, wait.partners()));
      }
    } else {
      for (long request : wait.requests()) {
        if (request != context.binding().requestNull()) {
          needs.add(needOf(request));
        }
      }
    }
    return needs;
  }

  /** The need of a message; its partners are given as MPI numbers them. */
  private Need needOf(Communicator comm, int[] partners) {
    if (IntStream.of(partners).anyMatch(partner -> partner == MpiConstants.ANY_SOURCE)) {
      return new Need(others(comm), false);
    }
    IntStream ranks = IntStream.of(partners).map(comm::present);
    return new Need(setOf(ranks), true);
  }

  private Set<Integer> others(Communicator comm) {
    int own = context.world().rank();
    return setOf(IntStream.of(comm.partners()).filter(each -> each != own));
  }

  private static Set<Integer> setOf(IntStream ranks) {
    return ranks.boxed().collect(Collectors.toSet());
  }

  private Need needOf(long request) {
    PendingRequest operation = context.pending().find(request);
    if (operation != null) {
      return new Need(setOf(IntStream.of(operation.members())), true);
    }
    RequestTable.Entry entry = requests.find(request, requests.ticket(request));
    if (entry == null) {
      return new Need(Set.of(), true);
    }
    return entry.isAnySource()
        ? new Need(others(entry.comm()), false)
        : new Need(Set.of(entry.comm().partnerInWorld(entry.partner())), true);
  }
}
