package org.legio.launcher.embedded;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.legio.core.settings.Setting;
import org.legio.runtime.lanes.SegmentName;
import org.legio.runtime.shm.Keeping;
import org.legio.runtime.shm.ReplicaGroups;
import org.legio.ulfm.messages.Messages;

/**
 * The options of the command line, named as those of Open MPI's mpirun.
 *
 * <p>It is read without the library that reads the other command lines: this process starts with
 * each job, and that library takes longer to start than all the rest.
 */
final class StartOptions {
  private static final Set<String> ONE_HOST =
      Set.of("--host", "-H", "-host", "--hostfile", "-hostfile", "--machinefile", "-machinefile");

  /** Options without a value. */
  private static final Set<String> ALONE =
      Set.of("--tag-output", OptionNames.WITHOUT_FT, "--oversubscribe", "--allow-run-as-root");

  /** Has no meaning here, where all ranks are on one host. */
  private static final Set<String> IGNORED = Set.of("--oversubscribe", "--allow-run-as-root");

  private static final int NOBODY = -1;

  /** Kept for restarts where nothing else is said. */
  private static final int KEPT_MEGABYTES = 256;

  private static final int MAX_KEPT_MEGABYTES = 1536;

  private int ranks;
  private Replicas replicas = Replicas.NONE;
  private int restarts;
  private int keptMegabytes = KEPT_MEGABYTES;
  private Path keptIn = SegmentName.SHARED_MEMORY_FOLDER;
  private ReplicaGroups replicaGroups = ReplicaGroups.single(1);
  private int inputRank;
  private boolean isTagged;
  private boolean isProtected = true;
  private @Nullable Path survivalFile;
  private @Nullable String directory;
  private @Nullable String outputFolder;
  private long timeoutSeconds;
  private @Nullable Cores cores;
  private final Map<String, String> variables = new LinkedHashMap<>();
  private final List<String> command = new ArrayList<>();

  private StartOptions() {}

  /**
   * Reads a command line.
   *
   * @throws IllegalArgumentException if it is wrong; the message says what to write
   */
  static StartOptions parse(String[] arguments, Map<String, String> environment) {
    StartOptions options = new StartOptions();
    int next = 0;
    while (next < arguments.length && arguments[next].startsWith("-")) {
      next += options.take(arguments, next, environment);
    }
    options.command.addAll(List.of(arguments).subList(next, arguments.length));
    if (options.ranks < 1) {
      throw new IllegalArgumentException("the number of ranks is missing; add for instance -n 8");
    }
    if (options.inputRank >= options.ranks) {
      throw new IllegalArgumentException(
          "--stdin " + options.inputRank + ": the ranks are 0 to " + (options.ranks - 1));
    }
    options.replicaGroups = options.replicas.of(options.ranks);
    if (options.keptMegabytes > MAX_KEPT_MEGABYTES) {
      throw new IllegalArgumentException(
          OptionNames.KEEP
              + " "
              + options.keptMegabytes
              + ": at most "
              + MAX_KEPT_MEGABYTES
              + " megabytes can be kept");
    }
    requireProgram(options.command);
    return options;
  }

  private static void requireProgram(List<String> command) {
    if (command.isEmpty()) {
      throw new IllegalArgumentException("no program: name it behind the options");
    }
    String program = command.get(0);
    boolean isThere =
        program.contains("/")
            ? Files.isExecutable(Path.of(program))
            : SearchPath.find(program).isPresent();
    if (!isThere) {
      throw new IllegalArgumentException(
          program + ": there is no such program; correct its path, or PATH");
    }
  }

  /** Takes one option; returns how many arguments it has, its name included. */
  private int take(String[] arguments, int at, Map<String, String> environment) {
    String name = arguments[at];
    if (ONE_HOST.contains(name)) {
      throw new IllegalArgumentException(
          name + ": the embedded runtime runs on one host; use Open MPI, by --mpi and its mpirun");
    }
    switch (name) {
      case "--tag-output" -> isTagged = true;
      case OptionNames.WITHOUT_FT -> isProtected = false;
      case "-n", "-np", "-c" -> ranks = number(name, value(arguments, at));
      case OptionNames.REPLICAS -> replicas = Replicas.parse(value(arguments, at));
      case OptionNames.RESTART -> restarts = number(name, value(arguments, at));
      case OptionNames.KEEP -> keptMegabytes = number(name, value(arguments, at));
      case OptionNames.KEEP_IN ->
          keptIn = Path.of(folder(name, value(arguments, at))).toAbsolutePath();
      case OptionNames.SURVIVAL -> survivalFile = Path.of(value(arguments, at));
      case "--stdin" -> inputRank = reader(value(arguments, at));
      case "--timeout" -> timeoutSeconds = number(name, value(arguments, at));
      case "--wdir", "-wdir" -> directory = folder(name, value(arguments, at));
      case "--output-filename" -> outputFolder = value(arguments, at);
      case "--bind-to" -> cores = cores(value(arguments, at));
      case "-x" -> export(value(arguments, at), environment);
      default -> {
        if (!IGNORED.contains(name)) {
          throw new IllegalArgumentException(
              name + " is no option of the embedded runtime; use Open MPI for it");
        }
      }
    }
    return ALONE.contains(name) ? 1 : 2;
  }

  private static String value(String[] arguments, int at) {
    if (at + 1 >= arguments.length) {
      throw new IllegalArgumentException(arguments[at] + " has no value");
    }
    return arguments[at + 1];
  }

  private static int number(String name, String value) {
    if (!value.matches("[1-9]\\d{0,8}")) {
      throw new IllegalArgumentException(
          name + " " + value + " is no number of 1 or more; write for instance " + name + " 8");
    }
    return Integer.parseInt(value);
  }

  private static int reader(String value) {
    if (value.equals("none")) {
      return NOBODY;
    }
    if (!value.matches("\\d{1,9}")) {
      throw new IllegalArgumentException("--stdin " + value + ": write a rank or none");
    }
    return Integer.parseInt(value);
  }

  private static @Nullable Cores cores(String value) {
    return switch (value) {
      case "core" -> new Cores();
      case "none" -> null;
      default -> throw new IllegalArgumentException("--bind-to " + value + ": write core or none");
    };
  }

  private static String folder(String name, String value) {
    if (!Files.isDirectory(Path.of(value))) {
      throw new IllegalArgumentException(name + " " + value + ": there is no such folder");
    }
    return value;
  }

  private void export(String variable, Map<String, String> environment) {
    int equals = variable.indexOf('=');
    if (equals > 0) {
      variables.put(variable.substring(0, equals), variable.substring(equals + 1));
    } else if (!environment.containsKey(variable)) {
      Messages.say("legio: -x " + variable + ": there is no such variable");
    }
  }

  /** The ranks and their replicas. */
  ReplicaGroups replicaGroups() {
    return replicaGroups;
  }

  /** How often each process may be restarted. */
  int restarts() {
    return restarts;
  }

  /** What is kept for that. */
  Keeping keeping() {
    return restarts == 0 ? Keeping.NOTHING : new Keeping(restarts, keptMegabytes << 20, keptIn);
  }

  /** The file that tells in the end how ranks have survived; empty for none. */
  Optional<Path> survivalFile() {
    return Optional.ofNullable(survivalFile);
  }

  /** The rank that reads the input; no rank's number if none does. */
  int inputRank() {
    return inputRank;
  }

  /** Whether the job continues when it loses processes. */
  boolean isProtected() {
    return isProtected;
  }

  /** Whether each line begins with the rank that has printed it. */
  boolean isTagged() {
    return isTagged;
  }

  /** Where the processes run; empty for the current folder. */
  Optional<String> directory() {
    return Optional.ofNullable(directory);
  }

  /** Where each process's outputs go; empty to pass them on. */
  Optional<String> outputFolder() {
    return Optional.ofNullable(outputFolder);
  }

  /** How long the job may take; 0 for ever. */
  long timeoutSeconds() {
    return timeoutSeconds;
  }

  /** The cores that ranks are bound to, one each; empty to leave that to the system. */
  Optional<Cores> cores() {
    return Optional.ofNullable(cores);
  }

  /** Whether the ranks' messages are JSON, and so should be their launcher's. */
  boolean isJsonWanted(Map<String, String> environment) {
    return "json".equals(environment.get(Setting.LOG_FORMAT.environmentName()))
        || command.stream().anyMatch(StartOptions::givesAgentJson);
  }

  private static boolean givesAgentJson(String argument) {
    return (argument.startsWith("-agentlib:instrument=") || argument.startsWith("-javaagent:"))
        && argument.contains(Setting.LOG_FORMAT.key() + "=json");
  }

  /** What is added to the environment of each process. */
  Map<String, String> variables() {
    return variables;
  }

  /** The command that each process runs. */
  List<String> command() {
    return command;
  }
}
