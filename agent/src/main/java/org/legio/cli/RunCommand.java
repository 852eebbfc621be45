package org.legio.cli;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Runs a program: builds the mpirun line and waits for the job's end. */
@Command(
    name = "run",
    description = "Run a Java MPI program under mpirun with the agent.",
    mixinStandardHelpOptions = true,
    versionProvider = LegioCommand.Version.class,
    footer = {
      "",
      "Example: bin/legio run -n 8 --kill 3@reduce:4 -- -cp app.jar App",
      "The exit status is mpirun's."
    })
final class RunCommand implements Callable<Integer> {
  private final Context context;

  @Mixin private JobOptions options = new JobOptions();

  @Option(names = "--host", paramLabel = "LIST", description = "mpirun's list of hosts.")
  private @Nullable String hosts;

  @Option(names = "--plain", description = "Run without the agent, for comparison.")
  private boolean plain;

  @Option(names = "--dry-run", description = "Print the command line, run nothing.")
  private boolean dryRun;

  RunCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    Job job = job();
    MpiFinder finder = context.mpiFinder();
    Optional<String> named = options.mpi();
    MpiInstallation installation = dryRun ? finder.findUnprepared(named) : finder.find(named);
    requireReachable(installation);
    List<String> command = job.command(installation, context.machine());
    if (dryRun) {
      noteUnprepared(installation);
      context.out().println(ShellQuoting.line(command));
      return 0;
    }
    return JobProcess.start(command).waitFor();
  }

  private void noteUnprepared(MpiInstallation installation) {
    PreparedMpi own = context.preparedMpi();
    if (installation.equals(own.installation()) && !own.isReady()) {
      context.err().println("legio: this MPI is not there yet; 'bin/legio run' prepares it");
    }
  }

  private Job job() {
    int count = options.ranks();
    List<String> javaArguments = options.javaArguments();
    return new Job(
        count,
        Optional.ofNullable(hosts),
        plain ? withoutAgent() : Optional.of(agentArgument()),
        options.mpirunArguments(),
        javaArguments);
  }

  private Optional<String> withoutAgent() {
    options.requireNothingOfTheAgent();
    return Optional.empty();
  }

  private String agentArgument() {
    List<KillSpec> deaths = options.kills(context);
    return new AgentOptions(options.policies(context), deaths)
        .javaArgument(context.jar().toString(), options.javaArguments());
  }

  private void requireReachable(MpiInstallation installation) {
    if (!installation.spansHosts() && !onlyThisHost()) {
      throw new CannotRunException(
          "--host "
              + hosts
              + ": "
              + installation.description()
              + " is on this host only; install Open MPI 5 on every host and name its mpirun with"
              + " --mpi");
    }
  }

  private boolean onlyThisHost() {
    return hosts == null
        || Stream.of(hosts.split(","))
            .map(host -> host.replaceFirst(":.*", ""))
            .allMatch(context.machine()::isThisHost);
  }
}
