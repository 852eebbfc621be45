package org.legio.launcher.command;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import org.legio.agent.CallTable;
import org.legio.core.settings.Configuration;
import org.legio.launcher.machine.Machine;
import org.legio.launcher.machine.OwnJar;
import org.legio.launcher.machine.ProgressLine;
import org.legio.launcher.mpi.DebianTools;
import org.legio.launcher.mpi.MpiFinder;
import org.legio.launcher.mpi.PreparedMpi;

/**
 * The surroundings of every command.
 *
 * @param machine where it runs
 * @param jar the agent's jar, which also contains this command line
 * @param calls the calls that {@code --kill} may name
 * @param policies checks the values of {@code --policy}
 * @param defaults what the user's files say
 * @param streams where input comes from, and results and messages go
 */
public record LauncherContext(
    Machine machine,
    Path jar,
    KnownCalls calls,
    KnownPolicies policies,
    Defaults defaults,
    Streams streams) {

  /**
   * The standard streams of a command.
   *
   * @param in for the jobs that the user runs
   * @param out for results
   * @param err for messages
   */
  public record Streams(InputStream in, PrintStream out, PrintStream err) {}

  /** The standard input, for the jobs that the user runs. */
  InputStream in() {
    return streams.in();
  }

  /** The stream for results. */
  public PrintStream out() {
    return streams.out();
  }

  /** The stream for messages. */
  public PrintStream err() {
    return streams.err();
  }

  /** The surroundings of this process. */
  public static LauncherContext here() {
    return new LauncherContext(
        Machine.here(),
        OwnJar.path(),
        () -> new CallTable().names(),
        policies -> Configuration.parse(policies, System.getenv()),
        Defaults.NONE,
        new Streams(new FileInputStream(FileDescriptor.in), System.out, System.err));
  }

  /** The same with the files of defaults for a command that has these arguments. */
  public LauncherContext forArguments(List<String> arguments) {
    return new LauncherContext(
        machine, jar, calls, policies, Defaults.of(machine, arguments), streams);
  }

  /** What lies beside the jar. */
  public Installation installation() {
    return new Installation(jar);
  }

  /** A finder that makes an MPI where there is none, and reports that on {@link #err()}. */
  public MpiFinder mpiFinder() {
    return new MpiFinder(machine, jar, preparedMpi());
  }

  /** The MPI of our own making. */
  PreparedMpi preparedMpi() {
    return new PreparedMpi(machine, tools(), new ProgressLine(err()));
  }

  /** The packages that the prepared MPI needs. */
  DebianTools tools() {
    return new DebianTools(machine, new ProgressLine(err()));
  }
}
