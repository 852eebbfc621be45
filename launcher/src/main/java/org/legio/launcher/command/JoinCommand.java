package org.legio.launcher.command;

import java.nio.file.Path;
import java.util.Set;
import java.util.SortedMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.legio.launcher.job.JobSocket;
import org.legio.launcher.machine.CannotRunException;
import org.legio.ulfm.messages.ExitStatus;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Adds a host to a running job. */
@Command(
    name = "join",
    description =
        "Add a host to a running job of the embedded runtime with --restart and --host. It runs"
            + " nothing until another host is lost. Run it where the job was started.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example: bin/legio join n9:4"})
final class JoinCommand implements Callable<Integer> {
  private final LauncherContext context;

  @Spec private @Nullable CommandSpec spec;

  @Parameters(
      paramLabel = "HOST:SLOTS",
      description = "The host, and for how many processes it has room. Default: 1.")
  private String host = "";

  @Option(
      names = "--job",
      paramLabel = "PID",
      description = "The process id of the job's bin/legio. Default: the user's only such job.")
  private @Nullable Long job;

  JoinCommand(LauncherContext context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    if (!host.matches("[^\\s:/,]+(:[1-9]\\d{0,5})?")) {
      throw LegioCommand.refusal(
          spec, "'%s' is no host with slots; write for instance n9:4".formatted(host));
    }
    JobSocket.Answer answer = JobSocket.ask(found(), host);
    if (!answer.isDone()) {
      throw new CannotRunException(answer.message());
    }
    context.out().println("legio: " + answer.message());
    return ExitStatus.SUCCESS.number();
  }

  private Path found() {
    SortedMap<Long, Path> jobs = JobSocket.all();
    Long wanted = job;
    if (wanted == null && jobs.size() == 1) {
      return jobs.values().iterator().next();
    }
    if (wanted == null) {
      throw LegioCommand.refusal(
          spec, "%d jobs can be joined; %s".formatted(jobs.size(), which(jobs.keySet())));
    }
    Path socket = jobs.get(wanted);
    if (socket == null) {
      throw LegioCommand.refusal(
          spec,
          "--job %d is no job that a host can join; %s".formatted(wanted, which(jobs.keySet())));
    }
    return socket;
  }

  private static String which(Set<Long> jobs) {
    return jobs.isEmpty()
        ? "start one by bin/legio run --mpi embedded --host n0:4,n1:4 --restart 3"
        : "name one by --job: " + String.join(", ", jobs.stream().map(String::valueOf).toList());
  }
}
