package org.legio.launcher.embedded;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.legio.runtime.shm.Streams;

/**
 * The options about a job's ranks, named as those of Open MPI's mpirun.
 *
 * <p>Two command lines have them: {@code bin/legio run}, which hands them on to an MPI's mpirun,
 * and the embedded runtime's {@link Mpirun}.
 */
public enum StartOption {
  /** The number of ranks. */
  RANKS(Place.MPIRUN, "N", "-n -np -c"),

  /** The hosts of the job, for instance {@code n0:2,n1:2}. */
  HOSTS(Place.MPIRUN, "LIST", "--host -H -host"),

  /** The file of the hosts, one a line. */
  HOST_FILE(Place.MPIRUN, "FILE", "--hostfile -hostfile --machinefile -machinefile"),

  /** What starts the daemons on the hosts. */
  LAUNCH_AGENT(Place.MPIRUN, "CMD", "--launch-agent"),

  /** The time after which a host that does not hear the launcher ends its ranks. */
  HOST_TIMEOUT(
      Place.EMBEDDED_RUNTIME,
      "SECONDS",
      "--host-timeout",
      "A host that does not hear the launcher for so long ends its ranks; one that is not heard"
          + " for twice as long is lost. Default: 20. On the embedded runtime only."),

  /** Encrypts what hosts send each other. */
  TLS(
      Place.EMBEDDED_RUNTIME,
      "",
      "--tls",
      "Encrypt what hosts send each other, by TLS 1.3. On the embedded runtime only."),

  /** How many connections two ranks of different hosts have. */
  STREAMS(
      Place.EMBEDDED_RUNTIME,
      "N",
      "--streams",
      "Connections for each two ranks of different hosts; a message's is found from its context"
          + " and tag. More than 1, the default, is for networks that lose packets. On the"
          + " embedded runtime only."),

  MAPPING(
      Place.EVERY_MPI,
      "HOW",
      "--map-by",
      "Fill one host after the other (slot, the default), or take turns (node)."),

  EXPORT(
      Place.EVERY_MPI,
      "NAME[=VALUE]",
      "-x",
      "A variable of the environment for all ranks; repeat it for more."),

  DIRECTORY(Place.EVERY_MPI, "DIR", "--wdir -wdir", "The ranks' working directory."),

  TAG_OUTPUT(
      Place.EVERY_MPI,
      "",
      "--tag-output",
      "Begin each line of output with the rank that has printed it."),

  OUTPUT_FOLDER(
      Place.EVERY_MPI,
      "DIR",
      "--output-filename",
      "Write each rank's output to files in this folder: rank.N/stdout and stderr."),

  TIMEOUT(Place.EVERY_MPI, "SECONDS", "--timeout", "End the job when it takes longer."),

  BINDING(Place.EVERY_MPI, "WHAT", "--bind-to", "core binds each rank to a core, none does not."),

  REPLICAS(
      Place.EMBEDDED_RUNTIME,
      "R",
      "--replicas",
      "Run each rank R times: a death is not noticed while a replica lives. 2, or for some"
          + " ranks 0:3,4-7:2. On the embedded runtime only."),

  RESTART(
      Place.EMBEDDED_RUNTIME,
      "N",
      "--restart",
      "Restart a process that a signal has ended, up to N times: it does again what it has"
          + " done, from what is kept, and continues. On the embedded runtime only."),

  SPARE_HOSTS(
      Place.EMBEDDED_RUNTIME,
      "LIST",
      "--spare-host",
      "Hosts that run nothing until one is lost: its processes are restarted there, or where a slot"
          + " is free. With --restart."),

  KEEP(
      Place.EMBEDDED_RUNTIME,
      "MB",
      "--keep",
      "How many megabytes are kept for --restart. Default: 256."),

  KEEP_IN(
      Place.EMBEDDED_RUNTIME,
      "DIR",
      "--keep-in",
      "The folder of the file that it is kept in, for instance on a disk. Default: a folder that"
          + " is memory."),

  /** The rank that reads the input, or {@code none}. */
  INPUT(Place.MPIRUN, "RANK", "--stdin"),

  /** The file that tells in the end how ranks have survived. */
  SURVIVAL(Place.MPIRUN, "FILE", "--survival"),

  /** The job ends when it loses a process. */
  WITHOUT_FT(Place.MPIRUN, "", "--without-ft"),

  /** Has no effect: ranks may outnumber the cores. */
  OVERSUBSCRIBE(Place.MPIRUN, "", "--oversubscribe"),

  /** Has no effect: any user may run a job. */
  AS_ROOT(Place.MPIRUN, "", "--allow-run-as-root");

  /** Not for the daemons of several hosts, which are told these things in another way. */
  private static final Set<StartOption> OF_LAUNCHER =
      Set.of(
          HOSTS,
          HOST_FILE,
          SPARE_HOSTS,
          LAUNCH_AGENT,
          TLS,
          STREAMS,
          MAPPING,
          SURVIVAL,
          DIRECTORY,
          OUTPUT_FOLDER,
          EXPORT);

  private static final int MAX_RESTARTS = 9999;
  private static final int MAX_KEPT_MEGABYTES = 1536;
  private static final int MAX_NUMBER = 999_999_999;

  /** Whose option it is. */
  private enum Place {
    /** Of {@code bin/legio run}, whatever MPI runs the job. */
    EVERY_MPI,

    /** Of {@code bin/legio run} where the embedded runtime runs the job. */
    EMBEDDED_RUNTIME,

    /** Of the embedded runtime's mpirun alone. */
    MPIRUN
  }

  private final Place place;
  private final String label;
  private final String names;
  private final String description;

  StartOption(Place place, String label, String names) {
    this(place, label, names, "");
  }

  /**
   * An option.
   *
   * @param label how help calls its value; empty if it has none
   * @param names separated by blanks, the usual one first
   * @param description what help says of it
   */
  StartOption(Place place, String label, String names, String description) {
    this.place = place;
    this.label = label;
    this.names = names;
    this.description = description;
  }

  /** Those of {@code bin/legio run}. */
  public static List<StartOption> ofRun() {
    return Stream.of(values()).filter(option -> option.place != Place.MPIRUN).toList();
  }

  /**
   * The option of a name.
   *
   * @throws IllegalArgumentException if there is none; the message says what to do
   */
  static StartOption named(String name) {
    for (StartOption option : values()) {
      if (option.names().contains(name)) {
        return option;
      }
    }
    throw new IllegalArgumentException(
        name + " is no option of the embedded runtime; use Open MPI for it");
  }

  private List<String> names() {
    return List.of(names.split(" "));
  }

  /** Its usual name. */
  public String flag() {
    return names().get(0);
  }

  /** How help calls its value; empty if it has none. */
  public String label() {
    return label;
  }

  /** What help says of it. */
  public String description() {
    return description;
  }

  /** Whether it has a value. */
  public boolean hasValue() {
    return !label.isEmpty();
  }

  /** Whether it may be given more than once, for one value each. */
  public boolean isRepeatable() {
    return this == EXPORT;
  }

  /** Whether only the embedded runtime can do what it asks for. */
  public boolean needsEmbeddedRuntime() {
    return place == Place.EMBEDDED_RUNTIME;
  }

  /** Whether the daemons of several hosts are to know it as it is. */
  boolean isForDaemons() {
    return !OF_LAUNCHER.contains(this);
  }

  /**
   * The arguments by which a command line has it.
   *
   * @param value of no matter if it has none
   */
  public List<String> arguments(String value) {
    return hasValue() ? List.of(flag(), value) : List.of(flag());
  }

  /**
   * Reads a value that is a number.
   *
   * @throws IllegalArgumentException if it is none, or not one of those allowed
   */
  public int number(String value) {
    if (!value.matches("[1-9]\\d{0,8}") || Integer.parseInt(value) > maxNumber()) {
      throw refusal(value, "give a number from 1 to " + maxNumber());
    }
    return Integer.parseInt(value);
  }

  private int maxNumber() {
    return switch (this) {
      case RESTART -> MAX_RESTARTS;
      case KEEP -> MAX_KEPT_MEGABYTES;
      case STREAMS -> Streams.MAX;
      default -> MAX_NUMBER;
    };
  }

  /** The exception for a value that is wrong. */
  IllegalArgumentException refusal(String value, String what) {
    return new IllegalArgumentException(flag() + " " + value + ": " + what);
  }
}
