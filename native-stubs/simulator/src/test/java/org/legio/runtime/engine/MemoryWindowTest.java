package org.legio.runtime.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.legio.runtime.engine.datatype.Basic;
import org.legio.simulator.FaultPlan;
import org.legio.simulator.JobResult;
import org.legio.simulator.Rank;
import org.legio.simulator.SimulatedJob;
import org.legio.ulfm.ports.Pmpi;
import org.legio.ulfm.ports.WindowAccess;
import org.legio.ulfm.ports.WindowCall;

/** Memory that ranks share. */
@Timeout(60)
class MemoryWindowTest {
  private static final long INT = Basic.INT.handle();
  private static final int INT_BASE = Basic.INT.baseType();

  private static ByteBuffer ints(int... values) {
    ByteBuffer buffer = ByteBuffer.allocateDirect(4 * values.length).order(ByteOrder.nativeOrder());
    buffer.asIntBuffer().put(values);
    return buffer;
  }

  /** An access to the first one's memory. */
  private static WindowCall first(WindowAccess access, ByteBuffer origin) {
    WindowCall call = new WindowCall().of(access).target(0, 0, 1, INT).baseType(INT_BASE);
    call.origin().at(origin).items(1, INT);
    return call;
  }

  private static Object countsUp(Rank rank) throws Exception {
    Pmpi pmpi = rank.pmpi();
    ByteBuffer memory = ints(0);
    long win = pmpi.createWin(memory, 4, 4, 0, rank.commWorld());
    pmpi.winFence(win, 0);
    for (int i = 0; i < 5; i++) {
      pmpi.winLock(win, 1, 0, 0);
      ByteBuffer value = ints(0);
      pmpi.winAccess(win, first(WindowAccess.GET, value));
      ByteBuffer more = ints(value.getInt(0) + 1);
      pmpi.winAccess(win, first(WindowAccess.PUT, more));
      pmpi.winUnlock(win, 0);
    }
    pmpi.winFence(win, 0);
    int counted = memory.getInt(0);
    pmpi.winFree(win);
    return counted;
  }

  @Test
  void aLockExcludesOthers() {
    for (long seed = 1; seed <= 50; seed++) {
      JobResult result = SimulatedJob.ofSize(3).seed(seed).run(MemoryWindowTest::countsUp);
      assertThat(result.value(0)).as(result.toString()).isEqualTo(15);
      assertThat(result.rank(0).open()).isEmpty();
    }
  }

  @Test
  void aFenceWaitsForTheDeadForEver() {
    JobResult result =
        SimulatedJob.ofSize(3)
            .run(
                rank -> {
                  long win = rank.pmpi().createWin(ints(0), 4, 4, 0, rank.commWorld());
                  rank.pmpi().winFence(win, 0);
                  if (rank.worldRank() == 1) {
                    rank.job().crash(1);
                  }
                  rank.pmpi().winFence(win, 0);
                  return "passed";
                });
    assertThat(result.deadlock()).hasValueSatisfying(dump -> assertThat(dump).contains("winFence"));
  }

  private static Object readsBackwards(Rank rank) throws Exception {
    Pmpi pmpi = rank.pmpi();
    pmpi.setErrhandler(rank.commWorld(), Predefined.ERRORS_RETURN);
    long win = pmpi.createWin(ints(10, 11, 12, 13), 16, 4, 0, rank.commWorld());
    pmpi.winSetErrhandler(win, Predefined.ERRORS_RETURN);
    long back = rank.types().vector(3, 1, -1, INT);
    StringBuilder read = new StringBuilder();
    pmpi.winFence(win, 0);
    for (int displacement : new int[] {1, 2, 3, 4}) {
      ByteBuffer in = ints(0, 0, 0);
      WindowCall call = new WindowCall().of(WindowAccess.GET).baseType(INT_BASE);
      call.target(0, displacement, 1, back).origin().at(in).items(3, INT);
      try {
        pmpi.winAccess(win, call);
        read.append(in.getInt(0)).append(' ').append(in.getInt(8)).append(' ');
      } catch (MpiErrorException e) {
        read.append("class ").append(e.errorClass()).append(' ');
      }
    }
    pmpi.winFence(win, 0);
    pmpi.winFree(win);
    return read.toString();
  }

  @Test
  void anItemThatRunsBackwardsLiesBeforeItsBeginning() {
    JobResult result = SimulatedJob.ofSize(2).run(MemoryWindowTest::readsBackwards);
    String refused = "class " + MpiError.RMA_CONFLICT + " ";
    assertThat(result.value(0)).isEqualTo(refused + "12 10 13 11 " + refused);
    assertThat(result.value(1)).isEqualTo(result.value(0));
  }

  private static String makesAndFrees(Rank rank) throws Exception {
    rank.pmpi().setErrhandler(rank.commWorld(), Predefined.ERRORS_RETURN);
    try {
      long win = rank.pmpi().createWin(ints(0), 4, 4, 0, rank.commWorld());
      rank.pmpi().winSetErrhandler(win, Predefined.ERRORS_RETURN);
      rank.pmpi().winFree(win);
      return "freed";
    } catch (MpiErrorException e) {
      rank.ulfm().revoke(rank.commWorld());
      return "failed";
    }
  }

  /** Also for those who wait for others than the dead, where nobody can revoke anything. */
  @Test
  void aDeathEndsMakingAndFreeingForAll() {
    long steps = SimulatedJob.ofSize(4).run(MemoryWindowTest::makesAndFrees).rank(1).steps();
    for (long step = 1; step <= steps; step++) {
      for (long seed = 1; seed <= 20; seed++) {
        JobResult result =
            SimulatedJob.ofSize(4)
                .seed(seed)
                .faults(FaultPlan.kill(1, step))
                .run(MemoryWindowTest::makesAndFrees);
        assertThat(result.deadlock()).as(result.toString()).isEmpty();
        assertThat(result.value(0)).as(result.toString()).isIn("freed", "failed");
      }
    }
  }
}
