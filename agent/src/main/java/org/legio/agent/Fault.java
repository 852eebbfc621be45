package org.legio.agent;

import java.util.Locale;

/**
 * A fault that a {@link KillPlan} injects into a rank: the real process is killed or stopped, or
 * all of its host.
 *
 * @param kind how the process is treated
 * @param seconds how long a pause lasts, in seconds; 0 for the other kinds
 */
public record Fault(Kind kind, int seconds) {
  /**
   * The forms of those that a signal to the process makes: {@code kill}, {@code stop}, {@code
   * pause:3}.
   */
  public static final String FORM_OF_SIGNAL = "kill|stop|pause:[1-9]\\d{0,4}";

  /** The forms it is written in: those, and {@code host}. */
  public static final String FORM = FORM_OF_SIGNAL + "|host";

  /** SIGKILL. */
  public static final Fault KILL = new Fault(Kind.KILL, 0);

  /** How the process is treated. */
  public enum Kind {
    /** It is ended by SIGKILL. */
    KILL("killed"),
    /** The process that has started it, the daemon of its host, is ended by SIGKILL with it. */
    HOST("killed with its host"),
    /** It is stopped by SIGSTOP for good. */
    STOP("stopped"),
    /** It is stopped by SIGSTOP and continued by SIGCONT after some seconds. */
    PAUSE("paused");

    private final String participle;

    Kind(String participle) {
      this.participle = participle;
    }
  }

  /** What has been done, as a word for messages. */
  String participle() {
    return kind.participle;
  }

  /** Whether it ends the process. */
  boolean isDeath() {
    return kind == Kind.KILL || kind == Kind.HOST;
  }

  /** Reads what {@link #FORM} matches. */
  public static Fault parse(String text) {
    String[] parts = text.split(":", 2);
    int seconds = parts.length == 1 ? 0 : Integer.parseInt(parts[1]);
    return new Fault(Kind.valueOf(parts[0].toUpperCase(Locale.ROOT)), seconds);
  }

  /** The form that {@link #parse} reads. */
  @Override
  public String toString() {
    return kind.name().toLowerCase(Locale.ROOT) + (kind == Kind.PAUSE ? ":" + seconds : "");
  }
}
