package org.legio.mpirun;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A program's own test starts real ranks from Java, with nothing but {@code legio.jar}. */
@Timeout(120)
class MpiIT {
  private static final String JAR = Path.of(System.getProperty("legio.jar")).toString();
  private static final Path JAVA_HOME = Path.of(System.getProperty("java.home"));

  /** Adds up the ranks; one of them may die first. */
  private static final String APP =
      """
      import mpi.MPI;

      public class App {
        public static void main(String[] args) throws Exception {
          MPI.Init(args);
          int rank = MPI.COMM_WORLD.getRank();
          if (args.length > 0 && rank == Integer.parseInt(args[0])) {
            Runtime.getRuntime().exec(
                new String[] {"kill", "-9", "" + ProcessHandle.current().pid()}).waitFor();
          }
          int[] sum = {rank};
          MPI.COMM_WORLD.allReduce(sum, 1, MPI.INT, MPI.SUM);
          System.out.println(rank + ": " + sum[0] + " " + System.getProperty("app.word"));
          MPI.Finalize();
        }
      }
      """;

  private static final String TEST =
      """
      import org.legio.mpirun.Mpi;

      public class AppTest {
        public static void main(String[] args) throws Exception {
          Mpi.Ended whole = Mpi.run(4, App.class);
          check(whole, whole.status() == 0 && whole.output().lines().count() == 4);
          check(whole, whole.output().contains("3: 6 null"));
          Mpi job = Mpi.job(4, App.class).withJavaOptions("-Dapp.word=hello");
          Mpi.Ended less = job.withPolicies("layout=hierarchical").run("1");
          check(less, less.status() == 0 && less.output().lines().count() == 3);
          check(less, less.output().contains("0: 5 hello"));
          Mpi.Ended twice = Mpi.job(2, App.class).withReplicas(2).withRestarts(1).run();
          check(twice, twice.status() == 0 && twice.output().lines().count() == 2);
          check(twice, twice.output().contains("1: 1 null"));
          Mpi.Ended wrong = Mpi.run(0, App.class);
          check(wrong, wrong.status() == 2 && wrong.errors().contains("-n 0"));
          Thread.currentThread().interrupt();
          try {
            Mpi.run(2, App.class);
            System.exit(3);
          } catch (InterruptedException e) {
            System.out.println("all is well");
          }
        }

        private static void check(Mpi.Ended job, boolean holds) {
          if (!holds) {
            throw new AssertionError(job);
          }
        }
      }
      """;

  @TempDir private Path folder;

  @Test
  void runsRealRanks() throws Exception {
    compile("App", APP);
    compile("AppTest", TEST);
    String path = JAR + File.pathSeparator + folder;
    Process test =
        new ProcessBuilder(JAVA_HOME.resolve("bin/java").toString(), "-cp", path, "AppTest")
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("out").toFile())
            .start();
    try {
      assertThat(test.waitFor(90, TimeUnit.SECONDS)).as("ended").isTrue();
      assertThat(Files.readString(folder.resolve("out"))).isEqualTo("all is well\n");
      assertThat(test.exitValue()).isZero();
    } finally {
      test.descendants().forEach(ProcessHandle::destroyForcibly);
      test.destroyForcibly();
    }
  }

  private void compile(String name, String source) throws IOException {
    Path file = Files.writeString(folder.resolve(name + ".java"), source);
    List<String> options =
        List.of("-d", folder.toString(), "-cp", JAR + File.pathSeparator + folder, "" + file);
    assertThat(
            ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, options.toArray(String[]::new)))
        .isZero();
  }
}
