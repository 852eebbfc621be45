package org.legio.core;

import java.util.Arrays;
import java.util.List;
import org.legio.core.communicator.Communicator;
import org.legio.core.communicator.CommunicatorRegistry;
import org.legio.core.repair.Context;
import org.legio.core.settings.Words;
import org.legio.ulfm.ports.MpiConstants;

/**
 * Refuses the calls that cannot be protected, once a rank has died, because MPI would fail in them
 * or hang. The exception names the call and the remedy.
 */
public final class Refusals {
  private final Context context;
  private final CommunicatorRegistry registry;

  public Refusals(Context context, CommunicatorRegistry registry) {
    this.context = context;
    this.registry = registry;
  }

  /**
   * Returns if no rank is known to be dead.
   *
   * @param call the call's name, as users know it
   * @param remedy what to do instead
   * @throws Exception the binding's own, of class {@code MPI_ERR_UNSUPPORTED_OPERATION}, if a rank
   *     has died
   */
  public void check(String call, String remedy) throws Exception {
    context.discoverDeaths();
    if (context.failedProcesses().any()) {
      throw refusal(call, remedy);
    }
  }

  /**
   * As {@link #check}, for a call that is collective over a communicator: its members agree, so
   * that all of them are refused or none.
   */
  public void checkTogether(long comm, String call, String remedy) throws Exception {
    Communicator communicator = registry.find(comm);
    if (communicator == null) {
      check(call, remedy);
      return;
    }
    context.discoverDeaths();
    if (!communicator.substitute().agree(call, !context.failedProcesses().any())) {
      context.discoverDeaths();
      throw refusal(call, remedy);
    }
  }

  private Exception refusal(String call, String remedy) {
    return context
        .binding()
        .newException(
            MpiConstants.ERR_UNSUPPORTED_OPERATION,
            "legio: %s is refused, for %s and it cannot be protected: %s"
                .formatted(call, losses(), remedy));
  }

  private String losses() {
    List<Integer> dead = Arrays.stream(context.failedProcesses().ranks()).boxed().toList();
    String who = dead.isEmpty() ? "a rank" : Words.ranks(dead);
    return who + " of MPI_COMM_WORLD " + (dead.size() > 1 ? "are" : "is") + " dead";
  }
}
