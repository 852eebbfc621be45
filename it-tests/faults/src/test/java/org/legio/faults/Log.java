package org.legio.faults;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.legio.core.settings.Setting;
import org.legio.simulator.JobResult;

/** The log of one rank of a test program. The model reads it when the job is over. */
final class Log {

  /**
   * What a rank is about and may be waiting for.
   *
   * @param partners whom it needs, as ranks in the world
   * @param policies what decides if one of them is dead
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Attempt(String call, int[] partners, Setting... policies) {
    /** Whether the death of some ranks may end the job here. */
    boolean mayEnd(Predicate<Integer> isDead, Settings settings) {
      return Arrays.stream(partners).anyMatch(isDead::test)
          && Arrays.stream(policies).anyMatch(policy -> settings.value(policy).equals("abort"));
    }

    @Override
    public String toString() {
      return call + " with " + Arrays.toString(partners);
    }
  }

  private static final Attempt NOTHING = new Attempt("(nothing)", new int[0]);

  private final AtomicLong clock;
  final List<Observation> observations = new ArrayList<>();
  final List<Message> sent = new ArrayList<>();
  final List<Receipt> receipts = new ArrayList<>();

  /** The messages that have come whole to the rank, be they received or not. */
  final List<JobResult.Arrival> arrivals = new ArrayList<>();

  final List<Part> parts = new ArrayList<>();

  /** How long files are to be in the end; {@link FileModel#ABSENT} if they are not to be there. */
  final Map<String, Long> lengths = new TreeMap<>();

  final List<String> wrong = new ArrayList<>();

  /** The collective operations that the rank has run and started, by their natives' names. */
  final Set<String> called = new TreeSet<>();

  /** How many steps the rank had made when its program began. */
  long stepsBefore;

  /** How many steps it had made when its program was over and MPI was to be finalized. */
  long stepsAfter = Long.MAX_VALUE;

  /** The first and the last of its steps that deaths are tried at, where the program says so. */
  long firstMortalStep;

  long lastMortalStep = Long.MAX_VALUE;

  /** The objects of MPI that the rank holds after its program, counted by kind. */
  String held = "";

  private Attempt attempt = NOTHING;

  /** What has been seen in the block of calls that is open. */
  private @Nullable List<Observation> block;

  /** Starts with nothing seen; the clock is the job's. */
  Log(AtomicLong clock) {
    this.clock = clock;
  }

  void entered(Observation o) {
    o.enteredAt = clock.getAndIncrement();
    observations.add(o);
    if (block != null) {
      block.add(o);
    }
    Setting policy = Rules.of(o.call).policy();
    if (policy != null) {
      trying(new Attempt(o.call, new int[] {o.members[o.root]}, policy));
    }
  }

  void returned(Observation o) {
    if (block == null) {
      o.returnedAt = clock.getAndIncrement();
    }
    attempt = NOTHING;
  }

  /** A block of calls begins, perhaps anew: what was seen in it before does not count. */
  void beginBlock() {
    if (block != null) {
      observations.removeAll(block);
    }
    block = new ArrayList<>();
  }

  /** The open block is over: only now what its calls have given counts. */
  void endBlock() {
    List<Observation> seen = Objects.requireNonNull(block);
    block = null;
    seen.forEach(this::returned);
  }

  /** A call is entered in which the death of a partner may end the job. */
  void trying(Attempt next) {
    attempt = next;
  }

  /** The call is over. */
  void done() {
    attempt = NOTHING;
  }

  /** What the rank was about when the job ended. */
  Attempt attempt() {
    return attempt;
  }

  /** Notes what the model need not judge. */
  void wrong(String what) {
    wrong.add(what);
  }
}
