package app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.legio.junit.MpiRun;
import org.legio.junit.MpiTest;

class AppIT {
  @MpiTest(program = App.class, ranks = 4)
  void allRanksAddUp(MpiRun run) {
    assertEquals(List.of(0, 1, 2, 3), run.survivors());
    assertTrue(run.output(3).endsWith("round 10: 10\n"));
  }

  @MpiTest(program = App.class, ranks = 4, kill = "2@allReduce:3")
  void theOthersContinue(MpiRun run) {
    assertEquals(List.of(0, 1, 3), run.survivors());
    assertTrue(run.output(0).contains("round 2: 10\nround 3: 7\n"));
  }

  @MpiTest(program = App.class, ranks = 4, replicas = 2, kill = "2.0@allReduce:3")
  void aReplicaIsNotMissed(MpiRun run) {
    assertEquals(List.of(), run.lost());
    assertTrue(run.output(0).endsWith("round 10: 10\n"));
  }

  @MpiTest(program = App.class, ranks = 4, randomKills = 2, calls = "allReduce", seeds = 3)
  void whoeverDies(MpiRun run) {
    assertTrue(run.output(0).lines().count() == 10);
  }
}
