package org.legio.runtime.engine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.legio.runtime.engine.datatype.Payload;

/** Messages about a window that its maker has given up for a death that others do not know yet. */
@Timeout(60)
class MemoryWindowTest {
  private static final int ME = 0;
  private static final int OTHER = 1;
  private static final int QUESTION = 17;
  private static final long CONTEXT = 7;
  private static final int[] WORLD = {0, 1, 2};

  private final LoneUniverse universe = new LoneUniverse();
  private final RankState state = new RankState(universe, ME, new CommContext(1, WORLD, WORLD));

  private void arrive(int kind) {
    state.arrive(
        new Message(Message.Kind.WINDOW, OTHER)
            .matchedBy(CONTEXT, OTHER, kind)
            .carrying(0, 0)
            .between(QUESTION, 0)
            .with(Payload.NONE, 0));
  }

  private Message answer() {
    assertThat(universe.sent).hasSize(1);
    Message answer = universe.sent.get(0);
    assertThat(answer.context()).isEqualTo(CONTEXT);
    assertThat(answer.send()).isEqualTo(QUESTION);
    return answer;
  }

  @ParameterizedTest
  @ValueSource(ints = {MemoryWindow.LOCK_SHARED, MemoryWindow.LOCK_EXCLUSIVE})
  void nobodyWaitsForItsLock(int kind) {
    arrive(kind);
    assertThat(answer().tag()).isEqualTo(MemoryWindow.GRANT);
  }

  @Test
  void anAccessFails() {
    arrive(MemoryWindow.ACCESS);
    assertThat(answer().tag()).isEqualTo(MemoryWindow.ERROR);
    assertThat(answer().receive()).isEqualTo(MpiError.WIN);
  }

  @ParameterizedTest
  @ValueSource(ints = {MemoryWindow.UNLOCK, MemoryWindow.POST, MemoryWindow.COMPLETE})
  void whatNobodyWaitsForIsNotAnswered(int kind) {
    arrive(kind);
    assertThat(universe.sent).isEmpty();
  }
}
