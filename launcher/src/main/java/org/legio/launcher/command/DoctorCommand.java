package org.legio.launcher.command;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.legio.launcher.job.Hosts;
import org.legio.launcher.machine.Colors;
import org.legio.launcher.machine.Terminal;
import org.legio.ulfm.messages.ExitStatus;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Prints what the {@link Doctor} has found, and what to do about problems. */
@Command(
    name = "doctor",
    description = "Say what is found here and what to do about what is not.",
    mixinStandardHelpOptions = true,
    footer = {"", "The exit status is 0 when jobs can run, or can once an MPI is prepared."})
public final class DoctorCommand implements Callable<Integer> {
  private final LauncherContext context;
  private final Supplier<Optional<String>> objectionToDefaults;

  @Spec private @Nullable CommandSpec spec;

  @Option(
      names = "--prepare",
      description = "First prepare an Open MPI where none is named or installed.")
  private boolean prepare;

  @Option(
      names = "--host",
      paramLabel = "LIST",
      description = "Check also whether a job of the embedded runtime could run on these hosts.")
  private @Nullable String hostList;

  @Option(names = "--hostfile", paramLabel = "FILE", description = "The same for a file of hosts.")
  private @Nullable String hostFile;

  @Option(
      names = "--launch-agent",
      paramLabel = "CMD",
      description = "How programs are started there, as for run. Default: ssh.")
  private @Nullable String launchAgent;

  /**
   * Makes it.
   *
   * @param objectionToDefaults what is wrong with the files of defaults
   */
  DoctorCommand(LauncherContext context, Supplier<Optional<String>> objectionToDefaults) {
    this.context = context;
    this.objectionToDefaults = objectionToDefaults;
  }

  @Override
  public Integer call() {
    if (prepare) {
      context.mpiFinder().findOpenMpi(Optional.empty());
    }
    List<Finding> findings = new ArrayList<>(new Doctor(context, objectionToDefaults).examine());
    findings.addAll(hosts());
    Colors colors = LegioCommand.color(spec).at(Terminal.STANDARD_OUTPUT, context.machine());
    findings.forEach(finding -> context.out().println(finding.line(colors)));
    boolean wrong =
        findings.stream().anyMatch(finding -> finding.verdict() == Finding.Verdict.WRONG);
    return ExitStatus.of(!wrong);
  }

  private List<Finding> hosts() {
    try {
      Hosts hosts =
          hostFile != null
              ? Hosts.inFile(hostFile, context.machine())
              : hostList != null ? Hosts.listed(hostList) : Hosts.unnamed();
      return new HostsDoctor(context).examine(hosts.names(), Optional.ofNullable(launchAgent));
    } catch (IllegalArgumentException e) {
      throw LegioCommand.refusal(spec, String.valueOf(e.getMessage()));
    }
  }
}
