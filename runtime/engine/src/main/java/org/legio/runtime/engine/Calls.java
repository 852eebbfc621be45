package org.legio.runtime.engine;

import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.legio.runtime.engine.datatype.Basic;
import org.legio.runtime.engine.datatype.Datatype;
import org.legio.runtime.engine.datatype.Items;
import org.legio.runtime.engine.datatype.ReduceOp;
import org.legio.ulfm.ports.MpiConstants;

/**
 * The common base of the families of natives at one rank: handles, checks of arguments, errors and
 * waiting. The methods of a family have the names and parameters of {@link
 * org.legio.ulfm.ports.Pmpi}'s, by which {@link Natives} finds them.
 */
public abstract class Calls {
  /** The handle of an operation of the program's own before its first call. */
  static final long NOT_MADE_YET = 0;

  static final int GREATEST_TAG = Integer.MAX_VALUE;

  final RankState state;
  final Universe universe;

  Calls(RankState state) {
    this.state = state;
    this.universe = state.universe;
  }

  // ------------------------------------------------------------------ arguments

  Comm comm(long handle) throws MpiErrorException {
    Comm comm = state.comms.find(handle);
    if (comm == null) {
      throw error(state.world, MpiError.COMM, "handle " + handle + " is no communicator");
    }
    return comm;
  }

  /** A datatype that may be used in messages. */
  Datatype type(Comm comm, long handle) throws MpiErrorException {
    Datatype type = anyType(comm, handle);
    if (!type.isCommitted()) {
      throw error(comm, MpiError.TYPE, "the datatype has not been committed");
    }
    return type;
  }

  /** A datatype, committed or not. */
  Datatype anyType(Comm comm, long handle) throws MpiErrorException {
    Datatype type = basic(handle);
    type = type == null ? state.types.find(handle) : type;
    if (type == null) {
      throw error(comm, MpiError.TYPE, "handle " + handle + " is no datatype");
    }
    return type;
  }

  /**
   * Refuses an operation that is for windows only, or has no meaning for the items: MPI's own know
   * no derived types (MPI 4.1, section 6.9.2).
   */
  void requireDefined(Comm comm, ReduceOp op, Datatype type) throws MpiErrorException {
    if (op.isForWindowsOnly()) {
      throw error(comm, MpiError.OP, "MPI.REPLACE and MPI.NO_OP are for windows only");
    }
    if (op.isPredefined() && !type.isPredefined()) {
      throw error(
          comm,
          MpiError.OP,
          "MPI's own operations are not defined for items of a derived type; use one of your own");
    }
    if (!op.isDefinedFor(type)) {
      throw error(
          comm, MpiError.OP, "this operation is not defined for items of MPI." + type.basic());
    }
  }

  public static @Nullable Datatype basic(long handle) {
    int number = Basic.baseTypeOf(handle);
    return number < 0 || number >= BASIC.length ? null : BASIC[number];
  }

  /** The basic types by the number that the binding's natives take as base type. */
  private static final @Nullable Datatype[] BASIC = basicByNumber();

  private static @Nullable Datatype[] basicByNumber() {
    int most = 0;
    for (Basic each : Basic.values()) {
      most = Math.max(most, each.baseType());
    }
    Datatype[] byNumber = new Datatype[most + 1];
    for (Basic each : Basic.values()) {
      byNumber[each.baseType()] = Datatype.of(each);
    }
    return byNumber;
  }

  int[] group(long handle) throws MpiErrorException {
    int[] group = handle == Predefined.GROUP_EMPTY ? NOBODY : state.groups.find(handle);
    if (group == null) {
      throw error(state.world, MpiError.GROUP, "handle " + handle + " is no group");
    }
    return group;
  }

  private static final int[] NOBODY = {};

  /** A group of its own, to be freed as such also if it is empty. */
  long newGroup(int[] group) {
    return state.groups.add(group);
  }

  Items items(Comm comm, @Nullable Object buffer, int offset, int count, long type)
      throws MpiErrorException {
    return fill(Items.reusable(), comm, buffer, offset, count, type);
  }

  /** Makes an object the items that a call names. */
  Items fill(Items items, Comm comm, @Nullable Object buffer, int offset, int count, long type)
      throws MpiErrorException {
    requireCount(comm, count);
    if (buffer == null && type == MpiConstants.IN_PLACE) {
      return items.set(null, 0, 0, items.type());
    }
    Datatype datatype = type(comm, type);
    if (buffer == null && count > 0) {
      throw error(comm, MpiError.BUFFER, count + " items and no buffer");
    }
    if (buffer != null) {
      requireRoom(comm, buffer, offset, count, datatype);
    }
    return items.set(buffer, offset, count, datatype);
  }

  /** Requires a buffer to have items, none of them beyond 2 GiB of it, where positions end. */
  void requireRoom(Comm comm, Object buffer, long offset, long count, Datatype type)
      throws MpiErrorException {
    type.requireRoom(buffer, offset, count);
    long size = Math.max(type.extent(), type.size());
    if (offset + count * size > Integer.MAX_VALUE) {
      throw error(
          comm,
          MpiError.COUNT,
          "%d items of %d bytes end beyond 2 GiB of their buffer: send parts"
              .formatted(count, type.size()));
    }
  }

  void requireCount(Comm comm, int count) throws MpiErrorException {
    if (count < 0) {
      throw error(comm, MpiError.COUNT, "count=" + count + " is negative");
    }
  }

  void requireRoot(Comm comm, int root) throws MpiErrorException {
    if (root < 0 || root >= comm.size()) {
      throw error(comm, MpiError.ROOT, "root=" + root + " is no rank in " + comm);
    }
  }

  void requirePartner(Comm comm, int partner, boolean mayBeAny) throws MpiErrorException {
    boolean isRank = partner >= 0 && partner < comm.partners();
    if (!isRank
        && partner != MpiConstants.PROC_NULL
        && !(mayBeAny && partner == MpiConstants.ANY_SOURCE)) {
      throw error(comm, MpiError.RANK, partner + " is no rank in " + comm);
    }
  }

  void requireTag(Comm comm, int tag, boolean mayBeAny) throws MpiErrorException {
    if (tag < 0 && !(mayBeAny && tag == MpiConstants.ANY_TAG)) {
      throw error(comm, MpiError.TAG, tag + " is no tag");
    }
  }

  void requireKey(int key) throws MpiErrorException {
    if (!state.keys.isKey(key)) {
      throw error(state.world, MpiError.KEYVAL, key + " is no key of attributes");
    }
  }

  /** Frees a key; what lies under it stays, but nobody can ask for it any more. */
  void freeKey(int key) throws MpiErrorException {
    requireKey(key);
    state.keys.free(key);
  }

  /** The operation of a reduction; null if it is none of the runtime. */
  @Nullable ReduceOp operation(@Nullable Object op, long handle) {
    if (op instanceof ReduceOp known) {
      return known;
    }
    ReduceOp basic = ReduceOp.basic(handle);
    if (basic == null && handle == NOT_MADE_YET && op != null) {
      return state.operations.find(made(op));
    }
    return basic == null ? state.operations.find(handle) : basic;
  }

  /** Makes an operation of the program's own, which nobody has made before the call. */
  private long made(Object op) {
    Object function = BindingFields.get(op, "uf");
    Object datatype = BindingFields.get(op, "datatype");
    if (function != null && datatype != null) {
      state.binding.userOperations().prepare(op, function, datatype);
    }
    return BindingFields.handle(op);
  }

  // ------------------------------------------------------------------ errors

  /**
   * The exception for an error, if the communicator's error handler returns it; ends the job
   * otherwise.
   */
  MpiErrorException error(Comm comm, int errorClass, String message) {
    if (comm.errorHandler == Predefined.ERRORS_RETURN) {
      return new MpiErrorException(errorClass, message);
    }
    throw universe.abort(
        errorClass,
        "rank "
            + state.rank
            + ": "
            + message
            + " ("
            + MpiError.name(errorClass)
            + "); the error handler of "
            + comm
            + " is MPI.ERRORS_ARE_FATAL");
  }

  /** Throws the error with which a request has ended, if any. */
  void throwErrorOf(Request request, String call) throws Exception {
    Throwable thrown = request.thrown;
    if (thrown instanceof Exception exception) {
      throw exception;
    } else if (thrown instanceof Error error) {
      throw error;
    }
    if (request.error() != MpiError.SUCCESS) {
      throw error(request.comm, request.error(), call + " has failed: " + request.describe());
    }
  }

  // ------------------------------------------------------------------ waiting

  void await(BooleanSupplier condition, Supplier<String> description) {
    state.scheduler().await(state.rank, condition, description);
  }

  void await(Request request) {
    if (!request.isOver()) {
      state.scheduler().await(state.rank, request);
    }
  }

  /** Runs an operation and waits for its end. */
  void run(Schedule schedule, String call) throws Exception {
    schedule.startAwaited();
    await(schedule);
    throwErrorOf(schedule, call);
  }

  /**
   * Begins an operation and returns its request. On a communicator known to be revoked, it fails at
   * once.
   */
  long begin(Schedule schedule) throws Exception {
    if (schedule.comm.isRevoked) {
      throw error(schedule.comm, MpiError.REVOKED, schedule.comm + " is revoked");
    }
    return state.requests.add(schedule.finishingItsRounds().start());
  }

  /**
   * Lets other ranks continue after a test that has found nothing; otherwise a loop of tests would
   * never end.
   */
  void letOthersContinue() {
    state.scheduler().letOthersContinue(state.rank);
  }

  static void fill(long @Nullable [] status, long[] from) {
    if (status != null) {
      System.arraycopy(from, 0, status, 0, Math.min(status.length, Request.INDEX));
    }
  }
}
