package org.legio.core.collective;

import static java.util.Objects.requireNonNull;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.legio.core.buffer.PackedItems;
import org.legio.core.ranks.RankTranslation;
import org.legio.core.repair.BoardEntries;
import org.legio.core.repair.Context;
import org.legio.core.repair.Reasons;
import org.legio.core.repair.ResilientCommunicator;
import org.legio.core.repair.Root;
import org.legio.core.report.Decisions;
import org.legio.core.settings.Setting;
import org.legio.ulfm.ports.Board;
import org.legio.ulfm.ports.Collective;
import org.legio.ulfm.ports.CollectiveCall;
import org.legio.ulfm.ports.MpiConstants;

/**
 * Runs small collective operations on the board of a communicator, without MPI. Algorithm: who has
 * data for others publishes it as its entry of the operation and continues; who needs data waits
 * for the entries that it needs, and takes or folds them in the order of the ranks. An entry that
 * its member has published before its death is in everybody's result, and one that it has not is in
 * nobody's, so there is nothing to agree on and nothing to repeat. Protocol and proof: {@code
 * docs/design/published.md}.
 */
final class PublishedCollectives {
  /** An entry begins with what its operation is, and how many bytes of data follow. */
  private static final int HEADER_BYTES = 2 * Integer.BYTES;

  /** In place of the operation, of an entry in place of data: a state and a text follow. */
  private static final int WITHHELD = -1;

  private static final int WITHHELD_TEXT_AT = HEADER_BYTES + Long.BYTES;
  private static final int MAX_WITHHELD_BYTES = 256;

  /** Its member has not called MPI since. */
  private static final long OPEN = 0;

  private static final long SETTLED = 1;

  /** The size of what does not go over the board. */
  private static final long TOO_LARGE = Long.MAX_VALUE;

  /** How often a member that gives its data to a root asks whether the root lives, at most. */
  private static final long QUESTION_NS = 1_000_000;

  private final Context context;
  private final ResilientCommunicator agreed;
  private final BoardEntries entries;
  private final ByteBuffer memory;
  private final Decisions.Publications publications;
  private final int rank;
  private final int limit;
  private final PackedItems items;
  private final PublishedPart part;
  private final Fold fold;

  /** From original ranks to lanes. */
  private final RankTranslation lanes;

  /** Whether an entry of the present operation has been found missing here. */
  private boolean isMissing;

  /** Why the present operation has no result here: a member could not take part. */
  private @Nullable Exception withheld;

  /**
   * @param rank this process's original rank
   */
  PublishedCollectives(
      Context context, ResilientCommunicator agreed, BoardEntries entries, int rank)
      throws Exception {
    this.context = context;
    this.agreed = agreed;
    this.entries = entries;
    this.memory = entries.board().memory();
    this.publications = context.report().decisions().publications();
    this.rank = rank;
    int upTo = context.configuration().count(Setting.BOARD);
    this.limit = Math.min(upTo, entries.board().largestEntry() - HEADER_BYTES);
    this.items =
        new PackedItems(context.pmpi(), context.binding().commSelf(), context.basicTypes());
    this.part = new PublishedPart(items, agreed.size(), rank);
    this.fold = new Fold(context, items, agreed.size(), limit);
    this.lanes = RankTranslation.within(agreed.members(), entries.members());
  }

  /**
   * Runs an operation, if it is one that goes over the board: that is so at all members or at none.
   *
   * @param error what keeps this rank from taking part; null for nothing
   * @return whether it is
   */
  boolean run(String name, CollectiveCall call, @Nullable Exception error) throws Exception {
    long largest = agreed.isInBlock() ? TOO_LARGE : largestEntry(call);
    if (largest < 0 || largest > limit) {
      return false;
    }
    agreed.beginOperation();
    try {
      agreed.completePending();
      if (hasRoot(call)) {
        exchange(name, call, error, HEADER_BYTES + (int) largest);
      }
    } finally {
      agreed.endOperation();
    }
    if (!hasRoot(call)) {
      agreed.applyRootPolicy(name, Root.of(call, agreed.policies()));
    }
    if (error != null) {
      throw error;
    }
    return true;
  }

  /** The communicator is freed. */
  void end() {
    publications.end();
  }

  /** Whether its root, if it has one, is present. */
  private boolean hasRoot(CollectiveCall call) {
    return !call.operation().isRooted() || agreed.isPresent(call.root());
  }

  /**
   * The bytes of data in the largest entry of an operation; too many or negative if it does not go
   * over the board. Members may differ in their buffers and datatypes; so this is decided by the
   * operation, the bytes of its data and its reduction, which are the same at all. Arguments that
   * MPI refuses do not concern others: its own collective refuses them.
   */
  private long largestEntry(CollectiveCall call) throws Exception {
    Collective operation = call.operation();
    boolean isKnown =
        switch (operation) {
          case BARRIER, BCAST, GATHER, SCATTER, ALL_GATHER, ALL_GATHERV, ALL_TO_ALL -> true;
          case NEIGHBOR_ALL_GATHER,
              NEIGHBOR_ALL_GATHERV,
              NEIGHBOR_ALL_TO_ALL,
              NEIGHBOR_ALL_TO_ALLV,
              GATHERV,
              SCATTERV,
              ALL_TO_ALLV,
              ALL_TO_ALLW ->
              false;
          case REDUCE, ALL_REDUCE, REDUCE_SCATTER, REDUCE_SCATTER_BLOCK, SCAN, EX_SCAN ->
              fold.isFor(call);
        };
    boolean isRank = call.root() >= 0 && call.root() < agreed.size();
    if (!isKnown || (operation.isRooted() && !isRank)) {
      return TOO_LARGE;
    }
    long bytes = part.largestEntry(call);
    return gives(call) && !part.given(call).hasBuffer() ? TOO_LARGE : bytes;
  }

  private boolean gives(CollectiveCall call) {
    Collective operation = call.operation();
    return !operation.isRooted() || operation.isForRoot() || rank == call.root();
  }

  /** One operation: one number of entries. */
  private void exchange(String name, CollectiveCall call, @Nullable Exception error, int largest)
      throws Exception {
    publications.add();
    isMissing = false;
    withheld = null;
    if (error != null) {
      withhold(name, call, error, largest);
      throw error;
    }
    if (gives(call)) {
      giveOrWithhold(name, call, largest);
    }
    boolean isTaken = false;
    try {
      take(call);
      isTaken = true;
    } finally {
      end(name, call.operation(), call.root(), isTaken, largest);
    }
    if (withheld != null) {
      throw withheld;
    }
    if (call.operation().isForRoot() && rank != call.root()) {
      lookForRoot(name, call);
    }
  }

  /** Ends an operation, also one whose data does not fit here: the others do not know of that. */
  private void end(String name, Collective operation, int root, boolean isTaken, int largest)
      throws Exception {
    boolean isSeenByAll = isSeenByAll(operation);
    if (!isTaken && isSeenByAll) {
      findMissing(operation, root);
    }
    entries.end(largest);
    part.clear();
    if (isMissing && isSeenByAll) {
      agreed.agree(name, true); // shows the death to all, when all have come here
    }
  }

  private void findMissing(Collective operation, int root) throws Exception {
    for (int original = 0; original < agreed.size(); original++) {
      if (!operation.isRooted() || original == root) {
        passesWithheld(operation, original, find(original));
      }
    }
  }

  /** Whether an entry that is missing for one member is missing for all survivors. */
  private static boolean isSeenByAll(Collective operation) {
    return !operation.isForRoot()
        && operation != Collective.SCAN
        && operation != Collective.EX_SCAN;
  }

  private void giveOrWithhold(String name, CollectiveCall call, int largest) throws Exception {
    try {
      give(call);
    } catch (Exception | Error e) {
      withhold(name, call, e, largest);
      throw e;
    }
  }

  /**
   * Leaves the operation without a part in it. If this rank was to give data, it publishes in its
   * place why there is none. The entry is open until this rank calls MPI again, and then ends the
   * operation: if it dies before, its entry is missing.
   */
  private void withhold(String name, CollectiveCall call, Throwable why, int largest)
      throws Exception {
    Collective operation = call.operation();
    int root = call.root();
    entries.leaveOpen();
    agreed.leaveOperationOpen();
    int place = gives(call) ? publishReason(operation, why) : Board.ABSENT;
    context
        .progress()
        .owe(
            () -> {
              if (place != Board.ABSENT) {
                entries.board().setWord(place + HEADER_BYTES, SETTLED);
              }
              endLater(name, operation, root, largest);
            });
  }

  private void endLater(String name, Collective operation, int root, int largest) throws Exception {
    agreed.beginOperation();
    try {
      isMissing = false;
      end(name, operation, root, false, largest);
    } finally {
      agreed.endOperation();
    }
  }

  private int publishReason(Collective operation, Throwable why) throws Exception {
    byte[] text = Reasons.of(why).getBytes(StandardCharsets.UTF_8);
    int most = isSeenByAll(operation) ? entries.board().largestEntry() : Board.SMALL_BYTES;
    int bytes = Math.min(text.length, Math.min(most, MAX_WITHHELD_BYTES) - WITHHELD_TEXT_AT);
    entries.awaitRoom(WITHHELD_TEXT_AT + bytes);
    int place = entries.reserve(WITHHELD_TEXT_AT + bytes);
    memory.putInt(place, WITHHELD);
    memory.putInt(place + Integer.BYTES, bytes);
    memory.putLong(place + HEADER_BYTES, OPEN);
    memory.put(place + WITHHELD_TEXT_AT, text, 0, bytes);
    entries.publish();
    return place;
  }

  private void give(CollectiveCall call) throws Exception {
    int bytes = (int) part.given(call).bytes();
    entries.awaitRoom(HEADER_BYTES + bytes);
    int place = entries.reserve(HEADER_BYTES + bytes);
    memory.putInt(place, kind(call.operation()));
    memory.putInt(place + Integer.BYTES, bytes);
    items.pack(part.data(), part.first(), bytes, memory, place + HEADER_BYTES);
    entries.publish();
  }

  /** The same number for an operation in all processes; no vote, which is 0 or 1. */
  private static int kind(Collective operation) {
    return operation.call().hashCode();
  }

  /** Skips the operation, by policy, if its root has died: the root gives no sign of its own. */
  private void lookForRoot(String name, CollectiveCall call) throws Exception {
    long nowNs = context.nanoTime().getAsLong();
    boolean asks = entries.takeAskTurn(nowNs, QUESTION_NS);
    if (entries.hasEnded(lanes.toSubstitute(call.root()), asks)) {
      Root root = requireNonNull(Root.of(call, agreed.policies()));
      context.skip(root.inForce(), root.policy(), name, agreed.name(), "root", root.rank());
    }
  }

  // ------------------------------------------------------------------ what is taken

  private void take(CollectiveCall call) throws Exception {
    Collective operation = call.operation();
    boolean isReceiver = !operation.isForRoot() || rank == call.root();
    if (operation.isReduction() && isReceiver) {
      takeFolded(call);
    } else if (operation == Collective.BCAST || operation == Collective.SCATTER) {
      takeFromRoot(call);
    } else if (isReceiver) {
      takeFromAll(call);
    }
  }

  /**
   * Waits for a member's entry.
   *
   * @return where its data begins; {@link Board#ABSENT} if there is none
   */
  private int pull(CollectiveCall call, int original) throws Exception {
    int place = find(original);
    if (place == Board.ABSENT || passesWithheld(call.operation(), original, place)) {
      return Board.ABSENT;
    }
    if (memory.getInt(place) != kind(call.operation())) {
      throw new IllegalStateException(mismatch(call, original, memory.getInt(place)));
    }
    return place + HEADER_BYTES;
  }

  /**
   * Passes over an entry that is in place of data: waits until its member continues, and learns why
   * it has no data, or until it has ended, so that its entry is missing.
   *
   * @return whether it is such an entry
   */
  private boolean passesWithheld(Collective operation, int original, int place) throws Exception {
    if (place == Board.ABSENT || memory.getInt(place) != WITHHELD) {
      return false;
    }
    int lane = lanes.toSubstitute(original);
    if (lane == entries.ownLane()) {
      return true;
    }
    if (entries.awaitWord(lane, place + HEADER_BYTES, OPEN)) {
      byte[] text = new byte[memory.getInt(place + Integer.BYTES)];
      memory.get(place + WITHHELD_TEXT_AT, text);
      int member = entries.members()[lane];
      String why = new String(text, StandardCharsets.UTF_8);
      withheld =
          withheld == null
              ? agreed.ability().thrownElsewhere(operation.call(), member, why)
              : withheld;
    } else {
      isMissing = true;
    }
    return true;
  }

  /** Waits for a member's entry, whatever it is of; returns its place, or that it is absent. */
  private int find(int original) throws Exception {
    int lane = lanes.toSubstitute(original);
    if (lane == MpiConstants.UNDEFINED || !entries.isPresent(lane)) {
      return Board.ABSENT;
    }
    entries.await(lane);
    int place = entries.pull(lane);
    isMissing |= place == Board.ABSENT;
    return place;
  }

  private String mismatch(CollectiveCall call, int original, int found) throws Exception {
    String other =
        Arrays.stream(Collective.values())
            .filter(operation -> kind(operation) == found)
            .map(Collective::call)
            .findFirst()
            .orElse("an operation that is larger, or does not go over shared memory");
    return "legio: rank %d calls %s on %s where rank %d calls %s: all ranks must call the same collective operations in the same order, with the same amounts of data"
        .formatted(rank, call.operation().call(), agreed.name(), original, other);
  }

  private void takeFromRoot(CollectiveCall call) throws Exception {
    boolean isScattered = call.operation() == Collective.SCATTER;
    boolean isRoot = rank == call.root();
    if (isRoot && (!isScattered || call.received().isInPlace())) {
      return;
    }
    int place = pull(call, call.root());
    if (place != Board.ABSENT) {
      int blocks = isScattered ? agreed.size() : 1;
      boolean shifts = FlatCarrier.shifts(agreed.policies(), call.operation());
      int block = shifts ? agreed.ranks().toSubstitute(rank) : rank;
      if (isScattered) {
        part.scattered(call);
      } else {
        part.given(call);
      }
      store(call, place, isScattered ? block : 0, blocks);
    }
  }

  private void takeFromAll(CollectiveCall call) throws Exception {
    boolean isExchange = call.operation() == Collective.ALL_TO_ALL;
    boolean keepsOwn = call.sent().isInPlace() && !isExchange;
    boolean shifts = FlatCarrier.shifts(agreed.policies(), call.operation());
    int found = 0;
    for (int original = 0; original < agreed.size(); original++) {
      int place = pull(call, original);
      if (place == Board.ABSENT) {
        continue;
      }
      int to = shifts ? found : original;
      if (keepsOwn && original == rank) {
        int count = part.block(call, rank).items();
        items.move(part.data(), part.first(), part.block(call, to).first(), count);
      } else if (call.operation() != Collective.BARRIER) {
        part.block(call, to);
        store(call, place, isExchange ? rank : 0, isExchange ? agreed.size() : 1);
      }
      found++;
    }
  }

  /**
   * Puts one of equal blocks of an entry where the part has it.
   *
   * @param place where the entry's data begins
   */
  private void store(CollectiveCall call, int place, int block, int blocks) throws Exception {
    int bytes = length(place) / blocks;
    if (bytes > part.bytes()) {
      throw agreed.raise(call.operation().call(), truncated(bytes));
    }
    items.unpack(memory, place + block * bytes, bytes, part.data(), part.first());
  }

  private Exception truncated(int bytes) throws Exception {
    return context
        .binding()
        .newException(
            MpiConstants.ERR_TRUNCATE,
            "%d bytes are received, and there is room for %d: take the same counts at all ranks"
                .formatted(bytes, part.bytes()));
  }

  private int length(int place) {
    return memory.getInt(place - Integer.BYTES);
  }

  private void takeFolded(CollectiveCall call) throws Exception {
    int first = part.firstFolded(call);
    int count = part.result(call).items();
    int bytes = (int) part.bytes();
    int itemBytes = items.itemBytes(call.received());
    int end =
        switch (call.operation()) {
          case SCAN -> rank + 1;
          case EX_SCAN -> rank;
          default -> agreed.size();
        };
    fold.begin();
    for (int original = 0; original < end; original++) {
      int place = pull(call, original);
      if (place != Board.ABSENT) {
        int at = first * itemBytes;
        if (at + bytes > length(place)) {
          throw new IllegalStateException(mismatch(call, original, kind(call.operation())));
        }
        fold.add(memory, place + at, bytes, call, count);
      }
    }
    if (end > 0 && withheld == null) {
      items.unpack(fold.result(bytes), 0, bytes, call.received(), 0);
    }
  }
}
