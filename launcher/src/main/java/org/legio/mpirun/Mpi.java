package org.legio.mpirun;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.legio.agent.Variables;
import org.legio.launcher.embedded.Mpirun;
import org.legio.launcher.embedded.StartOption;

/**
 * Runs MPI programs from Java, for tests above all: each rank is a process of its own, protected by
 * Legio, on the embedded runtime.
 *
 * <pre>{@code
 * Mpi.Ended job = Mpi.run(4, App.class, "input.txt");
 * assertEquals(0, job.status(), job.toString());
 * }</pre>
 *
 * <p>The ranks have this process's class path and its {@code java}. {@code legio.jar} must be on
 * the class path; it has package {@code mpi}, too. A job ends when the thread that waits for it is
 * interrupted, as JUnit's timeouts do, and when this process ends, however it does.
 */
public final class Mpi {
  private static final String JAVA =
      Path.of(System.getProperty("java.home"), "bin", "java").toString();

  private final int ranks;
  private final Class<?> program;
  private final List<String> javaOptions;
  private final String policies;
  private final List<String> startOptions;

  private Mpi(
      int ranks,
      Class<?> program,
      List<String> javaOptions,
      String policies,
      List<String> startOptions) {
    this.ranks = ranks;
    this.program = program;
    this.javaOptions = javaOptions;
    this.policies = policies;
    this.startOptions = startOptions;
  }

  /**
   * How a job has ended.
   *
   * @param status the job's exit status, as mpirun has it
   * @param output what the ranks have written to standard output, line by line
   * @param errors what they and Legio have written to standard error
   */
  public record Ended(int status, String output, String errors) {
    @Override
    public String toString() {
      return "exit status " + status + "\n--- output\n" + output + "\n--- errors\n" + errors;
    }
  }

  /**
   * Runs a program and waits for its end.
   *
   * @param ranks the number of processes
   * @param program the class with the {@code main} method
   * @param arguments the arguments of that method
   * @throws IOException if the job cannot be started
   * @throws InterruptedException if this thread was interrupted; the job has been ended
   */
  public static Ended run(int ranks, Class<?> program, String... arguments)
      throws IOException, InterruptedException {
    return job(ranks, program).run(arguments);
  }

  /** A job that is to be described further before it runs. */
  public static Mpi job(int ranks, Class<?> program) {
    return new Mpi(ranks, program, List.of(), "", List.of());
  }

  /** The same job with more options for the ranks' JVMs, for instance {@code -Xmx1g}. */
  public Mpi withJavaOptions(String... options) {
    return new Mpi(ranks, program, both(javaOptions, List.of(options)), policies, startOptions);
  }

  /**
   * The same job with policies of Legio's.
   *
   * @param given as behind {@code -javaagent:legio.jar=}, for instance {@code
   *     layout=flat,log-level=info}
   */
  public Mpi withPolicies(String given) {
    return new Mpi(ranks, program, javaOptions, given, startOptions);
  }

  /** The same job with so many processes for each rank, 1 to 4. */
  public Mpi withReplicas(int replicas) {
    return with(StartOption.REPLICAS, replicas);
  }

  /** The same job, in which a process that a signal has ended is restarted up to so many times. */
  public Mpi withRestarts(int restarts) {
    return with(StartOption.RESTART, restarts);
  }

  private Mpi with(StartOption option, int value) {
    List<String> more = option.arguments(String.valueOf(value));
    return new Mpi(ranks, program, javaOptions, policies, both(startOptions, more));
  }

  private static List<String> both(List<String> some, List<String> more) {
    List<String> all = new ArrayList<>(some);
    all.addAll(more);
    return all;
  }

  /**
   * Runs the job and waits for its end.
   *
   * @throws IOException if the job cannot be started
   * @throws InterruptedException if this thread was interrupted; the job has been ended
   */
  public Ended run(String... arguments) throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(command(jar(), arguments));
    builder.environment().put(Variables.LAUNCHER, String.valueOf(ProcessHandle.current().pid()));
    Process job = builder.start();
    try {
      job.getOutputStream().close();
      CompletableFuture<String> output = text(job.getInputStream());
      CompletableFuture<String> errors = text(job.getErrorStream());
      int status = job.waitFor();
      return new Ended(status, output.join(), errors.join());
    } finally {
      job.destroy();
    }
  }

  private List<String> command(Path jar, String... arguments) {
    List<String> command = new ArrayList<>(Mpirun.command(JAVA, jar));
    command.addAll(StartOption.RANKS.arguments(String.valueOf(ranks)));
    command.addAll(startOptions);
    command.add(JAVA);
    command.add("-javaagent:" + jar + (policies.isEmpty() ? "" : "=" + policies));
    command.addAll(javaOptions);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), program.getName()));
    command.addAll(List.of(arguments));
    return command;
  }

  private static Path jar() throws IOException {
    try {
      Path jar = Path.of(Mpi.class.getProtectionDomain().getCodeSource().getLocation().toURI());
      if (Files.isRegularFile(jar)) {
        return jar;
      }
      throw new IOException(
          "Legio's classes come from " + jar + "; put legio.jar on the class path instead");
    } catch (URISyntaxException e) {
      throw new IOException("the place of legio.jar is no path: " + e.getMessage(), e);
    }
  }

  private static CompletableFuture<String> text(InputStream stream) {
    CompletableFuture<String> text = new CompletableFuture<>();
    Thread reader =
        new Thread(
            () -> {
              try (stream) {
                text.complete(new String(stream.readAllBytes(), Charset.defaultCharset()));
              } catch (IOException e) {
                text.completeExceptionally(new UncheckedIOException(e));
              }
            },
            "output-of-job");
    reader.setDaemon(true);
    reader.start();
    return text;
  }
}
