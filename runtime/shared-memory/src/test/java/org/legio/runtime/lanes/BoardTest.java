package org.legio.runtime.lanes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.legio.runtime.lanes.TestMemory.NO_WAIT;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** One thread plays all members in turn: where it must not wait, waiting is an error. */
@Timeout(30)
class BoardTest {
  private static final BoardShape SHAPE = new BoardShape(2, 4, 256);

  private final ByteBuffer memory = TestMemory.preparedFor(SHAPE);
  private boolean gone;

  private Board member(int me, IdleStrategy waiting) {
    return Board.over(memory, SHAPE, me, member -> gone, waiting);
  }

  private Board member(int me) {
    return member(me, NO_WAIT);
  }

  @Test
  void bothRingsAreUsedAgainAndAgain() {
    Board writer = member(0);
    Board reader = member(1);
    for (long number = 1; number <= 200; number++) {
      int length = (int) (number * 37 % 257);
      TestMemory.publish(writer, 0, number, length);
      assertThat(reader.isThere(0, number)).isTrue();
      assertThat(TestMemory.pull(reader, 0, number, length) % 8).isZero();
      writer.progress(number);
      reader.progress(number);
    }
  }

  @Test
  void notEveryMemberPublishesEachNumber() {
    Board writer = member(0);
    Board reader = member(1);
    for (long number = 3; number <= 300; number += 7) {
      assertThat(reader.isThere(0, number)).isFalse();
      TestMemory.publish(writer, 0, number, 8);
      TestMemory.pull(reader, 0, number, 8);
      writer.progress(number + 2);
      reader.progress(number + 1);
    }
  }

  @Test
  void progressOfSmallEntriesIsToldNowAndThenAndBeforeAWait() {
    BoardShape shape = new BoardShape(2, 16, 0);
    ByteBuffer shared = TestMemory.preparedFor(shape);
    Board writer = Board.over(shared, shape, 0, member -> false, NO_WAIT);
    Board reader = Board.over(shared, shape, 1, member -> false, NO_WAIT);
    for (long number = 1; number <= 16; number++) {
      TestMemory.publish(writer, 0, number, 8);
      writer.progressSoon(number);
    }
    for (long number = 1; number <= 3; number++) {
      TestMemory.pull(reader, 0, number, 8);
      reader.progressSoon(number);
    }
    assertThat(writer.hasRoom(17, 8)).as("after less than a quarter").isFalse();
    reader.progressSoon(4);
    assertThat(writer.hasRoom(17, 8)).as("after a quarter").isTrue();
    reader.progressSoon(5);
    assertThat(writer.hasRoom(21, 8)).as("one later").isFalse();
    assertThat(reader.isThere(0, 17)).isFalse();
    assertThat(writer.hasRoom(21, 8)).as("when the reader has looked in vain").isTrue();
  }

  @Test
  void anEntryIsSeenOnlyWhenItsNumberIsWritten() {
    Board writer = member(0);
    int position = writer.reserve(1, 8);
    TestMemory.write(writer, position, 0, 1, 8);
    assertThat(member(1).isThere(0, 1)).isFalse();
    writer.publish(1);
    assertThat(member(1).isThere(0, 1)).isTrue();
  }

  @Test
  void aWriterWaitsUntilTheSlowestIsDone() {
    Board reader = member(1);
    AtomicInteger pauses = new AtomicInteger();
    Board writer =
        member(
            0,
            turn -> {
              pauses.incrementAndGet();
              reader.progress(3);
              return false;
            });
    for (long number = 1; number <= 4; number++) {
      TestMemory.publish(writer, 0, number, 8);
      writer.progress(number);
    }
    assertThat(pauses).hasValue(0);
    TestMemory.publish(writer, 0, 5, 8);
    assertThat(pauses).as("looks that find no room").hasValue(1);
    TestMemory.publish(writer, 0, 6, 8);
    TestMemory.publish(writer, 0, 7, 8);
    assertThat(pauses).as("others are not looked at again").hasValue(1);
  }

  @Test
  void aWriterIsContentWithTheRoomItNeeds() {
    Board reader = member(1);
    Board writer =
        member(
            0,
            turn -> {
              assertThat(turn).as("pauses").isLessThan(1000);
              reader.progress(1);
              return false;
            });
    for (long number = 1; number <= 5; number++) {
      TestMemory.publish(writer, 0, number, 8);
      writer.progress(number);
    }
  }

  @Test
  void aWriterWaitsForBytesToo() {
    Board reader = member(1);
    AtomicInteger pauses = new AtomicInteger();
    Board writer =
        member(
            0,
            turn -> {
              reader.progress(1);
              pauses.incrementAndGet();
              return false;
            });
    TestMemory.publish(writer, 0, 1, 200);
    writer.progress(1);
    TestMemory.publish(writer, 0, 2, 200);
    assertThat(pauses.get()).isPositive();
    TestMemory.pull(reader, 0, 2, 200);
  }

  @Test
  void theGoneAreNotWaitedFor() {
    Board writer = member(0, turn -> gone = true);
    for (long number = 1; number <= 50; number++) {
      TestMemory.publish(writer, 0, number, 100);
      writer.progress(number);
    }
    assertThat(gone).isTrue();
  }

  @Test
  void whatTheDeadHavePublishedIsThereAndNothingElse() {
    TestMemory.publish(member(0), 0, 1, 8);
    gone = true;
    Board reader = member(1, turn -> true);
    TestMemory.pull(reader, 0, 1, 8);
    assertThat(reader.pull(0, 2)).isEqualTo(Board.ABSENT);
    assertThat(reader.pull(0, 2)).as("known without a look").isEqualTo(Board.ABSENT);
    assertThat(reader.hasEnded(0)).isTrue();
  }

  @Test
  void anEntryPublishedJustBeforeTheEndIsSeen() {
    Board writer = member(0);
    Board[] reader = new Board[1];
    // The writer publishes and dies between the reader's look at the slot and its look who lives.
    reader[0] =
        Board.over(
            memory,
            SHAPE,
            1,
            member -> {
              if (!gone) {
                TestMemory.publish(writer, 0, 1, 100);
                gone = true;
              }
              return gone;
            },
            turn -> true);
    assertThat(TestMemory.pull(reader[0], 0, 1, 100)).isNotEqualTo(Board.ABSENT);
  }

  @Test
  void nothingIsConcludedFromSilence() {
    AtomicInteger looks = new AtomicInteger();
    Board reader =
        Board.over(
            memory,
            SHAPE,
            1,
            member -> {
              looks.incrementAndGet();
              return false;
            },
            turn -> {
              if (turn == 100) {
                TestMemory.publish(member(0), 0, 1, 8);
              }
              return true;
            });
    TestMemory.pull(reader, 0, 1, 8);
    assertThat(looks).hasValue(101);
  }

  @Test
  void whatIsReservedAnewReplacesTheFirst() {
    Board writer = member(0);
    writer.reserve(1, 200);
    writer.reserve(1, 256);
    TestMemory.publish(writer, 0, 2, 256);
    assertThat(member(1).isThere(0, 1)).isFalse();
    TestMemory.pull(member(1), 0, 2, 256);
  }

  @Test
  void mistakesAreToldWithNumbers() {
    Board writer = member(0);
    assertThatThrownBy(() -> writer.reserve(1, 257))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("257")
        .hasMessageContaining("256");
    assertThatThrownBy(() -> writer.reserve(1, -1)).hasMessageContaining("-1");
    assertThatThrownBy(() -> writer.publish(1)).hasMessageContaining("reserve first");
    assertThatThrownBy(() -> writer.pull(0, 1)).hasMessageContaining("its own entry 1");
    TestMemory.publish(writer, 0, 5, 8);
    assertThatThrownBy(() -> writer.reserve(5, 8)).hasMessageContaining("entry 5 after entry 5");
    assertThatThrownBy(() -> writer.pull(0, 1))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("entry 1 ")
        .hasMessageContaining("entry 5");
    assertThatThrownBy(() -> writer.reserve(9, 8))
        .hasMessageContaining("progress 0")
        .hasMessageContaining("own entry 5");
    writer.progress(5);
    assertThatThrownBy(() -> writer.progress(4)).hasMessageContaining("progress 4 after");
    assertThatThrownBy(() -> member(2)).hasMessageContaining("member 2 of a board with 2");
  }
}
