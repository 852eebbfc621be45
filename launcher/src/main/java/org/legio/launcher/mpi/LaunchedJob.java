package org.legio.launcher.mpi;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.legio.agent.NativeHalf;
import org.legio.launcher.embedded.EmbeddedJob;
import org.legio.launcher.embedded.StartOption;
import org.legio.launcher.job.AgentArguments;
import org.legio.launcher.job.Hosts;
import org.legio.launcher.job.JobInput;
import org.legio.launcher.job.MpirunJob;
import org.legio.launcher.job.ReadyJob;
import org.legio.launcher.machine.Machine;
import org.legio.launcher.machine.OwnJar;

/**
 * A Java MPI program, and how to run it.
 *
 * @param ranks the number of ranks, at least 1
 * @param hosts where they run
 * @param agent the agent's argument for the JVM; none to run without it
 * @param mpirunArguments given to mpirun unchanged
 * @param javaArguments the JVM's options, the program and its arguments
 */
public record LaunchedJob(
    int ranks,
    Hosts hosts,
    Optional<String> agent,
    List<String> mpirunArguments,
    List<String> javaArguments) {

  /**
   * The prefix of a command that makes the kernel send SIGTERM to the process as soon as its parent
   * is gone, in whatever way. mpirun then ends its ranks and leaves no files behind.
   */
  static final List<String> TIED_TO_PARENT = List.of("setpriv", "--pdeathsig", "TERM");

  /** Variables by which batch systems name the hosts of an allocation, and which mpirun reads. */
  private static final List<String> ALLOCATIONS =
      List.of("PBS_NODEFILE", "PE_HOSTFILE", "LSB_DJOB_HOSTFILE", "LSB_HOSTS");

  private static final Pattern OF_HOSTS_OR_INPUT = Pattern.compile("^-H$|host|machine|stdin");

  /**
   * Whether it is certain that only rank 0 reads standard input, and that rank 0 is on this host.
   */
  public boolean readsHere(MpiInstallation mpi, Machine machine) {
    boolean isAllocated = ALLOCATIONS.stream().anyMatch(name -> machine.variable(name).isPresent());
    boolean isAlone = !isAllocated && !hosts.areElsewhere(machine);
    boolean isHere = isAlone || !mpi.spansHosts(hosts);
    return isHere && mpirunArguments.stream().noneMatch(OF_HOSTS_OR_INPUT.asPredicate());
  }

  /**
   * The job, ready to run on an MPI. This process itself runs one of the embedded runtime where it
   * can.
   *
   * @param input its standard input; the embedded runtime's ranks have either this process's own or
   *     none
   * @param variables added to the ranks' environment, which no other user can read
   * @throws IllegalArgumentException if an option is wrong; the message says what to write
   */
  public ReadyJob on(
      MpiInstallation mpi, Machine machine, JobInput input, Map<String, String> variables) {
    if (!(mpi instanceof EmbeddedMpi)) {
      return new MpirunJob(command(mpi, machine), input, variables);
    }
    LaunchedJob here =
        input.equals(JobInput.NONE)
            ? withMpirunArguments(StartOption.INPUT.arguments("none"))
            : this;
    EmbeddedJob job = EmbeddedJob.of(here.arguments(mpi, machine), variables);
    return job.leavesFilesIfKilled()
        ? new MpirunJob(here.command(mpi, machine), JobInput.INHERITED, variables)
        : job;
  }

  /** The whole command that runs it. */
  public List<String> command(MpiInstallation mpi, Machine machine) {
    List<String> inner = new ArrayList<>(List.of("env"));
    variables(machine).forEach((name, value) -> inner.add(name + "=" + value));
    inner.addAll(mpirun(mpi, machine));
    List<String> command = new ArrayList<>();
    if (machine.which("setpriv").isPresent()) {
      command.addAll(TIED_TO_PARENT);
    }
    command.addAll(mpi.enter(inner, machine.directory()));
    return command;
  }

  /** The same with more arguments for mpirun, before those that it has. */
  public LaunchedJob withMpirunArguments(List<String> more) {
    List<String> all = new ArrayList<>(more);
    all.addAll(mpirunArguments);
    return new LaunchedJob(ranks, hosts, agent, all, javaArguments);
  }

  /** The line that starts it, as it is written where the environment needs nothing. */
  public List<String> mpirun(MpiInstallation mpi, Machine machine) {
    List<String> line = new ArrayList<>(mpi.starter());
    line.addAll(arguments(mpi, machine));
    return line;
  }

  /** mpirun's options, and the command that each rank runs. */
  private List<String> arguments(MpiInstallation mpi, Machine machine) {
    List<String> line = new ArrayList<>(mpi.faultTolerance(agent.isPresent()));
    line.addAll(List.of("-n", String.valueOf(ranks)));
    if (mpi.takesHosts() || hosts.areElsewhere(machine)) {
      line.addAll(mpi.hostArguments(hosts));
    }
    if (!hosts.areNamed() && ranks > machine.cores()) {
      line.add("--oversubscribe");
    }
    if (!(mpi instanceof EmbeddedMpi) && machine.variable(NativeHalf.VARIABLE).isPresent()) {
      line.addAll(List.of("-x", NativeHalf.VARIABLE)); // else other hosts would not have it
    }
    line.addAll(mpirunArguments);
    line.add(mpi.java());
    agent
        .or(() -> mpi.plainAgent(javaArguments))
        .or(() -> bodiesForNatives(mpi, machine))
        .ifPresent(line::add);
    line.addAll(javaArguments);
    return line;
  }

  /** The argument by which the binding's natives work without a library of Java's own. */
  private Optional<String> bodiesForNatives(MpiInstallation mpi, Machine machine) {
    return BindingChoice.of(mpi, machine).half() == NativeHalf.JNI
        ? Optional.empty()
        : Optional.of(AgentArguments.plain(OwnJar.path().toString(), javaArguments));
  }

  private Map<String, String> variables(Machine machine) {
    Map<String, String> variables = new LinkedHashMap<>();
    if (machine.isRoot()) {
      variables.put("OMPI_ALLOW_RUN_AS_ROOT", "1");
      variables.put("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");
    }
    if (agent.isEmpty()) {
      // The same as the agent sets from inside, so that the JVM does not crash and unused
      // transports
      // print no warnings.
      variables.put("UCX_ERROR_SIGNALS", "");
      variables.put("OMPI_MCA_pml", "ob1");
      variables.put("OMPI_MCA_btl", hosts.areNamed() ? "self,sm,tcp" : "self,sm");
    }
    return variables;
  }
}
