package org.legio.launcher.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 1, unit = TimeUnit.MINUTES)
class MpirunTest {
  private static final int MORE_THAN_IS_KEPT = 12 << 20;

  @TempDir private Path folder;

  /** A second process would write much later, by when one that is not to be has been ended. */
  @Test
  void endsAProcessThatCannotGetAllInput() throws Exception {
    Path lives = folder.resolve("lives");
    String reads =
        "[ -e F ] && sleep 30; echo life >> F; head -c 9000000 > /dev/null; kill -9 $$"
            .replace("F", lives.toString());
    List<String> arguments =
        List.of("-n", "1", "--restart", "1", "--stdin", "0", "sh", "-c", reads);
    InputStream own = System.in;
    System.setIn(new ByteArrayInputStream(new byte[MORE_THAN_IS_KEPT]));
    try {
      RunningJob job =
          Mpirun.prepare(
              StartOptions.parse(arguments, Map.of()), RankStreams.OF_THIS_PROCESS, Map.of());
      job.run();
    } finally {
      System.setIn(own);
    }
    assertThat(Files.readAllLines(lives)).hasSize(1);
  }
}
