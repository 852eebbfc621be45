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
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Prints what the {@link Doctor} has found, and what to do about problems. */
@Command(
    name = "doctor",
    description = {"Say what is found here and what to do about what is not; on named hosts, too."},
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

  @Mixin private final HostOptions hosts = new HostOptions();

  /**
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
    hosts.named(context.machine()).ifPresent(named -> findings.addAll(examine(named)));
    Colors colors = LegioCommand.color(spec).at(Terminal.STANDARD_OUTPUT, context.machine());
    findings.forEach(finding -> context.out().println(finding.line(colors)));
    boolean wrong =
        findings.stream().anyMatch(finding -> finding.verdict() == Finding.Verdict.WRONG);
    return ExitStatus.of(!wrong);
  }

  private List<Finding> examine(Hosts named) {
    HostsDoctor doctor = new HostsDoctor(context);
    return LegioCommand.valid(spec, () -> doctor.examine(named.names(), hosts.launchAgent()));
  }
}
