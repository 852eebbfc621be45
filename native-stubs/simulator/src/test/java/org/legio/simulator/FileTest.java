package org.legio.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.legio.ulfm.ports.FileTransfer.READ;
import static org.legio.ulfm.ports.FileTransfer.READ_AT;
import static org.legio.ulfm.ports.FileTransfer.READ_AT_ALL;
import static org.legio.ulfm.ports.FileTransfer.READ_ORDERED;
import static org.legio.ulfm.ports.FileTransfer.WRITE;
import static org.legio.ulfm.ports.FileTransfer.WRITE_ALL;
import static org.legio.ulfm.ports.FileTransfer.WRITE_AT;
import static org.legio.ulfm.ports.FileTransfer.WRITE_ORDERED;
import static org.legio.ulfm.ports.FileTransfer.WRITE_ORDERED_BEGIN;
import static org.legio.ulfm.ports.FileTransfer.WRITE_ORDERED_END;
import static org.legio.ulfm.ports.FileTransfer.WRITE_SHARED;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.assertj.core.api.ThrowableAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.legio.runtime.engine.FileSystem;
import org.legio.runtime.engine.MpiError;
import org.legio.runtime.engine.MpiErrorException;
import org.legio.runtime.engine.Request;
import org.legio.runtime.engine.datatype.Basic;
import org.legio.ulfm.ports.FileCall;
import org.legio.ulfm.ports.FileTransfer;
import org.legio.ulfm.ports.MpiConstants;
import org.legio.ulfm.ports.Pmpi;

/** Files that ranks open together. */
@Timeout(60)
class FileTest {
  private static final long INT = Basic.INT.handle();
  private static final int BASE = Basic.INT.baseType();
  private static final int WRITING = FileSystem.READ_WRITE | FileSystem.CREATE;
  private static final int SEEDS = 30;

  @TempDir private Path folder;

  private String name() {
    return folder.resolve("data").toString();
  }

  private int[] stored() throws Exception {
    ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(folder.resolve("data")));
    int[] ints = new int[bytes.capacity() / Integer.BYTES];
    bytes.order(ByteOrder.nativeOrder()).asIntBuffer().get(ints);
    return ints;
  }

  private static FileCall call(FileTransfer operation, Object memory, int count, long[] status) {
    FileCall call = new FileCall().of(operation).status(status);
    call.data().at(memory, memory instanceof ByteBuffer, 0).items(count, INT, BASE);
    return call;
  }

  private static long[] status() {
    return new long[Request.INDEX];
  }

  /** Runs a program with a file that all ranks have open; then the handles are all freed. */
  private JobResult run(int ranks, long seed, Use use) {
    JobResult result =
        SimulatedJob.ofSize(ranks)
            .seed(seed)
            .run(
                rank -> {
                  Pmpi pmpi = rank.pmpi();
                  long file = pmpi.fileOpen(rank.commWorld(), name(), WRITING, 0);
                  use.run(rank, pmpi, file);
                  pmpi.fileClose(file);
                  return "done";
                });
    for (int rank = 0; rank < ranks; rank++) {
      assertThat(result.value(rank)).as(result.toString()).isEqualTo("done");
      assertThat(result.rank(rank).open()).isEmpty();
    }
    return result;
  }

  @FunctionalInterface
  private interface Use {
    void run(Rank rank, Pmpi pmpi, long file) throws Exception;
  }

  @Test
  void viewsInterleaveWhatRanksWrite() throws Exception {
    run(
        3,
        1,
        (rank, pmpi, file) -> {
          int me = rank.worldRank();
          long every = rank.types().resized(INT, 0, 3 * Integer.BYTES);
          pmpi.fileSetView(file, (long) me * Integer.BYTES, INT, every, "native", 0);
          int[] values = {me, 10 + me, 20 + me};
          pmpi.fileTransfer(file, call(WRITE_ALL, values, 3, status()));
          assertThat(pmpi.fileGetPosition(file)).isEqualTo(3);
          assertThat(pmpi.fileGetByteOffset(file, 1)).isEqualTo((3 + me) * 4L);
          int[] back = new int[4];
          long[] status = status();
          pmpi.fileTransfer(file, call(READ_AT_ALL, back, 4, status).position(1));
          assertThat(back).containsExactly(10 + me, 20 + me, 0, 0);
          assertThat(status[Request.LENGTH]).isEqualTo(8);
          rank.types().free(every);
        });
    assertThat(stored()).containsExactly(0, 1, 2, 10, 11, 12, 20, 21, 22);
  }

  @Test
  void seeksFromTheEndOfWhatTheViewShows() throws Exception {
    run(
        1,
        1,
        (rank, pmpi, file) -> {
          pmpi.fileTransfer(file, call(WRITE_AT, new int[100], 100, status()).position(0));
          long every = rank.types().resized(INT, 0, 3 * Integer.BYTES);
          assertThat(end(pmpi, file, 40, INT)).as("90 ints behind 40 bytes").isEqualTo(90);
          assertThat(end(pmpi, file, 42, INT)).as("89 whole ones").isEqualTo(89);
          assertThat(end(pmpi, file, 400, INT)).isZero();
          assertThat(end(pmpi, file, 1000, INT)).as("the view begins beyond the end").isZero();
          assertThat(end(pmpi, file, 0, every)).as("each third of 100").isEqualTo(34);
          assertThat(end(pmpi, file, 4, every)).as("each third of 99").isEqualTo(33);
          rank.types().free(every);
        });
  }

  private static long end(Pmpi pmpi, long file, long displacement, long type) throws Exception {
    pmpi.fileSetView(file, displacement, INT, type, "native", 0);
    pmpi.fileSeek(file, 0, MpiConstants.SEEK_END);
    return pmpi.fileGetPosition(file);
  }

  @Test
  void external32IsBigEndian() throws Exception {
    run(
        1,
        1,
        (rank, pmpi, file) -> {
          pmpi.fileSetView(file, 4, INT, INT, "external32", 0);
          int[] values = {1, 0x01020304};
          pmpi.fileTransfer(file, call(WRITE, values, 2, status()));
          int[] back = new int[2];
          pmpi.fileTransfer(file, call(READ_AT, back, 2, status()).position(0));
          assertThat(back).isEqualTo(values);
          refused(
              MpiError.UNSUPPORTED_DATAREP, () -> pmpi.fileSetView(file, 0, INT, INT, "mine", 0));
          refused(MpiError.ARG, () -> pmpi.fileSetView(file, -1, INT, INT, "native", 0));
        });
    ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(folder.resolve("data")));
    assertThat(bytes.order(ByteOrder.BIG_ENDIAN).getInt(4)).isEqualTo(1);
    assertThat(bytes.getInt(8)).isEqualTo(0x01020304);
  }

  @Test
  void theSharedPointerGivesEachItsOwnPlace() throws Exception {
    for (long seed = 1; seed <= SEEDS; seed++) {
      run(
          3,
          seed,
          (rank, pmpi, file) -> {
            for (int i = 0; i < 3; i++) {
              int[] own = {3 * rank.worldRank() + i};
              pmpi.fileTransfer(file, call(WRITE_SHARED, own, 1, status()));
            }
            pmpi.fileSync(file);
            assertThat(pmpi.fileGetPositionShared(file)).isEqualTo(36);
          });
      assertThat(Arrays.stream(stored()).sorted().toArray())
          .containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8);
      Files.delete(folder.resolve("data"));
    }
  }

  @Test
  void orderedAccessIsInTheOrderOfRanks() throws Exception {
    for (long seed = 1; seed <= SEEDS; seed++) {
      run(
          3,
          seed,
          (rank, pmpi, file) -> {
            int me = rank.worldRank();
            int[] values = {me, me, me};
            pmpi.fileTransfer(file, call(WRITE_ORDERED, values, me + 1, status()));
            ByteBuffer more = ByteBuffer.allocateDirect(4).order(ByteOrder.nativeOrder());
            pmpi.fileTransfer(file, call(WRITE_ORDERED_BEGIN, more.putInt(0, 9 - me), 1, status()));
            pmpi.fileTransfer(file, call(WRITE_ORDERED_END, more, 0, status()));
            pmpi.fileSeekShared(file, -4, MpiConstants.SEEK_CUR);
            int[] back = new int[1];
            pmpi.fileTransfer(file, call(READ_ORDERED, back, me == 0 ? 1 : 0, status()));
            assertThat(back[0]).isEqualTo(me == 0 ? 7 : 0);
          });
      assertThat(stored()).containsExactly(0, 1, 1, 2, 2, 2, 9, 8, 7);
      Files.delete(folder.resolve("data"));
    }
  }

  @Test
  void whatIsAskedForIsThereWhenItsRequestIsDone() throws Exception {
    run(
        2,
        5,
        (rank, pmpi, file) -> {
          ByteBuffer own = ByteBuffer.allocateDirect(4).order(ByteOrder.nativeOrder());
          own.putInt(0, 5 + rank.worldRank());
          long[] status = status();
          long request =
              pmpi.startFileTransfer(
                  file, call(WRITE_AT, own, 1, status).position(4L * rank.worldRank()));
          pmpi.waitStatus(request, status);
          assertThat(status[Request.LENGTH]).isEqualTo(4);
        });
    assertThat(stored()).containsExactly(5, 6);
  }

  /** A rank that dies in a write has written all of it, half of it or nothing. */
  @Test
  void aWriteMayBeCutInHalf() throws Exception {
    int[] expected = {7, 8};
    boolean[] seen = new boolean[3];
    for (long step = 1; step < 20; step++) {
      SimulatedJob.ofSize(1)
          .faults(FaultPlan.kill(0, step))
          .run(
              rank -> {
                long file = rank.pmpi().fileOpen(rank.commWorld(), name(), WRITING, 0);
                rank.pmpi().fileTransfer(file, call(WRITE_AT, expected, 2, status()).position(0));
                return rank.pmpi().fileClose(file);
              });
      if (Files.exists(folder.resolve("data"))) {
        int[] found = stored();
        assertThat(found).isEqualTo(Arrays.copyOf(expected, found.length));
        seen[found.length] = true;
        Files.delete(folder.resolve("data"));
      }
    }
    assertThat(seen).containsExactly(true, true, true);
  }

  @Test
  void anAccessUnderWayIsLostWithItsRank() throws Exception {
    JobResult result =
        SimulatedJob.ofSize(2)
            .run(
                rank -> {
                  long file = rank.pmpi().fileOpen(rank.commSelf(), name(), WRITING, 0);
                  ByteBuffer own = ByteBuffer.allocateDirect(4).order(ByteOrder.nativeOrder());
                  if (rank.worldRank() == 1) {
                    rank.pmpi().startFileTransfer(file, call(WRITE, own.putInt(0, 1), 1, status()));
                    rank.job().crash(1);
                  }
                  return rank.pmpi().fileClose(file);
                });
    assertThat(result.deadlock()).isEmpty();
    assertThat(stored()).isEmpty();
  }

  @Test
  void errorsHaveTheirClasses() throws Exception {
    Files.createFile(folder.resolve("data"));
    JobResult result =
        SimulatedJob.ofSize(1)
            .run(
                rank -> {
                  Pmpi pmpi = rank.pmpi();
                  long self = rank.commSelf();
                  int anew = WRITING | FileSystem.EXCLUSIVE;
                  refused(MpiError.FILE_EXISTS, () -> pmpi.fileOpen(self, name(), anew, 0));
                  refused(
                      MpiError.NO_SUCH_FILE,
                      () -> pmpi.fileOpen(self, name() + "-not", FileSystem.READ_ONLY, 0));
                  refused(MpiError.NO_SUCH_FILE, () -> pmpi.fileDelete(name() + "-not", 0));
                  refused(MpiError.AMODE, () -> pmpi.fileOpen(self, name(), 0, 0));
                  refused(MpiError.FILE, () -> pmpi.fileGetSize(17));
                  long file = pmpi.fileOpen(self, name(), FileSystem.READ_ONLY, 0);
                  int[] data = {1};
                  refused(
                      MpiError.READ_ONLY,
                      () -> pmpi.fileTransfer(file, call(WRITE, data, 1, status())));
                  refused(MpiError.READ_ONLY, () -> pmpi.fileSetSize(file, 1));
                  refused(MpiError.OTHER, () -> pmpi.fileSeek(file, -1, MpiConstants.SEEK_SET));
                  refused(
                      MpiError.COUNT,
                      () -> pmpi.fileTransfer(file, call(READ, data, -1, status())));
                  pmpi.fileClose(file);
                  int toWrite = FileSystem.WRITE_ONLY | FileSystem.DELETE_ON_CLOSE;
                  long other = pmpi.fileOpen(self, name(), toWrite, 0);
                  refused(
                      MpiError.ACCESS,
                      () -> pmpi.fileTransfer(other, call(READ, data, 1, status())));
                  pmpi.fileClose(other);
                  return "done";
                });
    assertThat(result.rank(0).thrown()).isNull();
    assertThat(result.value(0)).isEqualTo("done");
    assertThat(folder.resolve("data")).doesNotExist();
  }

  private static void refused(int errorClass, ThrowableAssert.ThrowingCallable call) {
    MpiErrorException thrown = catchThrowableOfType(MpiErrorException.class, call);
    assertThat(thrown).isNotNull();
    assertThat(thrown.errorClass()).as(thrown.toString()).isEqualTo(errorClass);
  }
}
