package org.legio.runtime.engine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.legio.runtime.engine.datatype.Payload;

/** What is kept of a communicator when it is freed. */
@Timeout(60)
class MailboxTest {
  private static final int ME = 0;
  private static final int OTHER = 1;
  private static final int TAG = 5;
  private static final int[] WORLD = {0, 1, 2};

  private final RankState state =
      new RankState(new LoneUniverse(), ME, new CommContext(1, WORLD, WORLD));

  private Comm comm(long id) {
    return state.adopt(new CommContext(id, WORLD, WORLD), Predefined.ERRORS_RETURN);
  }

  private static Message message(Comm comm, int ordinal) {
    return new Message(Message.Kind.EAGER, OTHER)
        .matchedBy(comm.context.open(), OTHER, TAG)
        .carrying(0, ordinal)
        .with(Payload.NONE, 0);
  }

  private boolean isThere(Comm comm) {
    return state.mailbox.take(comm.context.open(), OTHER, TAG) != null;
  }

  @Test
  void dropsWhatComesAfterACommunicatorIsFreed() {
    Comm freed = comm(7);
    state.arrive(message(freed, 0));
    assertThat(isThere(freed)).isTrue();
    state.forget(freed);
    state.arrive(message(freed, 1));
    assertThat(isThere(freed)).isFalse();
  }

  @Test
  void keepsCountOfMessagesThatNobodyHasTaken() {
    Comm freed = comm(7);
    state.arrive(message(freed, 0));
    state.forget(freed);
    state.arrive(message(freed, 1));
    assertThat(isThere(freed)).isTrue();
    assertThat(isThere(freed)).isTrue();
  }

  @Test
  void remembersTheLastFreedCommunicatorsOnly() {
    for (long id = 10; id < 10_000; id++) {
      Comm freed = comm(id);
      state.arrive(message(freed, 0));
      assertThat(isThere(freed)).isTrue();
      state.forget(freed);
    }
    assertThat(state.mailbox.size()).isLessThan(2000);
  }
}
