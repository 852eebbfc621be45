package org.legio.launcher.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.legio.launcher.machine.Machine;
import picocli.CommandLine;

class PlanCommandTest {
  private static final String HEADER =
      "part,configuration,operation,ranks,bytes,unit,median,lower,upper,samples,disturbed,noise,reliable\n";

  @TempDir private Path folder;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  private String plan(int status, String options) {
    PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
    LauncherContext context =
        new LauncherContext(
            new Machine(Map.of(), folder),
            Path.of("/jars/legio.jar"),
            Set::of,
            policies -> {},
            Defaults.NONE,
            new LauncherContext.Streams(InputStream.nullInputStream(), stream, stream));
    CommandLine line = new CommandLine(new PlanCommand(context));
    line.setParameterExceptionHandler(
        (refused, arguments) -> {
          stream.println(refused.getMessage());
          return 2;
        });
    assertThat(line.execute(options.split(" "))).isEqualTo(status);
    return out.toString(StandardCharsets.UTF_8);
  }

  /** Each rank dies with a probability of 1 - 1/e while the job runs. */
  @Test
  void waysAreCompared() {
    String text = plan(0, "--ranks 1 --hours 24 --mttf-host 1 --ranks-per-host 1");
    assertThat(text)
        .contains("ranks 1, hosts 1, hours 24; failures on average: 1 hosts, 0 processes alone")
        .containsPattern("(?m)^without Legio +1 +41\\.24 +37 % all, at a death$")
        .containsPattern("(?m)^shrink +1 +24 +37 % +37 %$")
        .contains("--restart 4 is enough");
  }

  @Test
  void whatBenchHasMeasuredCounts() throws IOException {
    Files.writeString(
        folder.resolve("cells.csv"),
        HEADER
            + "replicas,one process a rank,stencil,4,0,ms,100,90,110,5,0,1,true\n"
            + "replicas,2 replicas,stencil,4,0,ms,125,90,110,5,0,1,true\n");
    assertThat(plan(0, "--ranks 2 --hours 8 --mttf-host 900 --bench ."))
        .containsPattern("(?m)^2 replicas +4 +10 ")
        .contains("with 2 and 3 replicas 1.3 and 3 times");
  }

  @ParameterizedTest
  @CsvSource({
    "--ranks 0 --hours 1 --mttf-host 1, --ranks must be more than 0",
    "--ranks 1 --hours NaN --mttf-host 1, --hours must be more than 0",
    "--ranks 1 --hours 1 --mttf-host -3, --mttf-host must be more than 0",
    "--ranks 4 --hours 5000 --mttf-host 1, each rank would die 208 times in 5000 h",
    "--ranks 4 --hours 5 --mttf-host 1 --bench none, bench --out has written",
    "--ranks 4 --hours 5, Missing required option: '--mttf-host=DAYS'"
  })
  void wrongValuesAreRefused(String options, String message) {
    assertThat(plan(2, options)).contains(message);
  }
}
