package org.legio.launcher.embedded;

import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.legio.launcher.job.JobEnd;
import org.legio.launcher.job.ReadyJob;
import org.legio.launcher.job.SessionFolder;
import org.legio.launcher.machine.CannotRunException;
import org.legio.launcher.machine.Programs;
import org.legio.runtime.shm.HostMap;
import org.legio.runtime.shm.ReplicaGroups;
import org.legio.ulfm.messages.Messages;

/**
 * A job of the embedded runtime that the launcher's own process runs: it does what {@link Mpirun}
 * does in a process of its own, on the thread that runs the job.
 */
public final class EmbeddedJob implements ReadyJob {
  private final StartOptions options;
  private final Map<String, String> variables;

  private EmbeddedJob(StartOptions options, Map<String, String> variables) {
    this.options = options;
    this.variables = variables;
  }

  /**
   * Reads its command line.
   *
   * @param arguments {@link StartOption}s, then the command that each process runs
   * @param variables added to the environment of each process
   * @throws IllegalArgumentException if it is wrong; the message says what to write
   */
  public static EmbeddedJob of(List<String> arguments, Map<String, String> variables) {
    Map<String, String> environment = new HashMap<>(System.getenv());
    environment.putAll(variables);
    return new EmbeddedJob(StartOptions.parse(arguments, environment), variables);
  }

  /**
   * Whether files of it would stay if this process was killed: the checkpoints of ranks that may be
   * restarted, since those end at once, too. A process of its own is told then, and removes them.
   */
  public boolean leavesFilesIfKilled() {
    return options.restarts() > 0;
  }

  /** A line for each host that says what runs there; none where processes are not kept apart. */
  public List<String> placement() {
    Optional<HostMap> hosts = options.hosts().filter(map -> options.usesDecisionLogs());
    return hosts.stream()
        .flatMap(
            map ->
                IntStream.range(0, map.hosts())
                    .mapToObj(host -> "host %s runs %s".formatted(map.name(host), what(map, host))))
        .toList();
  }

  private String what(HostMap map, int host) {
    String ranks = ranksOf(map, host, options.replicaGroups());
    return ranks.isEmpty()
        ? "what lost hosts ran"
        : (options.replicaGroups().areReplicated() ? "replicas of ranks " : "ranks ") + ranks;
  }

  private static String ranksOf(HostMap map, int host, ReplicaGroups groups) {
    return Arrays.stream(map.processesOf(host))
        .mapToObj(process -> Integer.toString(groups.rankOf(process)))
        .collect(Collectors.joining(", "));
  }

  @Override
  public JobEnd run() {
    return run(RankStreams.OF_THIS_PROCESS);
  }

  @Override
  public JobEnd run(Consumer<String> out, Consumer<String> err) {
    try (LineStream outLines = new LineStream(out);
        LineStream errLines = new LineStream(err)) {
      Messages.sendTo(errLines::add);
      return run(RankStreams.to(outLines, errLines));
    }
  }

  private JobEnd run(RankStreams streams) {
    SessionFolder session = SessionFolder.make();
    try {
      Map<String, String> environment = new HashMap<>(variables);
      environment.putAll(session.variables());
      RunningJob job = Mpirun.prepare(options, streams, environment);
      endWithThisProcess(job, session);
      return run(job, session);
    } catch (IOException e) {
      throw new CannotRunException(String.valueOf(e.getMessage()), e);
    } catch (InterruptedException e) {
      throw Programs.interrupted(options.command(), e);
    } finally {
      session.remove();
    }
  }

  private static JobEnd run(RunningJob job, SessionFolder session) throws InterruptedException {
    try {
      return session.end(job.run());
    } finally {
      job.end(); // some ranks run still if another one could not be started
    }
  }

  private static void endWithThisProcess(RunningJob job, SessionFolder session) {
    Thread end =
        new Thread(
            () -> {
              job.end();
              session.remove();
            },
            "end-of-job");
    try {
      Runtime.getRuntime().addShutdownHook(end);
    } catch (IllegalStateException e) {
      throw new CannotRunException("told to end: no more jobs are started", e);
    }
  }
}
