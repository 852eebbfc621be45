package org.legio.runtime.replica;

import java.io.Serializable;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.legio.runtime.engine.Message;
import org.legio.runtime.engine.datatype.MappedPayload;
import org.legio.runtime.engine.datatype.TypedViews;
import org.legio.runtime.shm.JobMemory;
import org.legio.ulfm.ports.Board;
import org.legio.ulfm.ports.BoardCursor;

/**
 * A board whose members are replica groups. The replicas of a member publish its entries as the
 * frames of one stream, which is sealed: whoever comes first writes, the others compare. So what an
 * entry is, and whether there is one, is the same for all who ask, whenever they do, and needs no
 * decision. What a look finds that does not wait is decided: {@code docs/design/replicas.md}.
 *
 * <p>Its {@link #memory} is this process's own: entries are composed there, and copied to it.
 */
final class ReplicaBoard implements Board {
  /** So often a rank is told what else there is, though it needs not wait. */
  private static final int OPERATIONS_UNTIL_TEST = 64;

  private static final String CALL = "a collective operation";
  private static final int CHANGE_BYTES = 2 * Long.BYTES;

  /** How far a process has come on a board. */
  static final class State implements Serializable {
    private static final long serialVersionUID = 1L;

    private final BoardCursor cursor;
    private final long published;
    private final long done;
    private final int operations;
    private final long tail;
    private final long[] heads;
    private final long[] pinnedHeads;

    long tail() {
      return tail;
    }

    private State(ReplicaBoard of) {
      this.cursor = of.cursor.copy();
      this.published = of.published;
      this.done = of.done;
      this.operations = of.operations;
      this.tail = of.writer.tail();
      this.heads = of.heads();
      this.pinnedHeads = of.pinnedHeads;
    }
  }

  private final ReplicaEngine engine;
  private final BoardCursor cursor = new BoardCursor();
  private final int rank;
  private final int largest;
  private final int changePosition;
  private final ByteBuffer memory;

  /** By member; null for this one. */
  private final @Nullable Lane[] lanes;

  /** Those of the other members. */
  private final Lane[] others;

  private final StreamWriter writer;
  private final MappedPayload data;
  private final Message message;
  private final Waits.Condition written = isThorough -> write();
  private final Runnable skip = this::skip;
  private int reserved;
  private long published;
  private long done;
  private int operations;
  private long[] pinnedHeads = {};

  /**
   * A board of which nothing has been used by this process.
   *
   * @param board its place in the job's memory
   * @param members ranks in the world, by their numbers on the board
   */
  ReplicaBoard(JobMemory job, ReplicaEngine engine, int process, int board, int[] members) {
    this.engine = engine;
    this.rank = job.shape().replicaGroups().rankOf(process);
    this.writer = StreamWriter.ofLane(job, board, process, members);
    this.largest = writer.maxData() & -Long.BYTES;
    this.changePosition = largest * (members.length + 1);
    this.memory =
        ByteBuffer.allocateDirect(changePosition + CHANGE_BYTES).order(ByteOrder.nativeOrder());
    TypedViews views = new TypedViews(memory);
    this.data = new MappedPayload(views);
    this.message = new Message(Message.Kind.NOTE, rank);
    this.lanes = new Lane[members.length];
    for (int member = 0; member < members.length; member++) {
      if (members[member] != rank) {
        StreamReader reader = StreamReader.ofLane(job, board, members[member], process);
        int[] positions = {positionOf(member), changePosition};
        lanes[member] = new Lane(job, members[member], reader, views, positions);
      }
    }
    this.others = Stream.of(lanes).filter(Objects::nonNull).toArray(Lane[]::new);
    engine.aside(skip);
  }

  /** This process's own entry comes first. */
  private int positionOf(int member) {
    return largest * (member + 1);
  }

  @Override
  public ByteBuffer memory() {
    return memory;
  }

  @Override
  public BoardCursor cursor() {
    return cursor;
  }

  @Override
  public int largestEntry() {
    return largest;
  }

  // ------------------------------------------------------------------ the own lane

  @Override
  public boolean hasRoom(long number, int length) {
    return finds(() -> writer.hasRoomFor(length));
  }

  /** Needs no room yet: the entry is composed in this process's own memory. */
  @Override
  public int reserve(long number, int length) {
    if (length > largest) {
      throw new IllegalArgumentException(
          "an entry of %d bytes, and the largest has %d".formatted(length, largest));
    }
    reserved = length;
    return 0;
  }

  @Override
  public void publish(long number) {
    published = number;
    data.set(0, reserved);
    write(Lane.ENTRY, reserved);
  }

  @Override
  public void setWord(int position, long word) {
    memory.putLong(position, word);
    memory.putLong(changePosition, position);
    memory.putLong(changePosition + Long.BYTES, word);
    data.set(changePosition, CHANGE_BYTES);
    write(Lane.CHANGE, CHANGE_BYTES);
  }

  private void write(int tag, int length) {
    engine.enter();
    try {
      engine.step(rank, CALL);
      message.matchedBy(published, rank, tag).carrying(length, 0).with(data, 0);
      engine.publish(writer, message, written);
    } finally {
      engine.leave();
    }
  }

  /** Writes what there is room for; returns whether that is all. */
  private boolean write() {
    if (!writer.isEmpty()) {
      skip(); // others may wait for it, and this one for them
      writer.flush();
    }
    return writer.isEmpty();
  }

  // ------------------------------------------------------------------ the lanes of others

  @Override
  public int pull(int member, long number) {
    Lane lane = lanes[member];
    if (lane == null) {
      return requirePublished(number);
    }
    if (lane.await(number)) {
      return positionOf(member);
    }
    engine.enter();
    try {
      engine.step(rank, CALL);
      engine.awaitCondition(lane.decided);
      return lane.take() ? positionOf(member) : ABSENT;
    } finally {
      engine.leave();
    }
  }

  private int requirePublished(long number) {
    if (published != number) {
      throw new IllegalStateException(
          "rank %d waits for its own entry %d: publish it first".formatted(rank, number));
    }
    return 0;
  }

  @Override
  public boolean isThere(int member, long number) {
    Lane lane = lanes[member];
    return lane == null ? published == number : lane.await(number) || finds(lane::find);
  }

  @Override
  public boolean hasEnded(int member) {
    Lane lane = lanes[member];
    return lane != null && finds(lane::hasEnded);
  }

  @Override
  public long word(int position) {
    int member = position / largest - 1;
    Lane lane = member < 0 ? null : lanes[member];
    if (lane != null && finds(lane::isChanged)) {
      engine.enter();
      try {
        engine.awaitCondition(lane.hasChange);
        lane.change();
      } finally {
        engine.leave();
      }
    }
    return memory.getLong(position);
  }

  /** What a look finds is the same for all replicas. */
  private boolean finds(BooleanSupplier look) {
    engine.enter();
    try {
      engine.step(rank, CALL);
      return engine.finds(look);
    } finally {
      engine.leave();
    }
  }

  // ------------------------------------------------------------------ checkpoints

  /** By other members. */
  private long[] heads() {
    return Stream.of(others).mapToLong(lane -> lane.reader().head()).toArray();
  }

  /** Pins all entries so far. */
  boolean pin() {
    pinnedHeads = heads();
    boolean isPinned = writer.pin().raise(writer.tail());
    for (Lane lane : others) {
      isPinned &= lane.reader().pin().raise(lane.reader().head());
    }
    return isPinned;
  }

  /** Whether nothing is under way. */
  boolean isQuiet() {
    return !cursor.isLeftOpen() && writer.isEmpty();
  }

  State state() {
    skip(); // so that it need not be kept
    return new State(this);
  }

  /** Reads only what the life before had read when it pinned all, until it continues. */
  void stayBeforePin(State known) {
    for (int i = 0; i < others.length; i++) {
      others[i].reader().stayBefore(known.pinnedHeads[i]);
    }
  }

  /** Continues from a state of the life before. */
  void continueFrom(State known) {
    cursor.continueFrom(known.cursor);
    published = known.published;
    done = known.done;
    operations = known.operations;
    writer.continueAt(known.tail);
    for (int i = 0; i < others.length; i++) {
      others[i].continueAt(known.heads[i]);
    }
  }

  /** Lets go of what was before a state that this process would continue from. */
  void forget() {
    writer.forget();
    for (Lane lane : others) {
      lane.reader().forget();
    }
  }

  // ------------------------------------------------------------------ progress

  @Override
  public void progress(long number) {
    progressSoon(number);
    engine.enter();
    try {
      skip();
    } finally {
      engine.leave();
    }
  }

  @Override
  public void progressSoon(long number) {
    done = number;
    operations++;
    if (operations % OPERATIONS_UNTIL_TEST == 0) {
      engine.enter();
      try {
        engine.letOthersContinue(rank);
        skip();
      } finally {
        engine.leave();
      }
    }
  }

  /** Makes room for members whose entries this one does not need. */
  private void skip() {
    for (Lane lane : others) {
      lane.skip(done);
    }
  }

  /** Reads nothing more. */
  void leave() {
    engine.enter();
    try {
      engine.asideNoMore(skip);
      for (Lane lane : others) {
        lane.leave();
      }
    } finally {
      engine.leave();
    }
  }
}
