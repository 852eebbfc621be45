package org.legio.runtime.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.legio.runtime.replica.DecisionLog;
import org.legio.runtime.shm.CheckpointFiles;
import org.legio.runtime.shm.CheckpointName;
import org.legio.runtime.shm.HostMap;
import org.legio.runtime.shm.JobMemory;
import org.legio.runtime.shm.JobShape;
import org.legio.runtime.shm.PlainHost;
import org.legio.runtime.shm.ReplicaGroups;
import org.legio.runtime.shm.ReplicaShape;

/** When a copy of a checkpoint counts, on a host that does not run its process. */
@Timeout(60)
class CheckpointCopiesTest {
  private static final int THERE = 1;
  private static final int PROCESS = 1;
  private static final long FIRST_ROUND = 1L << 48;
  private static final CheckpointName FIRST = new CheckpointName(PROCESS, 0, 0);

  @TempDir Path folder;

  private JobMemory job;
  private ReplicaHost host;
  private CheckpointCopies copies;

  @BeforeEach
  void begin() {
    ReplicaGroups groups = ReplicaGroups.single(2);
    HostMap map = new HostMap(List.of("a", "b"), new int[] {0, THERE}, 0);
    JobShape shape = new JobShape(groups, 1, map, new ReplicaShape.Room(1 << 12, 1 << 11, 64));
    job =
        new JobMemory(
            shape,
            map,
            new PlainHost(shape.bytes()) {
              @Override
              public CheckpointFiles checkpoints() {
                return new CheckpointFiles(folder.resolve("job"));
              }
            });
    host = new ReplicaHost(job);
    copies = host.copies();
  }

  /** A checkpoint behind so many decisions, and before all messages and votes. */
  private static byte[] checkpoint(CheckpointName name, long decisions) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream to = new DataOutputStream(bytes);
    to.writeUTF(name.toString());
    to.writeLong(decisions);
    to.writeInt(6);
    to.writeLong(decisions);
    for (int stream = 0; stream < 5; stream++) {
      to.writeLong(0);
    }
    to.writeUTF("all that the process knows");
    return bytes.toByteArray();
  }

  private void take(byte[] checkpoint, int from, int to) {
    take(THERE, checkpoint, from, to);
  }

  private void take(int there, byte[] checkpoint, int from, int to) {
    copies.take(
        there, PROCESS, from, checkpoint.length, ByteBuffer.wrap(checkpoint, from, to - from));
  }

  private void takeAll(byte[] checkpoint) {
    take(checkpoint, 0, checkpoint.length);
  }

  private void decide(int index) {
    host.decide(1, index, DecisionLog.word(DecisionLog.Kind.TIME, index) | FIRST_ROUND, THERE);
  }

  private boolean isSettled() {
    copies.look(host);
    return copies.nextSettled(THERE) == PROCESS;
  }

  private Path file() {
    return job.checkpoints().of(PROCESS);
  }

  @Test
  void countsWhenItIsWholeAndEstablishedAndReached() throws IOException {
    byte[] bytes = checkpoint(FIRST, 1);
    take(bytes, 0, 10);
    copies.establish(FIRST);
    decide(0);
    assertThat(isSettled()).as("half of it has come").isFalse();
    take(bytes, 10, bytes.length);
    assertThat(isSettled()).isTrue();
    assertThat(file()).hasBinaryContent(bytes);
    assertThat(host.stateOfLog(1).needed()).isEqualTo(1);
  }

  @Test
  void waitsForTheOutputBeforeIt() throws IOException {
    decide(0);
    CheckpointName second = new CheckpointName(PROCESS, 0, 1);
    takeAll(checkpoint(second, 1));
    copies.establish(FIRST);
    assertThat(isSettled()).isFalse();
    assertThat(host.stateOfLog(1).needed()).isZero();
    copies.establish(second);
    assertThat(isSettled()).isTrue();
  }

  @Test
  void waitsForWhatPrecedesIt() throws IOException {
    takeAll(checkpoint(FIRST, 2));
    copies.establish(FIRST);
    decide(0);
    assertThat(isSettled()).as("the second decision is missing").isFalse();
    assertThat(file()).doesNotExist();
    decide(1);
    assertThat(isSettled()).isTrue();
    assertThat(file()).exists();
  }

  /** Another host began the process at an older checkpoint than the one here. */
  @Test
  void anOlderOneIsDropped() throws IOException {
    countsWhenItIsWholeAndEstablishedAndReached();
    byte[] before = Files.readAllBytes(file());
    CheckpointName again = new CheckpointName(PROCESS, 1, 0);
    takeAll(checkpoint(again, 0));
    copies.establish(again);
    assertThat(isSettled()).isTrue();
    assertThat(file()).hasBinaryContent(before);
    assertThat(host.stateOfLog(1).needed()).isEqualTo(1);
  }

  @Test
  void whatALostHostHasBegunIsDropped() throws IOException {
    take(checkpoint(FIRST, 0), 0, 10);
    copies.drop(List.of(THERE));
    byte[] anew = checkpoint(new CheckpointName(PROCESS, 1, 0), 0);
    takeAll(anew);
    copies.establish(new CheckpointName(PROCESS, 1, 0));
    assertThat(isSettled()).isTrue();
    assertThat(file()).hasBinaryContent(anew);
  }

  /** The process runs on another host, and this one has not yet been told to let go of the lost. */
  @Test
  void theNextHostOfAProcessReplacesWhatTheLostOneHasBegun() throws IOException {
    CheckpointName name = new CheckpointName(PROCESS, 1, 0);
    byte[] anew = checkpoint(name, 0);
    take(2, checkpoint(FIRST, 0), 0, 10);
    takeAll(anew);
    copies.drop(List.of(2));
    copies.establish(name);
    assertThat(isSettled()).isTrue();
    assertThat(file()).hasBinaryContent(anew);
  }
}
