package org.legio.integration;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A sample program and the way to run it: ranks, deaths, policies, deadline. */
public final class Job {
  static final List<String> QUICK_START = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

  /** Else a JVM says on its stdout that another one, of another container, has its file in /tmp. */
  static final String WITHOUT_PERF_DATA = "-XX:-UsePerfData";

  /**
   * The layout that jobs have which do not choose their own: {@code flat}, {@code hierarchical:K}.
   */
  private static final String LAYOUT = System.getProperty("legio.it.layout", "flat");

  /**
   * The number of hosts of jobs that do not name theirs. They are addresses of this machine, on
   * which the launch agent runs a command after it has removed a variable that nobody has.
   */
  static final int HOSTS = Integer.getInteger("legio.it.hosts", 1);

  /**
   * What does the work of the binding's natives on Open MPI: jni, libmpi; empty for its default.
   */
  static final String BINDING = System.getProperty("legio.it.binding", "");

  private static final String LOCAL_AGENT = "env -u";

  /** The programs of the module samples; all others are those of the tests. */
  private static final Set<String> SAMPLES =
      Set.of(
          "EpGenerator",
          "FileDocking",
          "Jacobi2D",
          "LigandLibrary",
          "MarkovChain",
          "MasterWorker",
          "Milestones",
          "MonteCarloPi",
          "Screening",
          "SparseMatrixVector",
          "nas.ConjugateGradient",
          "nas.IntegerSort",
          "nas.MultiGrid");

  private final String sample;
  private final List<String> arguments;
  private final List<String> jvmOptions = new ArrayList<>(QUICK_START);
  private final List<Kill> kills = new ArrayList<>();
  private final List<String> faults = new ArrayList<>();
  private final List<String> policies = new ArrayList<>();
  private final List<String> mpirunArguments = new ArrayList<>();
  private final List<String> chaosOptions = new ArrayList<>();
  private final List<String> launcherOptions = new ArrayList<>();
  private final List<String> hosts = new ArrayList<>();
  private List<String> program = List.of();
  private int ranks = 4;
  private int addresses = HOSTS;
  private String layout = LAYOUT;
  private String binding = BINDING;
  private String shellLine = "exec \"$@\"";
  private boolean plain;
  private boolean onTerminal;
  private Duration deadline = Duration.ofMinutes(HOSTS > 1 ? 3 : 1);

  private Job(String sample, List<String> arguments) {
    this.sample = sample;
    this.arguments = arguments;
  }

  /** A job of a sample program by its simple name, with its arguments; 4 ranks until said. */
  public static Job of(String sample, Object... arguments) {
    List<String> words = new ArrayList<>();
    for (Object argument : arguments) {
      words.add(argument.toString());
    }
    return new Job(sample, words);
  }

  /** A job of a program that is no sample: what java is told to start it. */
  static Job ofProgram(String name, List<String> javaArguments) {
    Job job = of(name);
    job.program = javaArguments;
    return job;
  }

  /** Adds arguments. */
  Job arguments(List<String> words) {
    arguments.addAll(words);
    return this;
  }

  /** On so many ranks. */
  public Job on(int ranks) {
    this.ranks = ranks;
    return this;
  }

  /** Over so many addresses of this machine, with as many ranks on each as there can be. */
  Job overHosts(int hosts) {
    addresses = hosts;
    return this;
  }

  /** Over hosts, each {@code name:slots}. */
  public Job hosts(Iterable<String> hosts) {
    hosts.forEach(this.hosts::add);
    return this;
  }

  /** Without the agent. */
  Job plain() {
    plain = true;
    return this;
  }

  /** Ranks of it die. */
  public Job killing(Iterable<Kill> kills) {
    kills.forEach(this.kills::add);
    return this;
  }

  /** Adds what is done to ranks, each as {@code --kill} takes it: {@code 2@allReduce:3=stop}. */
  Job injecting(String... specs) {
    faults.addAll(List.of(specs));
    return this;
  }

  /** Adds policies, each {@code key=value}. */
  public Job policies(String... policies) {
    this.policies.addAll(List.of(policies));
    return this;
  }

  /** In a layout: {@code flat} or {@code hierarchical:K}. */
  public Job layout(String layout) {
    this.layout = layout;
    return this;
  }

  /** Adds arguments of mpirun's. */
  public Job mpirun(String... arguments) {
    mpirunArguments.addAll(List.of(arguments));
    return this;
  }

  /** By the command {@code chaos}, with these options of its own: several runs of one program. */
  Job chaos(Object... options) {
    for (Object option : options) {
      chaosOptions.add(option.toString());
    }
    return this;
  }

  /** On an MPI of its own choice. */
  Job mpi(String mpi) {
    return launcher("--mpi", mpi);
  }

  /** With another than the usual to do the work of the binding's natives. */
  Job binding(String binding) {
    this.binding = binding;
    return this;
  }

  /** What does the work of the binding's natives; empty for the default. */
  String binding() {
    return binding;
  }

  /** Adds options of the launcher's. */
  Job launcher(String... options) {
    launcherOptions.addAll(List.of(options));
    return this;
  }

  /** On a terminal, whose text is its standard output. */
  Job onTerminal() {
    onTerminal = true;
    return this;
  }

  /** By a line of a shell, in which {@code "$@"} is the launcher; it may give it input. */
  Job startedBy(String shellLine) {
    this.shellLine = shellLine;
    return this;
  }

  String shellLine() {
    return shellLine;
  }

  boolean isOnTerminal() {
    return onTerminal;
  }

  Job jvm(String... options) {
    jvmOptions.addAll(List.of(options));
    return this;
  }

  /**
   * How long it may take, start of the JVMs included; until said, a minute, or three over several
   * hosts, whose processes are more.
   */
  public Job within(Duration deadline) {
    this.deadline = deadline;
    return this;
  }

  /** How long it may take. */
  public Duration deadline() {
    return deadline;
  }

  /** Runs it to its end. */
  Outcome run() {
    return RealMpi.run(this);
  }

  /** A short name for the files of evidence. */
  public String name() {
    return sample
        + "-n"
        + ranks
        + (plain ? "-plain" : "")
        + (kills.isEmpty() ? "" : "-killed")
        + (isChaos() ? "-chaos" : "");
  }

  /** The command line that follows {@code java -jar legio.jar}. */
  public List<String> command(String classPath) {
    List<String> command = new ArrayList<>();
    command.addAll(List.of(isChaos() ? "chaos" : "run", "-n", Integer.toString(ranks)));
    command.addAll(chaosOptions);
    if (!hosts.isEmpty()) {
      command.addAll(List.of("--host", String.join(",", hosts)));
    } else if (addresses > 1 && ranks > 1 && !isChaos()) {
      command.addAll(List.of("--host", addressList(), "--launch-agent", LOCAL_AGENT));
    }
    if (plain) {
      command.add("--plain");
    }
    command.addAll(launcherOptions);
    for (Kill kill : kills) {
      command.addAll(List.of("--kill", kill.toString()));
    }
    for (String fault : faults) {
      command.addAll(List.of("--kill", fault));
    }
    for (String policy : policies) {
      command.addAll(List.of("--policy", policy));
    }
    if (!plain) {
      command.addAll(List.of("--policy", "layout=" + layout));
    }
    for (String argument : mpirunArguments) {
      command.add("--mpirun-arg=" + argument);
    }
    command.add("--");
    command.add(WITHOUT_PERF_DATA);
    command.addAll(jvmOptions);
    command.addAll(program.isEmpty() ? List.of("-cp", classPath, className(sample)) : program);
    command.addAll(arguments);
    return command;
  }

  private String addressList() {
    int used = Math.min(addresses, ranks);
    return IntStream.range(0, used)
        .mapToObj(
            host ->
                "127.0.0." + (2 + host) + ":" + ((host + 1) * ranks / used - host * ranks / used))
        .collect(Collectors.joining(","));
  }

  private static String className(String program) {
    return (SAMPLES.contains(program) ? "org.legio.samples." : "org.legio.programs.") + program;
  }

  private boolean isChaos() {
    return !chaosOptions.isEmpty();
  }
}
