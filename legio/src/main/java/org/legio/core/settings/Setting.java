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
  BCAST_ROOT_FAILED(
      "bcast.root-failed", Kind.POLICY, "abort", Scope.MEMBERS, "a broadcast whose root is dead"),
  SEND_DESTINATION_FAILED(
      "send.destination-failed",
      Kind.POLICY,
      "ignore",
      Scope.RANK,
      "a message whose destination is dead"),
  SEND_RETRIES(
      "send.retries",
      Kind.COUNT,
      "3",
      Scope.RANK,
      "how often a send or collective is retried that failed without a known death"
          + " (MPI_ERR_OTHER, MPI_ERR_INTERN), after 1 ms, 2 ms, 4 ms and so on, 1 s at most;"
          + " then the program gets the error"),
  RECV_SOURCE_FAILED(
      "recv.source-failed",
      Kind.POLICY,
      "abort",
      Scope.RANK,
      "a receive or probe whose source is dead; ignored, it completes as from PROC_NULL"),
  RECV_ANY_SOURCE(
      "recv.any-source",
      Kind.ANY_SOURCE,
      "wait",
      Scope.RANK,
      "a receive or probe from any source after a death: continue waiting, return an"
          + " empty status from the dead rank (once each), or abort"),
  REDUCE_ROOT_FAILED(
      "reduce.root-failed", Kind.POLICY, "ignore", Scope.MEMBERS, "a reduction whose root is dead"),
  GATHER_ROOT_FAILED(
      "gather.root-failed", Kind.POLICY, "ignore", Scope.MEMBERS, "a gather whose root is dead"),
  GATHER_SHIFT(
      "gather.shift",
      Kind.SWITCH,
      "false",
      Scope.MEMBERS,
      "whether gathered blocks close up over the dead instead of keeping their places"),
  SCATTER_ROOT_FAILED(
      "scatter.root-failed", Kind.POLICY, "abort", Scope.MEMBERS, "a scatter whose root is dead"),
  SCATTER_SHIFT(
      "scatter.shift",
      Kind.SWITCH,
      "false",
      Scope.MEMBERS,
      "whether the blocks to scatter are dealt to the living from the first one on"),
  CART_BRIDGE(
      "cart.bridge",
      Kind.SWITCH,
      "false",
      Scope.MEMBERS,
      "whether a shift in a grid passes over the dead to the next living rank"),
  GET_TARGET_FAILED(
      "get.target-failed",
      Kind.POLICY,
      "abort",
      Scope.RANK,
      "a one-sided read whose target is dead"),
  PUT_TARGET_FAILED(
      "put.target-failed",
      Kind.POLICY,
      "ignore",
      Scope.RANK,
      "a one-sided write whose target is dead"),
  LAYOUT(
      "layout",
      Kind.LAYOUT,
      "auto",
      "who carries collectives: all members, or small locals, of K ranks at most, whose masters"
          + " exchange data; auto:N is hierarchical above N ranks, auto never"),
  HIERARCHICAL_FLAT_ABOVE(
      "hierarchical.flat-above",
      Kind.BYTES,
      "16384",
      "number of bytes (of a buffer, or of each rank's block) above which an operation"
          + " runs flat"),
  DEADLINE(
      "deadline",
      Kind.DEADLINE,
      "off",
      "how many seconds a collective may take before one rank reports where all are; with"
          + " +kill, those that keep it waiting are killed"),
  DETECTOR(
      "detector",
      Kind.SECONDS,
      "off",
      "seconds without a reply after which a stopped rank is killed; any other silent"
          + " rank has three times as long"),
  REPLICA_BEHIND(
      "replica.behind",
      Kind.BEHIND,
      "give-up",
      "whether the others wait for a replica that is too far behind, or end it"),
  STRICT("strict", Kind.SWITCH, "false", "whether a job that cannot be protected is refused"),
  BOARD(
      "board",
      Kind.BOARD,
      "16384",
      "maximum number of a rank's bytes for which a flat collective uses shared memory"
          + " instead of MPI (up to 64 KB, less above 64 ranks); 0: ranks of one host only vote"
          + " there; off: they agree by messages"),
  REPORT(
      "report",
      Kind.FILE,
      "off",
      "where the lowest living rank writes the JSON report in MPI_Finalize"),
  EXIT_STATUS_ON_LOSS(
      "exit-status-on-loss",
      Kind.STATUS,
      "0",
      "the exit status of a job that lost ranks and would have ended with 0"),
  LOG_LEVEL("log-level", Kind.LOG_LEVEL, "info", "what is logged on standard error"),
  LOG_FORMAT("log-format", Kind.LOG_FORMAT, "text", "whether messages are text or JSON objects");

  @SuppressWarnings("ImmutableEnumChecker") // List.of is immutable
  private enum Kind {
    POLICY("abort", "ignore"),
    ANY_SOURCE("wait", "empty", "abort"),
    SWITCH("true", "false"),
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
    LAYOUT("flat", "hierarchical", "hierarchical:K", "auto", "auto:N") {
      @Override
      boolean accepts(String value) {
        int colon = value.indexOf(':');
        return colon < 0
            ? super.accepts(value)
            : super.accepts(value.substring(0, colon))
                && !value.startsWith("flat")
                && isPositive(value.substring(colon + 1));
      }
    },
    SECONDS("off", "1 to 999999") {
      @Override
      boolean accepts(String value) {
        return value.equals("off") || isPositive(value);
      }
    },
    DEADLINE("off", "1 to 999999", "the same with +kill, as in 300+kill") {
      @Override
      boolean accepts(String value) {
        return value.endsWith(KILL)
            ? isPositive(value.substring(0, value.length() - KILL.length()))
            : SECONDS.accepts(value);
      }
    },
    BOARD("off", "0 to 999999") {
      @Override
      boolean accepts(String value) {
        return value.equals("off") || isNumber(value, 6);
      }
    },
    BEHIND("give-up", "wait"),
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

    static boolean isPositive(String value) {
      return isNumber(value, 6) && value.charAt(0) != '0';
    }

    /** Without a regular expression, whose first use is slow: every JVM checks at its start. */
    static boolean isNumber(String value, int maxDigits) {
      boolean isNumber = !value.isEmpty() && value.length() <= maxDigits;
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

  /** How a value of {@link #DEADLINE} ends that has ranks killed. */
  public static final String KILL = "+kill";

  private final String key;
  private final Kind kind;
  private final String defaultValue;
  private final Scope scope;
  private final String purpose;

  Setting(String key, Kind kind, String defaultValue, String purpose) {
    this(key, kind, defaultValue, Scope.JOB, purpose);
  }

  Setting(String key, Kind kind, String defaultValue, Scope scope, String purpose) {
    this.key = key;
    this.kind = kind;
    this.defaultValue = defaultValue;
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

  /** Its value where nobody has chosen one. */
  public String defaultValue() {
    return defaultValue;
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
