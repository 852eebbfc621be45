package org.legio.runtime.shm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.legio.runtime.engine.Message;
import org.legio.runtime.engine.datatype.Payload;
import org.legio.runtime.replica.DecisionLog;
import org.legio.runtime.replica.DecisionLog.Kind;
import org.legio.runtime.replica.StreamReader;
import org.legio.runtime.replica.StreamWriter;

/** Two ranks with two replicas each, whose streams and logs are here in one process. */
class ReplicaGroupsTest {
  private static final int FIRST_SENDER = 0;
  private static final int SECOND_SENDER = 1;
  private static final int FIRST_RECEIVER = 2;
  private static final int SECOND_RECEIVER = 3;
  private static final int MANY = 5_000;

  private JobMemory memory;

  @BeforeEach
  void makeMemory() throws IOException {
    memory = JobMemory.make(ReplicaGroups.uniform(2, 2), Keeping.NOTHING);
  }

  @AfterEach
  void closeMemory() throws IOException {
    memory.close();
  }

  private static Message message(byte[] data, int ordinal) {
    return new Message(Message.Kind.EAGER, 0)
        .matchedBy(7, 0, ordinal)
        .carrying(data.length, ordinal)
        .with(Payload.of(data), 0);
  }

  private static byte[] data(Random random) {
    byte[] data = new byte[random.nextInt(random.nextInt(20) == 0 ? 60_000 : 300)];
    random.nextBytes(data);
    return data;
  }

  /** Keeps what a replica of the receiver has taken. */
  private static final class Taken implements Consumer<Message> {
    final List<byte[]> data = new ArrayList<>();

    @Override
    public void accept(Message message) {
      assertThat(message.ordinal()).isEqualTo(data.size());
      data.add(message.payload().toBytes());
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void whatTwoWriteEachReaderTakesOnce(long seed) {
    Random order = new Random(seed);
    StreamWriter[] writers = {
      StreamWriter.of(memory, FIRST_SENDER, 1), StreamWriter.of(memory, SECOND_SENDER, 1)
    };
    Random[] contents = {new Random(-seed), new Random(-seed)};
    int[] written = new int[2];
    StreamReader[] readers = {
      StreamReader.of(memory, 0, FIRST_RECEIVER), StreamReader.of(memory, 0, SECOND_RECEIVER)
    };
    Taken[] taken = {new Taken(), new Taken()};
    while (taken[0].data.size() < MANY || taken[1].data.size() < MANY) {
      int writer = order.nextInt(2);
      if (written[writer] < MANY && writers[writer].isEmpty()) {
        writers[writer].put(message(data(contents[writer]), written[writer]++));
      }
      writers[writer].flush();
      int reader = order.nextInt(2);
      if (readers[reader].hasNext()) {
        readers[reader].take(taken[reader]);
      }
    }
    Random wanted = new Random(-seed);
    for (int i = 0; i < MANY; i++) {
      byte[] data = data(wanted);
      assertThat(taken[0].data.get(i)).as("seed %d, message %d", seed, i).isEqualTo(data);
      assertThat(taken[1].data.get(i)).as("seed %d, message %d", seed, i).isEqualTo(data);
    }
  }

  @Test
  void roomIsNotUsedAgainBeforeTheSlowestHasRead() {
    StreamWriter first = StreamWriter.of(memory, FIRST_SENDER, 1);
    StreamWriter second = StreamWriter.of(memory, SECOND_SENDER, 1);
    StreamReader fast = StreamReader.of(memory, 0, FIRST_RECEIVER);
    StreamReader slow = StreamReader.of(memory, 0, SECOND_RECEIVER);
    Taken taken = new Taken();
    int sent = 0;
    while (first.isEmpty()) {
      first.put(message(new byte[1000], sent));
      second.put(message(new byte[1000], sent++));
      while (fast.hasNext()) {
        fast.take(taken);
      }
    }
    first.flush();
    assertThat(first.isEmpty()).as("the slow one has read nothing").isFalse();
    slow.drop();
    first.flush();
    assertThat(first.isEmpty()).isTrue();
  }

  @Test
  void aDifferenceIsFoundByWhoComesSecond() {
    StreamWriter first = StreamWriter.of(memory, FIRST_SENDER, 1);
    StreamWriter second = StreamWriter.of(memory, SECOND_SENDER, 1);
    first.put(message(new byte[] {1, 2, 3}, 0));
    assertThatThrownBy(() -> second.put(message(new byte[] {1, 6, 3}, 0)))
        .isInstanceOf(Divergence.class)
        .hasMessageContaining("byte 1 of the data: 06 here and 02 there");
    StreamReader reader = StreamReader.of(memory, 0, FIRST_RECEIVER);
    Taken taken = new Taken();
    assertThat(reader.hasNext()).isTrue();
    reader.take(taken);
    assertThat(taken.data.get(0)).containsExactly(1, 2, 3);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void replicasFollowTheSameDecisions(long seed) {
    Random order = new Random(seed);
    DecisionLog[] logs = {
      new DecisionLog(memory, FIRST_SENDER), new DecisionLog(memory, SECOND_SENDER)
    };
    List<List<Long>> followed = List.of(new ArrayList<>(), new ArrayList<>());
    int rounds = 3 * memory.shape().ofReplicaGroups().decisions();
    while (followed.get(0).size() < rounds || followed.get(1).size() < rounds) {
      int each = order.nextInt(2);
      long decision = logs[each].next();
      if (decision == DecisionLog.NONE && followed.get(each).size() < rounds) {
        decision = logs[each].propose(DecisionLog.word(Kind.TIME, order.nextInt(1_000_000)));
      }
      if (decision != DecisionLog.NONE) {
        followed.get(each).add(DecisionLog.value(decision));
        logs[each].followed();
      }
    }
    assertThat(followed.get(0)).as("seed %d", seed).isEqualTo(followed.get(1));
  }

  @Test
  void aLogHasNoRoomWhileAReplicaIsTooFarBehind() {
    DecisionLog fast = new DecisionLog(memory, FIRST_SENDER);
    DecisionLog slow = new DecisionLog(memory, SECOND_SENDER);
    long word = DecisionLog.word(Kind.END_OF_TEST, 0);
    for (int i = 0; i < memory.shape().ofReplicaGroups().decisions(); i++) {
      assertThat(fast.propose(word)).isNotEqualTo(DecisionLog.NONE);
      fast.followed();
    }
    assertThat(fast.propose(word)).isEqualTo(DecisionLog.NONE);
    slow.followed();
    assertThat(fast.propose(word)).isNotEqualTo(DecisionLog.NONE);
  }
}
