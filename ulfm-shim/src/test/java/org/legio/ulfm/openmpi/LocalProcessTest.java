package org.legio.ulfm.openmpi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class LocalProcessTest {

  /** A JVM that cannot open another file looks whether its parent has ended. */
  static final class ShortOfFiles {
    private ShortOfFiles() {}

    public static void main(String[] arguments) {
      LocalProcess parent = LocalProcess.of(Long.parseLong(arguments[0]));
      boolean hadEnded = parent.hasEnded();
      List<FileInputStream> open = new ArrayList<>();
      boolean isShort = false;
      while (!isShort) {
        try {
          open.add(new FileInputStream("/dev/null"));
        } catch (IOException e) {
          isShort = true;
        }
      }
      System.out.print(open.isEmpty() + " " + hadEnded + " " + parent.hasEnded());
    }
  }

  @Test
  void processLivesThoughNoFileCanBeOpened() throws Exception {
    Process process =
        new ProcessBuilder(
                "sh",
                "-c",
                "ulimit -n 200 && exec \"$@\"",
                "sh",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                ShortOfFiles.class.getName(),
                Long.toString(ProcessHandle.current().pid()))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try {
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
      String told = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(told).isEqualTo("false false false");
    } finally {
      process.destroyForcibly();
    }
  }
}
