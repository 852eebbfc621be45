package org.legio.launcher.embedded;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.legio.core.settings.Setting;
import org.legio.runtime.lanes.SegmentName;
import org.legio.runtime.shm.HostMap;
import org.legio.runtime.shm.JobShape;
import org.legio.runtime.shm.Keeping;
import org.legio.runtime.shm.ReplicaGroups;

/**
 * A job of the embedded runtime, as its command line describes it: {@link StartOption}s, and the
 * command that each process runs.
 *
 * <p>It is read without the library that reads the other command lines: {@link Mpirun} starts with
 * each job of a test, and that library takes longer to start than all the rest.
 */
final class StartOptions {
  private static final int NOBODY = -1;

  /** Kept for restarts where nothing else is said. */
  private static final int KEPT_MEGABYTES = 256;

  private static final int HOST_TIMEOUT_SECONDS = 20;
  private static final String WITHOUT_HOSTS =
      "has no effect without " + StartOption.HOSTS.flag() + "; add that";

  private int ranks;
  private Replicas replicas = Replicas.NONE;
  private int restarts;
  private @Nullable Integer keptMegabytes;
  private @Nullable String keptIn;
  private ReplicaGroups replicaGroups = ReplicaGroups.single(1);
  private int inputRank;
  private boolean isTagged;
  private boolean isProtected = true;
  private @Nullable Path survivalFile;
  private @Nullable String directory;
  private @Nullable String outputFolder;
  private long timeoutSeconds;
  private @Nullable Integer hostTimeoutSeconds;
  private @Nullable Cores cores;
  private @Nullable HostList hosts;
  private @Nullable HostList spareHosts;
  private @Nullable HostMap hostMap;
  private LaunchAgent launchAgent = LaunchAgent.SSH;
  private boolean isMappedByNode;
  private boolean isEncrypted;
  private @Nullable Integer streams;
  private boolean isInputBrought;
  private final List<String> handedOn = new ArrayList<>();
  private final Map<String, String> variables = new LinkedHashMap<>();
  private final List<String> missingVariables = new ArrayList<>();
  private final List<String> command = new ArrayList<>();

  private StartOptions() {}

  /**
   * Reads a command line.
   *
   * @param arguments the options, then the command that each process runs
   * @param environment where variables are that {@code -x} only names
   * @throws IllegalArgumentException if it is wrong; the message says what to write
   */
  static StartOptions parse(List<String> arguments, Map<String, String> environment) {
    StartOptions options = read(arguments, environment);
    if (options.hosts == null) {
      options.requireNothingOfHosts();
      options.requirePlace(options.replicaGroups.processes());
    } else {
      options.hostMap = options.withStreams(options.mapped(options.hosts));
    }
    return options;
  }

  private HostMap mapped(HostList list) {
    if (restarts == 0) {
      return list.map(replicaGroups, isMappedByNode);
    }
    HostList spares = spareHosts == null ? HostList.none() : spareHosts;
    spares.requireOthersThan(list);
    return list.map(replicaGroups, isMappedByNode, spares);
  }

  /**
   * What a daemon is told to run on its host. Its launcher brings the input.
   *
   * @throws IllegalArgumentException if it cannot run here; the message says what to do
   */
  static StartOptions of(HostJob job) {
    StartOptions options = read(job.arguments(), System.getenv());
    options.isInputBrought = true;
    options.variables.putAll(job.variables());
    options.requirePlace(job.hosts().processesOf(job.hosts().me()).length);
    return options;
  }

  private static StartOptions read(List<String> arguments, Map<String, String> environment) {
    StartOptions options = new StartOptions();
    int next = 0;
    while (next < arguments.size() && arguments.get(next).startsWith("-")) {
      StartOption option = StartOption.named(arguments.get(next));
      next++;
      String value = option.hasValue() ? value(option, arguments, next++) : "";
      options.take(option, value, environment);
      if (option.isForDaemons()) {
        options.handedOn.addAll(option.arguments(value));
      }
    }
    options.command.addAll(arguments.subList(next, arguments.size()));
    options.finish();
    return options;
  }

  private static String value(StartOption option, List<String> arguments, int at) {
    if (at >= arguments.size()) {
      throw new IllegalArgumentException(option.flag() + " has no value");
    }
    return arguments.get(at);
  }

  /** Checks what one option alone cannot tell. */
  private void finish() {
    if (ranks < 1) {
      throw new IllegalArgumentException("the number of ranks is missing; add for instance -n 8");
    }
    if (inputRank >= ranks) {
      throw StartOption.INPUT.refusal("" + inputRank, "the ranks are 0 to " + (ranks - 1));
    }
    requireRestart(StartOption.KEEP, keptMegabytes);
    requireRestart(StartOption.KEEP_IN, keptIn);
    requireRestart(StartOption.SPARE_HOSTS, spareHosts);
    replicaGroups = replicas.of(ranks);
    if (command.isEmpty()) {
      throw new IllegalArgumentException("no program given: put it after the options");
    }
  }

  /** Refuses what cannot run on this host. */
  private void requirePlace(int processes) {
    FreeMemory.requireFor(processes);
    requireProgram(command.get(0));
  }

  private void requireNothingOfHosts() {
    if (hostTimeoutSeconds != null) {
      throw StartOption.HOST_TIMEOUT.refusal(hostTimeoutSeconds.toString(), WITHOUT_HOSTS);
    }
    if (spareHosts != null) {
      throw StartOption.SPARE_HOSTS.refusal(spareHosts.toString(), WITHOUT_HOSTS);
    }
    if (isEncrypted) {
      throw new IllegalArgumentException(StartOption.TLS.flag() + " " + WITHOUT_HOSTS);
    }
    if (streams != null) {
      throw StartOption.STREAMS.refusal(streams.toString(), WITHOUT_HOSTS);
    }
  }

  private HostMap withStreams(HostMap map) {
    if (streams != null && usesDecisionLogs()) {
      throw StartOption.STREAMS.refusal(
          streams.toString(),
          (replicaGroups.areReplicated() ? StartOption.REPLICAS : StartOption.RESTART).flag()
              + ": daemons carry the messages then; drop one of the two");
    }
    HostMap made = streams == null ? map : map.withStreams(streams);
    if (!JobShape.hasRoomFor(made)) {
      throw StartOption.STREAMS.refusal(
          String.valueOf(streams), "the rings of a host take more than 2 GB; give fewer");
    }
    return made;
  }

  private void requireRestart(StartOption option, @Nullable Object value) {
    if (restarts == 0 && value != null) {
      throw option.refusal(
          value.toString(), "has no effect without " + StartOption.RESTART.flag() + "; add that");
    }
  }

  private static void requireProgram(String program) {
    boolean isThere =
        program.contains("/")
            ? Files.isExecutable(Path.of(program))
            : SearchPath.find(program).isPresent();
    if (!isThere) {
      throw new IllegalArgumentException(
          program + ": there is no such program; correct its path, or PATH");
    }
  }

  private void take(StartOption option, String value, Map<String, String> environment) {
    switch (option) {
      case RANKS -> ranks = option.number(value);
      case HOSTS -> hosts = HostList.listed(option.flag(), value);
      case SPARE_HOSTS -> spareHosts = HostList.listed(option.flag(), value);
      case HOST_FILE -> hosts = HostList.inFile(option.flag(), value);
      case LAUNCH_AGENT -> launchAgent = LaunchAgent.parse(value);
      case HOST_TIMEOUT -> hostTimeoutSeconds = option.number(value);
      case TLS -> isEncrypted = true;
      case STREAMS -> streams = option.number(value);
      case MAPPING -> isMappedByNode = isByNode(option, value);
      case EXPORT -> export(value, environment);
      case DIRECTORY -> directory = folder(option, value);
      case TAG_OUTPUT -> isTagged = true;
      case OUTPUT_FOLDER -> outputFolder = value;
      case TIMEOUT -> timeoutSeconds = option.number(value);
      case BINDING -> cores = cores(option, value);
      case REPLICAS -> replicas = Replicas.parse(value);
      case RESTART -> restarts = option.number(value);
      case KEEP -> keptMegabytes = option.number(value);
      case KEEP_IN -> keptIn = folder(option, value);
      case INPUT -> inputRank = reader(option, value);
      case SURVIVAL -> survivalFile = Path.of(value);
      case WITHOUT_FT -> isProtected = false;
      case OVERSUBSCRIBE, AS_ROOT -> {
        // so it is always
      }
    }
  }

  private static int reader(StartOption option, String value) {
    if (value.equals("none")) {
      return NOBODY;
    }
    if (!value.matches("\\d{1,9}")) {
      throw option.refusal(value, "write a rank or none");
    }
    return Integer.parseInt(value);
  }

  private static boolean isByNode(StartOption option, String value) {
    return switch (value) {
      case "node" -> true;
      case "slot" -> false;
      default -> throw option.refusal(value, "write slot or node");
    };
  }

  private static @Nullable Cores cores(StartOption option, String value) {
    return switch (value) {
      case "core" -> new Cores();
      case "none" -> null;
      default -> throw option.refusal(value, "write core or none");
    };
  }

  private static String folder(StartOption option, String value) {
    if (!Files.isDirectory(Path.of(value))) {
      throw option.refusal(value, "there is no such folder");
    }
    return value;
  }

  private void export(String variable, Map<String, String> environment) {
    int equals = variable.indexOf('=');
    String value = environment.get(variable);
    if (equals > 0) {
      variables.put(variable.substring(0, equals), variable.substring(equals + 1));
    } else if (value != null) {
      variables.put(variable, value);
    } else {
      missingVariables.add(variable);
    }
  }

  /** The hosts of the job, and which ranks run on each; empty for this one. */
  Optional<HostMap> hosts() {
    return Optional.ofNullable(hostMap);
  }

  /** How many processes each host of the map has room for. */
  int[] slots() {
    HostList all = hosts;
    HostMap map = hostMap;
    if (all == null || map == null) {
      throw new IllegalStateException("the job has no hosts");
    }
    return IntStream.range(0, map.hosts())
        .mapToObj(map::name)
        .mapToInt(name -> all.slots(name) + (spareHosts == null ? 0 : spareHosts.slots(name)))
        .toArray();
  }

  /** Whether hosts encrypt what they send each other. */
  boolean isEncrypted() {
    return isEncrypted;
  }

  /** What starts the daemons on the hosts. */
  LaunchAgent launchAgent() {
    return launchAgent;
  }

  /**
   * The options and the command as daemons need them: folders are named so that they are the same
   * wherever a daemon is started.
   */
  List<String> forDaemons() {
    List<String> arguments = new ArrayList<>(handedOn);
    arguments.addAll(StartOption.DIRECTORY.arguments(absolute(directory().orElse(""))));
    outputFolder()
        .ifPresent(
            folder -> arguments.addAll(StartOption.OUTPUT_FOLDER.arguments(absolute(folder))));
    arguments.addAll(command);
    return arguments;
  }

  private static String absolute(String folder) {
    return Path.of(folder).toAbsolutePath().toString();
  }

  /** Whether this process writes the input of a rank, which otherwise reads this one's. */
  boolean isFed(int rank) {
    return rank == inputRank && (areOutputsRepeated(rank) || isInputBrought);
  }

  /** Whether several processes read the same input, at once or one after the other. */
  boolean isInputRepeated() {
    return inputRank != NOBODY && areOutputsRepeated(inputRank);
  }

  /** Whether several processes of a rank print the same, at once or one after the other. */
  boolean areOutputsRepeated(int rank) {
    return replicaGroups.size(rank) > 1 || restarts > 0;
  }

  /** Whether a rank's questions reach the user before their lines end: not where outputs repeat. */
  boolean mayAsk(int rank) {
    return rank == inputRank && !areOutputsRepeated(rank);
  }

  /** Whether ranks have replicas, or may be restarted. */
  boolean usesDecisionLogs() {
    return replicaGroups.areReplicated() || restarts > 0;
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
    if (restarts == 0) {
      return Keeping.NOTHING;
    }
    int megabytes = keptMegabytes == null ? KEPT_MEGABYTES : keptMegabytes;
    Path folder =
        keptIn == null ? SegmentName.SHARED_MEMORY_FOLDER : Path.of(keptIn).toAbsolutePath();
    return new Keeping(restarts, megabytes << 20, folder);
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

  /** How long a host may not hear the launcher; one that is silent for twice as long is lost. */
  long hostTimeoutNs() {
    Integer seconds = hostTimeoutSeconds;
    return TimeUnit.SECONDS.toNanos(seconds == null ? HOST_TIMEOUT_SECONDS : seconds);
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

  /** Variables that {@code -x} names and that there are not. */
  List<String> missingVariables() {
    return missingVariables;
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
