package org.legio.launcher.embedded;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.legio.launcher.job.JobSocket;
import org.legio.runtime.hosts.Flush;

/**
 * Adds hosts to a running job, one after the other.
 *
 * <ol>
 *   <li>Start: the daemon of a reserved number is started, and reports that it is ready.
 *   <li>Admit: when no flush is under way, the new daemon is told all earlier ones, and the others
 *       are told its number. From now on they keep for it what there is, and send it.
 *   <li>Join: when each other host has said that the new one has all, it is a spare host.
 * </ol>
 *
 * <p>A host that is lost takes one with it that is being admitted: what that has may not be whole.
 * For the thread that runs the job.
 */
final class Joins {
  /** What the job does for a host that joins. */
  interface Job {
    /** Why no host can join now, whatever it is called; null if one can. */
    @Nullable String objection();

    /** Tells a new daemon all that the others have been told. */
    void tellPast(HostProcess host);

    /** The new host can be used. */
    void use(HostProcess host, int slots);

    /** A host that was admitted does not join. */
    void drop(HostProcess host);
  }

  private record Wish(JobSocket.Question question, String host, int slots) {}

  private enum Step {
    STARTING,
    READY,
    ADMITTED
  }

  private final Job job;
  private final HostDaemons daemons;
  private final Flush flush;
  private final long patienceNs;
  private final Deque<Wish> wishes = new ArrayDeque<>();
  private final Set<Integer> knowing = new HashSet<>();
  private @Nullable Wish current;
  private @Nullable HostProcess host;
  private Step step = Step.STARTING;
  private long beganNs;

  /**
   * Prepares.
   *
   * @param patienceNs so long a daemon may take to start
   */
  Joins(Job job, HostDaemons daemons, Flush flush, long patienceNs) {
    this.job = job;
    this.daemons = daemons;
    this.flush = flush;
    this.patienceNs = patienceNs;
  }

  /** A user wants a host to join. */
  void add(JobSocket.Question question) {
    try {
      HostList list = HostList.listed("join", question.text());
      String name = list.only();
      if (list.slots(name) == 0) {
        throw new IllegalArgumentException(
            "join %s: a host with 0 slots runs nothing; write for instance %s:4"
                .formatted(question.text(), name));
      }
      wishes.add(new Wish(question, name, list.slots(name)));
    } catch (IllegalArgumentException e) {
      question.answer(false, String.valueOf(e.getMessage()));
    }
  }

  /** Does what can be done next. */
  void look(long nowNs) {
    HostProcess joining = host;
    if (joining == null) {
      beginNext(nowNs);
    } else if (step == Step.STARTING && nowNs - beganNs > patienceNs) {
      fail(daemons.silence(joining, patienceNs));
    } else if (step == Step.READY && !flush.isRunning()) {
      step = Step.ADMITTED;
      admit(joining);
    }
  }

  /** Tells the new host all that the others know, before anything more happens. */
  private void admit(HostProcess joining) {
    daemons.admit(joining);
    flush.join(joining.number());
    joining.tell(DaemonCommands.Kind.JOINING);
    job.tellPast(joining);
    othersThan(joining).forEach(other -> other.admit(joining.number()));
  }

  private Stream<HostProcess> othersThan(HostProcess joining) {
    return daemons.all().stream()
        .filter(host -> flush.isLiving(host.number()) && !host.equals(joining));
  }

  private boolean isIn(String name) {
    return daemons.all().stream()
        .anyMatch(host -> flush.isLiving(host.number()) && host.name().equals(name));
  }

  private void beginNext(long nowNs) {
    Wish next = wishes.poll();
    if (next == null) {
      return;
    }
    String objection = job.objection();
    if (isIn(next.host)) {
      objection = "it is in the job already; name another host";
    }
    if (objection != null) {
      refuse(next, objection);
      return;
    }
    try {
      host = daemons.startNext(next.host);
      current = next;
      step = Step.STARTING;
      beganNs = nowNs;
      knowing.clear();
    } catch (IOException e) {
      refuse(next, "the launch agent cannot be started: " + e.getMessage());
    }
  }

  /** Says that a host has joined. */
  static String message(HostProcess joined, int slots) {
    return "host %s has joined with %d slot%s"
        .formatted(joined.name(), slots, slots == 1 ? "" : "s");
  }

  private static void refuse(Wish wish, String why) {
    wish.question.answer(false, "host %s has not joined: %s".formatted(wish.host, why));
  }

  /** Whether a host is not in the job yet. */
  boolean isJoining(HostProcess other) {
    return other.equals(host);
  }

  /** Whether a host is not yet told what happens in the job. */
  boolean isBeforeAdmission(HostProcess other) {
    return isJoining(other) && step != Step.ADMITTED;
  }

  /** The daemon of the joining host can be reached. */
  void ready() {
    step = Step.READY;
  }

  /** A host knows that the joining one has all that was there. */
  void know(int by, int number) {
    HostProcess joining = host;
    Wish wish = current;
    if (joining == null || wish == null || joining.number() != number) {
      return;
    }
    knowing.add(by);
    if (othersThan(joining).allMatch(other -> knowing.contains(other.number()))) {
      host = null;
      job.use(joining, wish.slots);
      wish.question.answer(true, message(joining, wish.slots));
    }
  }

  /** A host will not let another one join. */
  void refused(int number, String why) {
    HostProcess joining = host;
    if (joining != null && joining.number() == number) {
      fail(why);
    }
  }

  /** Another host is lost. */
  void loseOther(String name) {
    if (host != null && step == Step.ADMITTED) {
      fail("host %s was lost meanwhile; repeat the command".formatted(name));
    }
  }

  /** The joining host does not join. */
  void fail(String why) {
    HostProcess joining = host;
    Wish wish = current;
    if (joining == null || wish == null) {
      return;
    }
    host = null;
    joining.kill();
    if (step == Step.ADMITTED) {
      job.drop(joining);
    }
    refuse(wish, why);
  }

  /** The job has ended. */
  void end() {
    fail("the job has ended");
    wishes.forEach(wish -> refuse(wish, "the job has ended"));
    wishes.clear();
  }
}
