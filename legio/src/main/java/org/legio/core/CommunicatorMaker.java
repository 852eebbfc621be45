package org.legio.core;

import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Makes communicators for the program and takes them over. */
public final class CommunicatorMaker {
  private static final long SPREAD = 0x9E3779B97F4A7C15L;

  private final Context context;
  private final CommunicatorRegistry registry;

  /** How many communicators have been made of the same members. */
  private final Map<String, Integer> made = new ConcurrentHashMap<>();

  CommunicatorMaker(Context context, CommunicatorRegistry registry) {
    this.context = context;
    this.registry = registry;
  }

  /**
   * Takes over a communicator that MPI has made.
   *
   * @param alias its handle
   * @param carrier a communicator of its living members, for its substitute
   * @param members its members, holes included, by original rank, as ranks in the world
   * @param programsHandler the error handler that the program believes to be set
   */
  void adopt(long alias, long carrier, int[] members, long programsHandler) throws Exception {
    ErrorHandler errorHandler = new ErrorHandler(context, alias, programsHandler);
    AgreedCommunicator agreed =
        new AgreedCommunicator(context, alias, members, carrier, orderOf(members), errorHandler);
    int[] present = context.world().membersOf(alias);
    int rank = context.world().ownRankIn(members);
    Communicator communicator =
        new Communicator(
            context,
            alias,
            members,
            present,
            new FlatSubstitute(context, agreed, rank),
            errorHandler);
    registry.add(communicator);
  }

  /**
   * A place in the order of all communicators. Communicators of the same members are made one after
   * the other at all of them.
   */
  private long orderOf(int[] members) {
    long order = made.merge(Arrays.toString(members), 1, Integer::sum);
    for (int member : members) {
      order = SPREAD * (order + member + 1);
    }
    return order;
  }

  /**
   * Makes a communicator and takes it over.
   *
   * @param members the new one's members, holes included; null for those whom MPI puts into it
   * @return its handle, {@code MPI_COMM_NULL} if this rank is not in it
   */
  long make(
      String call, Communicator parent, Substitute.Creation creation, int @Nullable [] members)
      throws Exception {
    Substitute.Created created = parent.substitute().create(call, creation);
    if (created.alias() != context.binding().commNull()) {
      adopt(
          created.alias(),
          created.carrier(),
          members == null ? context.world().membersOf(created.alias()) : members,
          parent.errorHandler().handle());
    }
    return created.alias();
  }
}
