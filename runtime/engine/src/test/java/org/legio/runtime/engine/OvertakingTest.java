package org.legio.runtime.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.legio.runtime.engine.datatype.Payload;
import org.legio.ulfm.ports.MpiConstants;

/**
 * Messages of other tags overtake each other, receives of a tag and of any tag are posted and
 * withdrawn between them, and a sender dies: all is matched as if nothing had overtaken.
 */
@Timeout(60)
class OvertakingTest {
  private static final int TAGS = 3;
  private static final int SENDERS = 2;
  private static final int ME = 0;
  private static final int MORTAL = 1;
  private static final int[] WORLD = {0, 1, 2};

  /** A receive, and the message that it has got. */
  private static final class Posted {
    final int source;
    final int tag;
    ReceiveRequest request;
    boolean isWithdrawn;
    @Nullable Sent got;

    Posted(int source, int tag) {
      this.source = source;
      this.tag = tag;
    }

    boolean matches(Sent sent) {
      return (source == MpiConstants.ANY_SOURCE || source == sent.source)
          && (tag == MpiConstants.ANY_TAG || tag == sent.tag);
    }

    @Override
    public String toString() {
      return "receive(" + source + ", " + tag + (isWithdrawn ? ", withdrawn) " : ") ") + got;
    }
  }

  private record Sent(int number, int source, int tag, int ordinal) {}

  /** A rank that gets messages. */
  private static final class Rank {
    final RankState state;
    final Random random;
    final List<Sent> sent = new ArrayList<>();
    final List<Posted> posted = new ArrayList<>();
    final List<Sent> arrived = new ArrayList<>();

    /** By sender and tag, what is under way. */
    final List<Deque<Sent>> streams = new ArrayList<>();

    Rank(long seed) {
      this.random = new Random(seed);
      this.state = new RankState(new LoneUniverse(), ME, new CommContext(1, WORLD, WORLD));
      for (int i = 0; i < (SENDERS + 1) * TAGS; i++) {
        streams.add(new ArrayDeque<>());
      }
    }

    void send(int messages) {
      int[] ordinals = new int[SENDERS + 1];
      for (int number = 0; number < messages; number++) {
        int source = 1 + random.nextInt(SENDERS);
        Sent made = new Sent(number, source, random.nextInt(TAGS), ordinals[source]++);
        sent.add(made);
        streams.get(source * TAGS + made.tag).add(made);
      }
    }

    void arrive() {
      int first = random.nextInt(streams.size());
      for (int i = 0; i < streams.size(); i++) {
        Sent next = streams.get((first + i) % streams.size()).poll();
        if (next != null) {
          arrive(next);
          return;
        }
      }
    }

    void arrive(Sent message) {
      arrived.add(message);
      byte[] content = ByteBuffer.allocate(Integer.BYTES).putInt(message.number).array();
      state.mailbox.arrive(
          new Message(Message.Kind.EAGER, message.source)
              .matchedBy(state.world.context.open(), message.source, message.tag)
              .carrying(content.length, message.ordinal)
              .with(Payload.of(content), 0));
    }

    Posted post(int source, int tag) {
      Posted made = new Posted(source, tag);
      posted.add(made);
      ReceiveRequest.Sink sink =
          data -> made.got = sent.get(ByteBuffer.wrap(data.toBytes()).getInt());
      long context = state.world.context.open();
      made.request =
          ReceiveRequest.into(sink, state, state.world)
              .post(state.world, context, source, tag, Integer.BYTES);
      Message probed = state.mailbox.peek(context, source, tag);
      state.mailbox.receive(made.request);
      assertThat(made.got != null).as("a probe and %s", made).isEqualTo(probed != null);
      return made;
    }

    void postAny() {
      post(
          random.nextInt(3) == 0 ? MpiConstants.ANY_SOURCE : 1 + random.nextInt(SENDERS),
          random.nextBoolean() ? MpiConstants.ANY_TAG : random.nextInt(TAGS));
    }

    void withdrawAny() {
      if (!posted.isEmpty()) {
        Posted one = posted.get(random.nextInt(posted.size()));
        one.isWithdrawn |= state.mailbox.withdraw(one.request);
      }
    }

    void loseSender() {
      for (int tag = 0; tag < TAGS; tag++) {
        streams.get(MORTAL * TAGS + tag).clear();
      }
      state.notice(MORTAL);
    }

    /** MPI standard 4.1, section 3.5: of two messages that a receive matches it gets the first. */
    void check() {
      for (int i = 0; i < posted.size(); i++) {
        Posted receive = posted.get(i);
        for (Sent message : arrived) {
          if (receive.matches(message) && !message.equals(receive.got)) {
            int other = receiveOf(message);
            boolean isLater = other < 0 || other > i;
            assertThat(isLater && (isWaiting(receive) || isBefore(message, receive)))
                .as("%s does not get %s, of %s, arrived %s", receive, message, posted, arrived)
                .isFalse();
          }
        }
      }
    }

    private static boolean isWaiting(Posted receive) {
      return receive.got == null && !receive.isWithdrawn && !receive.request.isDone();
    }

    private static boolean isBefore(Sent message, Posted receive) {
      return receive.got != null
          && receive.got.source == message.source
          && receive.got.ordinal > message.ordinal;
    }

    private int receiveOf(Sent message) {
      for (int i = 0; i < posted.size(); i++) {
        if (message.equals(posted.get(i).got)) {
          return i;
        }
      }
      return -1;
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void allIsMatchedAsIfNothingHadOvertaken(boolean isSenderLost) {
    for (long seed = 1; seed <= 5_000; seed++) {
      Rank rank = new Rank(seed);
      int messages = 1 + rank.random.nextInt(12);
      rank.send(messages);
      int loss = isSenderLost ? rank.random.nextInt(3 * messages) : -1;
      for (int step = 0; step < 3 * messages; step++) {
        switch (rank.random.nextInt(8)) {
          case 0, 1, 2 -> rank.postAny();
          case 3 -> rank.withdrawAny();
          default -> rank.arrive();
        }
        if (step == loss) {
          rank.loseSender();
        }
      }
      for (int i = 0; i < messages; i++) {
        rank.arrive();
      }
      try {
        rank.check();
      } catch (AssertionError e) {
        throw new AssertionError("seed " + seed, e);
      }
    }
  }

  @Test
  void aReceiveOfItsTagDoesNotWaitForOthers() {
    Rank rank = new Rank(1);
    rank.sent.addAll(List.of(new Sent(0, 1, 0, 0), new Sent(1, 1, 1, 1)));
    Posted any = rank.post(1, MpiConstants.ANY_TAG);
    Posted behind = rank.post(1, 1);
    rank.arrive(rank.sent.get(1));
    assertThat(any.got).isNull();
    assertThat(behind.got).as("the first receive may be its").isNull();
    rank.state.mailbox.withdraw(any.request);
    assertThat(behind.got).isEqualTo(rank.sent.get(1));
  }

  @Test
  void aMessageThatComesTwiceIsRefused() {
    Rank rank = new Rank(1);
    Sent early = new Sent(0, 1, 0, 1);
    rank.sent.add(early);
    rank.arrive(early);
    assertThatThrownBy(() -> rank.arrive(early))
        .hasMessageContaining("message 1 of rank 1 in context 2 has come where 0 was due");
  }
}
