package org.legio.launcher.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.legio.agent.Kill;

class RankMarksTest {
  private static final Set<String> CALLS = Set.of("send");

  @TempDir private Path folder;

  private List<Kill> missed(String... planned) throws Exception {
    HostMarks.write(folder, List.of("n0,n1", "n1,n2"));
    for (int rank = 0; rank < 2; rank++) {
      Files.writeString(folder.resolve(rank + ".pid"), "1");
    }
    return RankMarks.read(folder)
        .missed(List.of(planned).stream().map(text -> KillOption.parse(text, 2, CALLS)).toList());
  }

  @Test
  void faultOfAHostHasHappenedWhereTheRanksHostIsLost() throws Exception {
    assertThat(missed("0.1@send=host")).as("no host is lost").hasSize(1);
    HostMarks.addLoss(folder, "n2", 1);
    assertThat(missed("0.1@send=host", "1.0@send=host", "1@send=kill"))
        .extracting(Kill::toString)
        .containsExactly("0.1@send:1=host", "1@send:1");
  }

  @Test
  void otherFaultsHaveLeftMarks() throws Exception {
    Files.writeString(folder.resolve("0.faults"), "0@send:1\n");
    assertThat(missed("0@send", "1@send:2")).extracting(Kill::toString).containsExactly("1@send:2");
  }
}
