package org.legio.runtime.shm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.legio.runtime.engine.Message;

class StreamsTest {
  private static final int STREAMS = 3;
  private static final long CONTEXT = 2 * 17;
  private static final long HIDDEN = CONTEXT + 1;

  private final HostMap hosts =
      new HostMap(List.of("a", "b"), new int[] {0, 1, 0, 1}, 0).withStreams(STREAMS);
  private final Streams streams = new Streams(hosts);

  @Test
  void aTagHasOneStreamAndTagsThatFollowHaveOthers() {
    int[] lines = IntStream.range(0, STREAMS).map(t -> streams.lineOf(1, CONTEXT, t)).toArray();
    assertThat(lines).containsExactlyInAnyOrder(1, 5, 9);
    assertThat(streams.lineOf(1, CONTEXT, STREAMS)).isEqualTo(lines[0]);
    for (int line : lines) {
      assertThat(streams.process(line)).isEqualTo(1);
      assertThat(streams.line(1, streams.stream(line))).isEqualTo(line);
    }
  }

  @ParameterizedTest
  @EnumSource(Message.Kind.class)
  void whatIsNotTheProgramsGoesByTheFirstStream(Message.Kind kind) {
    for (int tag = 0; tag < STREAMS; tag++) {
      Message hidden = new Message(kind, 0).matchedBy(HIDDEN, 0, tag);
      assertThat(streams.lineOf(1, hidden)).isEqualTo(1);
    }
  }

  @Test
  void partsOfATransferStayTogether() {
    Message first = new Message(Message.Kind.REQUEST_TO_SEND, 0).matchedBy(CONTEXT, 0, 7);
    Message data = new Message(Message.Kind.DATA, 0).matchedBy(CONTEXT, 0, 7);
    assertThat(streams.lineOf(1, first)).isEqualTo(streams.lineOf(1, data));
  }

  @Test
  void aProcessOfTheSameHostHasOneStream() {
    assertThat(streams.lineOf(2, CONTEXT, 1)).isEqualTo(2);
    assertThat(streams.between(0, 2)).isEqualTo(1);
    assertThat(streams.between(0, 3)).isEqualTo(STREAMS);
  }

  @Test
  void theLinesOfAHostAreThoseOfItsProcesses() {
    assertThat(streams.linesOf(1)).containsExactly(1, 3, 5, 7, 9, 11);
    assertThat(new Streams(HostMap.single(4)).linesOf(0)).containsExactly(0, 1, 2, 3);
  }
}
