package org.legio.launcher.mpi;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.legio.agent.Variables;
import org.legio.launcher.machine.CannotRunException;
import org.legio.launcher.machine.Machine;
import org.legio.launcher.machine.Programs;
import org.legio.launcher.machine.ProgressLine;
import org.legio.launcher.machine.StepLimit;

/** Finds and installs the Debian packages that are needed to make and enter a root filesystem. */
public final class DebianTools {
  private static final Map<String, String> TO_ENTER = Map.of("bwrap", "bubblewrap");
  private static final Map<String, String> TO_MAKE = new LinkedHashMap<>();
  private static final String QUIET = "exec >/dev/null; "; // errors are still printed
  private static final Path KEYRING = Path.of("/usr/share/keyrings/debian-archive-keyring.gpg");

  static {
    TO_MAKE.put("mmdebstrap", "mmdebstrap");
    TO_MAKE.put("bwrap", "bubblewrap");
    TO_MAKE.put("newuidmap", "uidmap");
  }

  private final Machine machine;
  private final ProgressLine progress;

  public DebianTools(Machine machine, ProgressLine progress) {
    this.machine = machine;
    this.progress = progress;
  }

  /** Packages still to be installed to enter a root filesystem. */
  public List<String> missingToEnter() {
    return missing(TO_ENTER);
  }

  /** Packages still to be installed to make a root filesystem and enter it. */
  public List<String> missingToMake() {
    List<String> missing = missing(TO_MAKE);
    if (!Files.exists(KEYRING)) {
      missing.add("debian-archive-keyring");
    }
    return missing;
  }

  private List<String> missing(Map<String, String> packageOfCommand) {
    List<String> missing = new ArrayList<>();
    packageOfCommand.forEach(
        (command, name) -> {
          if (machine.which(command).isEmpty()) {
            missing.add(name);
          }
        });
    return missing;
  }

  /** Installs packages, as root or through sudo. Does nothing for an empty list. */
  void install(List<String> packages) {
    if (packages.isEmpty()) {
      return;
    }
    String names = String.join(" ", packages);
    progress.say("installing with apt-get what Open MPI is prepared and entered with: " + names);
    asRoot(
        List.of(
            "dpkg --configure -a",
            "apt-get update",
            "apt-get install -y --no-install-recommends " + names),
        "the packages " + names + " are missing");
  }

  /** Makes apt fetch the index of its archives. */
  void updateIndex() {
    asRoot(List.of("apt-get update"), "the index of apt's archives is missing");
  }

  private void asRoot(List<String> steps, String why) {
    if (machine.which("apt-get").isEmpty()) {
      throw new CannotRunException(
          "no suitable MPI was found and none can be prepared ("
              + why
              + ", and there is no apt-get): install Open MPI 5 or later with fault tolerance and"
              + " Java bindings and name it in "
              + Variables.MPI);
    }
    String script = String.join(" && ", steps);
    List<String> command = new ArrayList<>(becomeRoot(script, why));
    StepLimit limit = StepLimit.of(machine);
    String limited =
        steps.stream()
            .map(step -> String.join(" ", limit.applied(List.of(step), "--foreground")))
            .collect(Collectors.joining(" && "));
    command.addAll(List.of("env", "DEBIAN_FRONTEND=noninteractive", "sh", "-c", QUIET + limited));
    int status = Programs.runOnStandardError(command);
    if (limit.hasEnded(status)) {
      String what = (steps.size() > 1 ? "a command of '" : "'") + script + "'";
      throw new CannotRunException(limit.exceeded(what));
    }
    if (status != 0) {
      throw new CannotRunException(
          "'"
              + script
              + "' failed with exit status "
              + status
              + ": see its messages above, run it"
              + " as root by hand, then try again");
    }
  }

  private List<String> becomeRoot(String script, String why) {
    if (machine.isRoot()) {
      return List.of();
    }
    if (machine.which("sudo").isEmpty()) {
      throw new CannotRunException(
          why + " and there is no sudo: run '" + script + "' as root, then try again");
    }
    progress.say("this needs root once, through sudo: " + script);
    return List.of("sudo");
  }

  /**
   * Checks that bubblewrap works for this user.
   *
   * @throws CannotRunException with bubblewrap's own reason when it does not
   */
  void requireWorkingBubblewrap() {
    Programs.Outcome outcome =
        Programs.capture(
            List.of("bwrap", "--bind", "/", "/", "--dev-bind", "/dev", "/dev", "true"));
    if (!outcome.succeeded()) {
      throw new CannotRunException(
          "bubblewrap does not work here ("
              + outcome.firstLine()
              + "): allow unprivileged user namespaces (sysctl kernel.unprivileged_userns_clone=1,"
              + " on Ubuntu also kernel.apparmor_restrict_unprivileged_userns=0) or run as root");
    }
  }
}
