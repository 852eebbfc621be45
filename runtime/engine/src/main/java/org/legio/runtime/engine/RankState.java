package org.legio.runtime.engine;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.legio.runtime.engine.datatype.Datatype;
import org.legio.runtime.engine.datatype.ReduceOp;
import org.legio.ulfm.ports.Binding;
import org.legio.ulfm.ports.Notes;

/**
 * The state of MPI at one rank: its handles, its mailbox, and the failures and revocations that it
 * knows.
 */
public final class RankState {
  private static final int KIND_COMM = 1;
  private static final int KIND_GROUP = 2;
  private static final int KIND_REQUEST = 3;
  private static final int KIND_TYPE = 4;
  private static final int KIND_MESSAGE = 5;
  private static final int KIND_WINDOW = 6;
  private static final int KIND_FILE = 7;
  private static final int KIND_INFO = 8;
  private static final int KIND_OPERATION = 9;

  public final Universe universe;

  /** Its number in the world. */
  public final int rank;

  public final Mailbox mailbox;
  final Handles<Comm> comms;
  final Handles<int[]> groups;
  final Handles<Request> requests;
  public final Handles<Datatype> types;
  final Handles<Message> messages;
  final Handles<MemoryWindow> windows;
  final Handles<FileHandle> files;
  final Handles<Map<String, String>> infos;

  /** The reductions that are functions of the program. */
  final Handles<ReduceOp> operations;

  final Attributes keys = new Attributes();
  final LifeCycleState lifeCycle = new LifeCycleState();

  /** Makes and fills the binding's objects. */
  public final Binding binding;

  public final Comm world;
  public final Comm self;

  /** The reader of the other ranks' notes. */
  public Notes.Reader noteReader = (kind, author, words) -> {};

  private final BitSet knownDead = new BitSet();
  private final Set<Long> revoked = new HashSet<>();
  private int requestsMade;

  /** Begins the life of a rank. */
  public RankState(Universe universe, int rank, CommContext worldContext) {
    this.universe = universe;
    this.rank = rank;
    this.mailbox = new Mailbox(this);
    this.comms = new Handles<>(KIND_COMM, rank);
    this.groups = new Handles<>(KIND_GROUP, rank);
    this.requests = new Handles<>(KIND_REQUEST, rank);
    this.types = new Handles<>(KIND_TYPE, rank);
    this.messages = new Handles<>(KIND_MESSAGE, rank);
    this.windows = new Handles<>(KIND_WINDOW, rank);
    this.files = new Handles<>(KIND_FILE, rank);
    this.infos = new Handles<>(KIND_INFO, rank);
    this.operations = new Handles<>(KIND_OPERATION, rank);
    this.binding = universe.bindingOf(this);
    this.world = adopt(worldContext, Predefined.ERRORS_ARE_FATAL);
    world.predefinedAttributes = Predefined.attributesOfWorld(world.size());
    world.name = "MPI_COMM_WORLD";
    int[] alone = {rank};
    this.self =
        adopt(universe.contextOf("self " + rank, alone, alone), Predefined.ERRORS_ARE_FATAL);
    self.name = "MPI_COMM_SELF";
  }

  /** Makes and fills the binding's objects. */
  public Binding binding() {
    return binding;
  }

  /** What {@code MPI_Init_thread} has given. */
  public int threadLevel() {
    return lifeCycle.threadLevel();
  }

  /** The name of an error class. */
  public static String errorName(int errorClass) {
    return MpiError.name(errorClass);
  }

  /** Adds a reduction that is a function of the program; returns its handle. */
  public long addOperation(ReduceOp operation) {
    scheduler().enter();
    try {
      return operations.add(operation);
    } finally {
      scheduler().leave();
    }
  }

  /** Forgets a reduction. */
  public void removeOperation(long handle) {
    scheduler().enter();
    try {
      operations.remove(handle);
    } finally {
      scheduler().leave();
    }
  }

  int nextRequest() {
    return requestsMade++;
  }

  int requestsMade() {
    return requestsMade;
  }

  /** Counts on from what was counted in the life before. */
  void countRequestsOnFrom(int made) {
    requestsMade = made;
  }

  /** Whether it knows of a death or a revocation. */
  boolean isHarmed() {
    return !knownDead.isEmpty() || !revoked.isEmpty();
  }

  public Scheduler scheduler() {
    return universe.scheduler();
  }

  /** Takes a message that has reached this rank. */
  public void arrive(Message message) {
    mailbox.arrive(message);
  }

  public void wake() {
    scheduler().wake(rank);
  }

  /** Makes this rank's communicator of a context it is a member of. */
  Comm adopt(CommContext context, long errorHandler) {
    Comm comm = new Comm(context, context.rankOf(rank), errorHandler);
    comm.isRevoked = revoked.contains(context.id);
    comm.handle = comms.add(comm);
    return comm;
  }

  /** Frees a communicator, and what its messages take unless a request may still use it. */
  void forget(Comm comm) {
    comms.remove(comm.handle);
    if (requests.open().stream().noneMatch(request -> request.comm == comm)) {
      mailbox.forget(comm.context.id);
    }
  }

  /** The way of messages to another rank. */
  Channel channelTo(int worldRank) {
    return universe.channel(rank, worldRank);
  }

  // ------------------------------------------------------------------ deaths

  /** Whether this rank knows of a death. */
  public boolean knowsDead(int worldRank) {
    return knownDead.get(worldRank);
  }

  /** The members of a communicator that are known here to be dead, as ranks in the world. */
  BitSet knownDeadIn(CommContext context) {
    BitSet dead = new BitSet();
    for (int worldRank = knownDead.nextSetBit(0);
        worldRank >= 0;
        worldRank = knownDead.nextSetBit(worldRank + 1)) {
      if (context.rankOf(worldRank) != CommContext.ABSENT || isRemote(context, worldRank)) {
        dead.set(worldRank);
      }
    }
    return dead;
  }

  private static boolean isRemote(CommContext context, int worldRank) {
    if (context.isInter()) {
      for (int each : context.remote) {
        if (each == worldRank) {
          return true;
        }
      }
    }
    return false;
  }

  /**
   * Whether a death known here ends all that waits in a communicator, also what waits for others.
   */
  boolean knowsFatalDeathIn(CommContext context) {
    return context.failsAsOne && !knownDeadIn(context).isEmpty();
  }

  boolean hasUnacknowledgedDeath(Comm comm) {
    if (knownDead.isEmpty()) {
      return false;
    }
    BitSet dead = knownDeadIn(comm.context);
    dead.andNot(comm.acknowledged);
    return !dead.isEmpty();
  }

  public void deathFallsDue(int dead) {
    if (!knownDead.get(dead) && scheduler().happensTo(rank)) {
      notice(dead);
    }
  }

  /** Notes that this rank knows of a death, and ends what waits for the dead rank. */
  public void notice(int dead) {
    if (!knownDead.get(dead)) {
      knownDead.set(dead);
      universe.happened(Trace.Kind.NOTICE, rank, dead, 0);
      mailbox.failPartnersOf(dead);
      windows.open().forEach(window -> window.forget(dead));
      wake();
    }
  }

  /** Gives a note that has arrived to its reader. */
  public void read(Notes.Kind kind, int author, String words) {
    if (!universe.isDead(rank)) {
      noteReader.read(kind, author, words);
      scheduler().disturb();
    }
  }

  /** The window whose communicator has a context. */
  Optional<MemoryWindow> windowOf(long context) {
    return windows.open().stream()
        .filter(window -> window.comm().context.id == context)
        .findFirst();
  }

  // ------------------------------------------------------------------ revocation

  /** Whether a context is known here to be revoked. */
  public boolean isContextRevoked(long context) {
    return revoked.contains(context);
  }

  boolean isRevoked(long messageContext) {
    return !revoked.isEmpty() && revoked.contains(messageContext >> 1);
  }

  public void revokeFallsDue(long context) {
    if (!revoked.contains(context) && scheduler().happensTo(rank)) {
      learnRevoked(context);
    }
  }

  /**
   * Notes that this rank knows of a revocation, and ends all that waits in the communicator.
   *
   * @param context the number of its context; the rank may not have the communicator yet
   */
  public void learnRevoked(long context) {
    revoked.add(context);
    universe.happened(Trace.Kind.REVOKED, rank, (int) context, 0);
    for (Comm comm : comms.open()) {
      if (comm.context.id == context) {
        comm.isRevoked = true;
      }
    }
    mailbox.failAllOf(context);
    wake();
  }

  // ------------------------------------------------------------------ the end

  /** Descriptions of the handles that have not been freed. */
  public List<String> openHandles() {
    List<String> open = new ArrayList<>();
    for (Comm comm : comms.open()) {
      if (comm != world
          && comm != self
          && windows.open().stream().allMatch(w -> w.comm() != comm)
          && files.open().stream().allMatch(f -> f.comm() != comm)) {
        open.add(comm.toString());
      }
    }
    for (int[] group : groups.open()) {
      open.add("group " + java.util.Arrays.toString(group));
    }
    for (Request request : requests.open()) {
      if (!(request instanceof Schedule schedule && schedule.outlivesRevocation())) {
        open.add("request " + request.number + ": " + request.describe());
      }
    }
    types.open().forEach(type -> open.add("datatype of " + type.size() + " bytes"));
    messages.open().forEach(message -> open.add("message from " + message.source()));
    windows.open().forEach(window -> open.add("window on " + window.comm()));
    files.open().forEach(file -> open.add("file " + file.name()));
    return open;
  }

  /** The datatype of a handle, as the functions of operations get it; null if there is none. */
  public @Nullable Object datatype(long handle) {
    Datatype basic = Calls.basic(handle);
    return basic == null ? types.find(handle) : basic;
  }
}
