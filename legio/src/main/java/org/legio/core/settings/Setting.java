package org.legio.core.settings;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * One thing that can be configured: its name, what it is for and which values it takes.
 *
 * <p>The policies are those of the thesis, sections 3.3 to 3.5.
 */
public enum Setting {
  /** A broadcast whose root is dead. */
  BCAST_ROOT_FAILED(
      "bcast.root-failed", Kind.POLICY, Scope.MEMBERS, "a broadcast whose root is dead"),
  /** A message to a dead rank. */
  SEND_DESTINATION_FAILED(
      "send.destination-failed", Kind.POLICY, Scope.RANK, "a message whose destination is dead"),
  /** Repetitions after failures that no death explains. */
  SEND_RETRIES(
      "send.retries",
      Kind.COUNT,
      Scope.RANK,
      "how often a send or collective is retried that failed without a known death"
          + " (MPI_ERR_OTHER, MPI_ERR_INTERN), after 1 ms, 2 ms, 4 ms and so on, 1 s at most;"
          + " then the program gets the error"),
  /** A receive from a dead rank. */
  RECV_SOURCE_FAILED(
      "recv.source-failed",
      Kind.POLICY,
      Scope.RANK,
      "a receive or probe whose source is dead; ignored, it completes as from PROC_NULL"),
  /** A receive from any source after a death. */
  RECV_ANY_SOURCE(
      "recv.any-source",
      Kind.ANY_SOURCE,
      Scope.RANK,
      "a receive or probe from any source after a death: continue waiting, return an"
          + " empty status from the dead rank (once each), or abort"),
  /** A reduction whose root is dead. */
  REDUCE_ROOT_FAILED(
      "reduce.root-failed", Kind.POLICY, Scope.MEMBERS, "a reduction whose root is dead"),
  /** A gather whose root is dead. */
  GATHER_ROOT_FAILED(
      "gather.root-failed", Kind.POLICY, Scope.MEMBERS, "a gather whose root is dead"),
  /** Whether gathered data closes up. */
  GATHER_SHIFT(
      "gather.shift",
      Kind.SWITCH,
      Scope.MEMBERS,
      "whether gathered blocks close up over the dead instead of keeping their places"),
  /** What the blocks of ranks that die in the call hold. */
  LOST_BLOCKS(
      "lost-blocks",
      Kind.LOST_BLOCKS,
      Scope.RANK,
      "what a direct receive buffer of gather, allGather or allToAll (flat layout)"
          + " holds for a rank that dies in the call: its old content, or zeros, which saves"
          + " large messages a copy"),
  /** A scatter whose root is dead. */
  SCATTER_ROOT_FAILED(
      "scatter.root-failed", Kind.POLICY, Scope.MEMBERS, "a scatter whose root is dead"),
  /** Whether scattered data closes up. */
  SCATTER_SHIFT(
      "scatter.shift",
      Kind.SWITCH,
      Scope.MEMBERS,
      "whether the blocks to scatter are dealt to the living from the first one on"),
  /** Whether shifts in a grid pass over the dead. */
  CART_BRIDGE(
      "cart.bridge",
      Kind.SWITCH,
      Scope.MEMBERS,
      "whether a shift in a grid passes over the dead to the next living rank"),
  /** A one-sided read from a dead rank. */
  GET_TARGET_FAILED(
      "get.target-failed", Kind.POLICY, Scope.RANK, "a one-sided read whose target is dead"),
  /** A one-sided write to a dead rank. */
  PUT_TARGET_FAILED(
      "put.target-failed", Kind.POLICY, Scope.RANK, "a one-sided write whose target is dead"),
  /** How the collectives of a communicator are carried. */
  LAYOUT(
      "layout",
      Kind.LAYOUT,
      "who carries collectives: all members, or small locals whose masters exchange"
          + " data; auto is hierarchical above hierarchical.threshold ranks"),
  /** From how many ranks on the hierarchical layout is chosen by itself. */
  HIERARCHICAL_THRESHOLD(
      "hierarchical.threshold",
      Kind.COUNT,
      "number of ranks above which layout=auto is hierarchical"),
  /** How many ranks a local communicator has. */
  HIERARCHICAL_LOCAL_SIZE(
      "hierarchical.local-size",
      Kind.LOCAL_SIZE,
      "maximum number of ranks of a local; auto makes repairs cheapest"),
  /** Above which size data does not go through masters. */
  HIERARCHICAL_FLAT_ABOVE(
      "hierarchical.flat-above",
      Kind.BYTES,
      "number of bytes (of a buffer, or of each rank's block) above which an operation"
          + " runs flat"),
  /** How the cost of shrinking grows. */
  HIERARCHICAL_SHRINK_EXPONENT(
      "hierarchical.shrink-exponent",
      Kind.EXPONENT,
      "how the cost of shrinking grows with the number of ranks, for"
          + " hierarchical.local-size=auto; measured measures it in MPI_Init"),
  /** How long a collective may last. */
  DEADLINE(
      "deadline",
      Kind.SECONDS,
      "how many seconds a collective may take before one rank reports where all are"),
  /** Whether ranks that keep others waiting beyond the deadline are ended. */
  DEADLINE_LAGGARDS(
      "deadline.laggards",
      Kind.LAGGARDS,
      "whether ranks that keep a collective waiting beyond its deadline are only"
          + " reported, or killed"),
  /** How long a stopped rank may be silent. */
  DETECTOR(
      "detector",
      Kind.SECONDS,
      "seconds without a reply after which a stopped rank is killed; any other silent"
          + " rank has three times as long"),
  /** Whether slow replicas are waited for. */
  REPLICA_BEHIND(
      "replica.behind",
      Kind.BEHIND,
      "whether the others wait for a replica that is too far behind, or end it"),
  /** Whether a job that cannot be protected is refused. */
  STRICT("strict", Kind.SWITCH, "whether a job that cannot be protected is refused"),
  /** Whether the MPI library may be changed in memory. */
  PATCH_OPEN_MPI(
      "patch-open-mpi",
      Kind.SWITCH,
      "whether two calls inside tested versions of Open MPI are redirected in memory,"
          + " so that MPI_Finalize waits for nobody, and a death while a window is made"
          + " crashes nobody"),
  /** Whether ranks of one host vote on a board. */
  BOARD(
      "board",
      Kind.SWITCH,
      "whether ranks of one host vote in shared memory instead of agreeing by messages"),
  /** How large operations on a board are. */
  BOARD_UP_TO(
      "board.up-to",
      Kind.COUNT,
      "maximum number of a rank's bytes for which a flat collective uses shared memory"
          + " instead of MPI; up to 64 KB, less above 64 ranks; 0 for never"),
  /** Where the report is written. */
  REPORT(
      "report", Kind.FILE, "where the lowest living rank writes the JSON report in MPI_Finalize"),
  /** Where counters are written for Prometheus. */
  METRICS(
      "metrics",
      Kind.FILE,
      "where the lowest living rank writes counters for Prometheus, every 5 seconds and"
          + " in MPI_Finalize"),
  /** Whether counters are MBeans. */
  MBEANS(
      "mbeans",
      Kind.MBEANS,
      "whether each rank shows its counters to JMX; auto: once the platform's MBean"
          + " server runs"),
  /** Where a launcher listens that shows what ranks do. */
  WATCH(
      "watch",
      Kind.ADDRESS,
      "where ranks report what they are doing; bin/legio run --watch sets it"),
  /** The status of a job that has lost ranks. */
  EXIT_STATUS_ON_LOSS(
      "exit-status-on-loss",
      Kind.STATUS,
      "the exit status of a job that lost ranks and would have ended with 0"),
  /** How much is logged. */
  LOG_LEVEL("log-level", Kind.LOG_LEVEL, "what is logged on standard error"),
  /** Its form. */
  LOG_FORMAT("log-format", Kind.LOG_FORMAT, "whether messages are text or JSON objects");

  @SuppressWarnings("ImmutableEnumChecker") // List.of is immutable
  private enum Kind {
    POLICY("abort", "ignore"),
    ANY_SOURCE("wait", "empty", "abort"),
    SWITCH("true", "false"),
    LOST_BLOCKS("keep", "zero"),
    LOG_LEVEL("error", "warn", "info", "debug", "trace"),
    LOG_FORMAT("text", "json"),
    COUNT("0 to 999999") {
      @Override
      boolean accepts(String value) {
        return isNumber(value, 6);
      }
    },
    BYTES("0 to 999999999") {
      @Override
      boolean accepts(String value) {
        return isNumber(value, 9);
      }
    },
    STATUS("0 to 255") {
      @Override
      boolean accepts(String value) {
        return isNumber(value, 3) && Integer.parseInt(value) <= 255;
      }
    },
    MBEANS("auto", "true", "false"),
    ADDRESS("off", "HOST:PORT#TOKEN") {
      @Override
      boolean accepts(String value) {
        return value.equals("off") || value.matches(".+:\\d{1,5}#\\w+");
      }
    },
    LAYOUT("flat", "hierarchical", "auto"),
    LOCAL_SIZE("auto", "1 to 999999") {
      @Override
      boolean accepts(String value) {
        return value.equals("auto") || (isNumber(value, 6) && value.charAt(0) != '0');
      }
    },
    EXPONENT("measured", "a number from 0.5 to 3") {
      @Override
      boolean accepts(String value) {
        return value.equals("measured")
            || (isDecimal(value)
                && Double.parseDouble(value) >= 0.5
                && Double.parseDouble(value) <= 3);
      }
    },
    SECONDS("off", "1 to 999999") {
      @Override
      boolean accepts(String value) {
        return value.equals("off") || (isNumber(value, 6) && value.charAt(0) != '0');
      }
    },
    LAGGARDS("report", "kill"),
    BEHIND("wait", "give-up"),
    FILE("off", "a file") {
      @Override
      boolean accepts(String value) {
        return !value.isBlank();
      }
    };

    private final List<String> values;

    Kind(String... values) {
      this.values = List.of(values);
    }

    boolean accepts(String value) {
      return values.contains(value);
    }

    /** A digit, and up to three after a point. */
    static boolean isDecimal(String value) {
      int point = value.indexOf('.');
      return point < 0
          ? isNumber(value, 1)
          : isNumber(value.substring(0, point), 1) && isNumber(value.substring(point + 1), 3);
    }

    /** Without a regular expression, whose first use is slow: every JVM checks at its start. */
    static boolean isNumber(String value, int mostDigits) {
      boolean isNumber = !value.isEmpty() && value.length() <= mostDigits;
      for (int i = 0; i < value.length(); i++) {
        isNumber &= value.charAt(i) >= '0' && value.charAt(i) <= '9';
      }
      return isNumber;
    }
  }

  /** Whom a setting concerns. */
  private enum Scope {
    /** The whole job; it is chosen when the job starts. */
    JOB,
    /** A communicator; all its members must choose alike. */
    MEMBERS,
    /** What a rank does on a communicator. */
    RANK
  }

  /** How the names of variables begin that are Legio's. */
  public static final String VARIABLE_PREFIX = "LEGIO_";

  private final String key;
  private final Kind kind;
  private final Scope scope;
  private final String purpose;

  Setting(String key, Kind kind, String purpose) {
    this(key, kind, Scope.JOB, purpose);
  }

  Setting(String key, Kind kind, Scope scope, String purpose) {
    this.key = key;
    this.kind = kind;
    this.scope = scope;
    this.purpose = purpose;
  }

  /** The name that users write, as in {@code bcast.root-failed}. */
  public String key() {
    return key;
  }

  /** What it is for, as a phrase. */
  public String purpose() {
    return purpose;
  }

  /** Whether each communicator has a value of its own: see {@link Policies}. */
  public boolean isPolicy() {
    return scope != Scope.JOB;
  }

  /** Whether it is a policy that all members of a communicator must choose alike. */
  public boolean isUniform() {
    return scope == Scope.MEMBERS;
  }

  /** The values it takes. */
  public List<String> allowedValues() {
    return kind.values;
  }

  /** The variable of the environment that sets it, as in {@code LEGIO_BCAST_ROOT_FAILED}. */
  public String environmentName() {
    return environmentName(key);
  }

  /** The variable of the environment that sets a key. */
  static String environmentName(String key) {
    return VARIABLE_PREFIX + key.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
  }

  /** The setting of a name. */
  static Optional<Setting> named(String key) {
    for (Setting setting : values()) {
      if (setting.key.equals(key)) {
        return Optional.of(setting);
      }
    }
    return Optional.empty();
  }

  /**
   * The policy of a name, as programs write it for a communicator.
   *
   * @throws IllegalArgumentException if there is none; the message is one line that says what is
   *     right
   */
  public static Setting policyNamed(String key) {
    Setting setting = named(key).orElse(null);
    if (setting == null) {
      throw new IllegalArgumentException(
          "there is no policy \"" + key + "\"; " + Words.suggestion(key, policyKeys()));
    }
    if (!setting.isPolicy()) {
      throw new IllegalArgumentException(
          key
              + " is chosen for the whole job when it starts, not for a communicator; give it by"
              + " bin/legio run --policy "
              + key
              + "=... or by "
              + setting.environmentName());
    }
    return setting;
  }

  private static List<String> policyKeys() {
    return Arrays.stream(values()).filter(Setting::isPolicy).map(Setting::key).toList();
  }

  /** The names of all settings. */
  public static List<String> allKeys() {
    return Arrays.stream(values()).map(Setting::key).toList();
  }

  /**
   * Checks a value.
   *
   * @param origin where it was written, for the message
   * @throws IllegalArgumentException with a message that names the setting, the value and the right
   *     ones
   */
  public String check(String value, String origin) {
    if (!kind.accepts(value)) {
      throw new IllegalArgumentException(
          key
              + "="
              + value
              + " ("
              + origin
              + ") is not a value of "
              + key
              + "; use one of: "
              + String.join(", ", kind.values));
    }
    return value;
  }
}
