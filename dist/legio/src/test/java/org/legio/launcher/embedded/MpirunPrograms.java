package org.legio.launcher.embedded;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.TimeUnit;
import org.legio.runtime.shm.JobMemory;

/** What the processes of {@link MpirunIT} do; none of them uses MPI. */
final class MpirunPrograms {
  private static final int LINES = 50;
  private static final int LINE_CHARACTERS = 10_000;

  private MpirunPrograms() {}

  public static void main(String[] arguments) throws IOException, InterruptedException {
    int rank = Integer.parseInt(System.getenv(JobMemory.RANK));
    switch (arguments[0]) {
      case "input" -> {
        String text = new String(System.in.readAllBytes(), StandardCharsets.UTF_8);
        System.out.println("rank " + rank + " read '" + text + "'");
      }
      case "lines" -> {
        String line = Character.toString('a' + rank).repeat(LINE_CHARACTERS);
        for (int i = 0; i < LINES; i++) {
          System.out.println(line);
        }
        System.out.print("end" + rank);
      }
      case "status" -> System.exit(rank == 1 ? Integer.parseInt(arguments[1]) : 0);
      case "environment" ->
          System.out.println(System.getenv(arguments[1]) + " in " + Path.of("").toAbsolutePath());
      case "cores" ->
          System.out.println(
              "rank " + rank + " " + Runtime.getRuntime().availableProcessors() + " core");
      case "wait" -> {
        writePid(Path.of(arguments[1]), rank);
        TimeUnit.MINUTES.sleep(5);
      }
      default -> throw new IllegalArgumentException(arguments[0]);
    }
  }

  /** Whoever finds the file finds all of it. */
  private static void writePid(Path folder, int rank) throws IOException {
    Path unfinished = folder.resolve("unfinished" + rank);
    Files.writeString(unfinished, "" + ProcessHandle.current().pid());
    Files.move(unfinished, folder.resolve("pid" + rank), StandardCopyOption.ATOMIC_MOVE);
  }
}
