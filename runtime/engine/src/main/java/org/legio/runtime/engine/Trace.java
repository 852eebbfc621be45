package org.legio.runtime.engine;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Records the events of a run. They are kept as numbers, which is fast, and become text only on
 * request.
 */
@SuppressWarnings("EnumOrdinal") // events are kept as numbers
public final class Trace {
  /** The kinds of events. */
  public enum Kind {
    CALL,
    DELIVER,
    MATCH,
    COMPLETE,
    FAIL,
    DEATH,
    NOTICE,
    REVOKED,
    DECIDE,
    AGREED,
    END
  }

  private static final int FIELDS = 4;

  private final boolean isKept;
  private int[] events = new int[64];
  private int used;
  private final List<String> names = new ArrayList<>();
  private final java.util.Map<String, Integer> indices = new java.util.HashMap<>();

  public Trace(boolean isKept) {
    this.isKept = isKept;
  }

  @SuppressWarnings("EnumOrdinal") // never kept longer than the job
  public void add(Kind kind, int rank, int a, int b) {
    if (isKept) {
      if (used + FIELDS > events.length) {
        events = Arrays.copyOf(events, events.length * 2);
      }
      events[used++] = kind.ordinal();
      events[used++] = rank;
      events[used++] = a;
      events[used++] = b;
    }
  }

  /** Records that a rank enters a call. */
  public void call(int rank, String name) {
    Integer index = indices.get(name);
    if (index == null) {
      index = names.size();
      names.add(name);
      indices.put(name, index);
    }
    add(Kind.CALL, rank, index, 0);
  }

  public List<String> lines() {
    List<String> lines = new ArrayList<>(used / FIELDS);
    for (int at = 0; at < used; at += FIELDS) {
      lines.add(line(Kind.values()[events[at]], events[at + 1], events[at + 2], events[at + 3]));
    }
    return lines;
  }

  private String line(Kind kind, int rank, int a, int b) {
    String who = "rank " + rank + " ";
    return switch (kind) {
      case CALL -> who + names.get(a);
      case DELIVER -> who + "gets a message from " + a + ", tag " + b;
      case MATCH -> who + "matches a message from " + a + ", tag " + b;
      case COMPLETE -> who + "completes request " + a;
      case FAIL -> who + "fails request " + a + " with class " + b;
      case DEATH -> who + "dies at its step " + a;
      case NOTICE -> who + "notices the death of " + a;
      case REVOKED -> who + "learns that context " + a + " is revoked";
      case DECIDE -> "context " + a + " decides agreement " + b;
      case AGREED -> who + "learns the result of agreement " + b + " on context " + a;
      case END -> who + "ends";
    };
  }
}
