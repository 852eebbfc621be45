package org.legio.runtime.lanes;

import java.nio.ByteBuffer;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** What members of a board may see of each other, and what they must not. */
public class LaneOrdering {
  private static final BoardShape SHAPE = new BoardShape(2, 2, 128);

  private LaneOrdering() {}

  /** A board with two members, and what an entry of 128 bytes has at its two ends. */
  abstract static class TwoMembers {
    final Board writer;
    final Board reader;
    volatile boolean isWriterGone;

    TwoMembers() {
      ByteBuffer memory =
          ByteBuffer.allocateDirect(SHAPE.bytes() + 128).alignedSlice(64).slice(0, SHAPE.bytes());
      SHAPE.prepare(memory, 1);
      writer = Board.over(memory, SHAPE, 0, Liveness.ALL_LIVE, TwoMembers::spin);
      reader = Board.over(memory, SHAPE, 1, member -> isWriterGone, TwoMembers::spin);
    }

    private static boolean spin(int turn) {
      Thread.onSpinWait();
      return true;
    }

    final void publish(long number, int value) {
      int position = writer.reserve(number, 128);
      writer.memory().putInt(position, value);
      writer.memory().putInt(position + 124, value);
      writer.publish(number);
    }
  }

  /** Who sees the number sees all bytes. */
  @JCStressTest
  @Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "not there yet")
  @Outcome(id = "7, 7", expect = Expect.ACCEPTABLE, desc = "there, and whole")
  @Outcome(expect = Expect.FORBIDDEN, desc = "a part of an entry")
  @State
  public static class EntryIsWhole extends TwoMembers {
    @Actor
    public void write() {
      publish(1, 7);
    }

    @Actor
    public void read(II_Result result) {
      if (reader.isThere(0, 1)) {
        int position = reader.pull(0, 1);
        result.r1 = reader.memory().getInt(position);
        result.r2 = reader.memory().getInt(position + 124);
      }
    }
  }

  /** A reader that sees the writer gone sees all that it has published. */
  @JCStressTest
  @Outcome(id = "false, false", expect = Expect.ACCEPTABLE, desc = "neither")
  @Outcome(id = "false, true", expect = Expect.ACCEPTABLE, desc = "there, not gone yet")
  @Outcome(id = "true, true", expect = Expect.ACCEPTABLE, desc = "gone, and there")
  @Outcome(expect = Expect.FORBIDDEN, desc = "gone, and an entry is missing")
  @State
  public static class LaneOfTheGoneIsFinal extends TwoMembers {
    @Actor
    public void write() {
      publish(1, 7);
      isWriterGone = true;
    }

    @Actor
    public void read(ZZ_Result result) {
      result.r1 = reader.hasEnded(0);
      result.r2 = reader.isThere(0, 1);
    }
  }

  /** Who waits for an entry that is published just before its writer ends gets it. */
  @JCStressTest
  @Outcome(id = "7, 7", expect = Expect.ACCEPTABLE, desc = "there, and whole")
  @Outcome(expect = Expect.FORBIDDEN, desc = "missed, or a part")
  @State
  public static class PublishedBeforeTheEnd extends TwoMembers {
    @Actor
    public void write() {
      publish(1, 7);
      isWriterGone = true;
    }

    @Actor
    public void read(II_Result result) {
      int position = reader.pull(0, 1);
      if (position != Board.ABSENT) {
        result.r1 = reader.memory().getInt(position);
        result.r2 = reader.memory().getInt(position + 124);
      }
    }
  }

  /** What is written over an entry is not seen by who read it before it told its progress. */
  @JCStressTest
  @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "the entry that was asked for")
  @Outcome(expect = Expect.FORBIDDEN, desc = "overwritten while it was read")
  @State
  public static class OverwrittenAfterProgress extends TwoMembers {
    public OverwrittenAfterProgress() {
      publish(1, 1);
      writer.progress(1);
    }

    @Actor
    public void write() {
      publish(3, 3);
    }

    @Actor
    public void read(II_Result result) {
      int position = reader.pull(0, 1);
      result.r1 = reader.memory().getInt(position);
      result.r2 = reader.memory().getInt(position + 124);
      reader.progress(1);
    }
  }

  /** Two that want the only place of a pool do not both get it. */
  @JCStressTest
  @Outcome(
      id = {"true, false", "false, true"},
      expect = Expect.ACCEPTABLE,
      desc = "one has it")
  @Outcome(id = "false, false", expect = Expect.ACCEPTABLE, desc = "each saw the other")
  @Outcome(expect = Expect.FORBIDDEN, desc = "both have it")
  @State
  public static class OnePlaceForOne {
    private final BoardPool first;
    private final BoardPool second;

    public OnePlaceForOne() {
      int bytes = BoardPool.bytes(1, SHAPE);
      ByteBuffer memory = ByteBuffer.allocateDirect(bytes + 128).alignedSlice(64).slice(0, bytes);
      first = BoardPool.over(memory, 1, SHAPE, 0, Liveness.ALL_LIVE);
      second = BoardPool.over(memory, 1, SHAPE, 1, Liveness.ALL_LIVE);
    }

    @Actor
    public void first(ZZ_Result result) {
      result.r1 = first.claim(SHAPE).isPresent();
    }

    @Actor
    public void second(ZZ_Result result) {
      result.r2 = second.claim(SHAPE).isPresent();
    }
  }

  /** A member that comes late for a claim, and one that claims the place anew. */
  @JCStressTest
  @Outcome(
      id = {"1", "2"},
      expect = Expect.ACCEPTABLE,
      desc = "one has it")
  @Outcome(id = "0", expect = Expect.ACCEPTABLE, desc = "each saw the other")
  @Outcome(expect = Expect.FORBIDDEN, desc = "both have it")
  @State
  public static class LateMemberOrNextClaim {
    private final BoardPool late;
    private final BoardPool next;
    private final long claim;
    private volatile boolean taken;

    public LateMemberOrNextClaim() {
      int bytes = BoardPool.bytes(1, SHAPE);
      ByteBuffer memory = ByteBuffer.allocateDirect(bytes + 128).alignedSlice(64).slice(0, bytes);
      late = BoardPool.over(memory, 1, SHAPE, 0, Liveness.ALL_LIVE);
      next = BoardPool.over(memory, 1, SHAPE, 1, Liveness.ALL_LIVE);
      claim = next.claim(SHAPE).orElseThrow();
      next.giveBack(claim);
    }

    @Actor
    public void takes() {
      taken = late.take(claim);
    }

    @Actor
    public void claims(I_Result result) {
      result.r1 = next.claim(SHAPE).isPresent() ? 2 : 0;
    }

    @Arbiter
    public void both(I_Result result) {
      result.r1 += taken ? 1 : 0;
    }
  }
}
