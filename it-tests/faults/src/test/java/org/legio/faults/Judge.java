package org.legio.faults;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Decides whether the outcome of a run is correct: every survivor returns, the job ends only if a
 * policy says so, collectives and messages agree with their models, and no handle is left.
 */
final class Judge {
  private final Played played;
  private final Settings settings;
  private final List<String> wrong = new ArrayList<>();

  private Judge(Played played) {
    this.played = played;
    this.settings = played.settings();
  }

  /** What is wrong with a run; empty if nothing is. */
  static List<String> violations(Played played) {
    Judge judge = new Judge(played);
    judge.everybodyReturns();
    judge.theJobEndsByPolicy();
    judge.played.logs().forEach(log -> judge.wrong.addAll(log.wrong));
    judge.collectives().forEach(each -> judge.wrong.addAll(each.violations(judge.settings)));
    judge.messages();
    judge.files();
    return judge.wrong;
  }

  private void everybodyReturns() {
    if (played.hang() != null) {
      wrong.add("it hangs: " + played.hang());
    }
    for (int rank : played.survivors()) {
      Throwable thrown = played.ends().get(rank).thrown();
      if (thrown != null) {
        StringWriter trace = new StringWriter();
        thrown.printStackTrace(new PrintWriter(trace));
        wrong.add("rank " + rank + " threw " + trace);
      }
    }
  }

  private void theJobEndsByPolicy() {
    Played.Abort abort = played.abort();
    if (abort == null) {
      return;
    }
    Log.Attempt attempt = played.logs().get(abort.rank()).attempt();
    if (!attempt.mayEnd(played.isDead()::test, settings)) {
      wrong.add(
          "rank %d ends the job in %s, which no policy allows: %s"
              .formatted(abort.rank(), attempt, abort.message()));
    }
  }

  private List<Collective> collectives() {
    Map<String, List<Observation>> byKey =
        played.logs().stream()
            .flatMap(log -> log.observations.stream())
            .collect(
                Collectors.groupingBy(Observation::key, LinkedHashMap::new, Collectors.toList()));
    return byKey.values().stream().map(Collective::new).toList();
  }

  private void messages() {
    List<Message> sent = played.logs().stream().flatMap(log -> log.sent.stream()).toList();
    List<Receipt> receipts = played.logs().stream().flatMap(log -> log.receipts.stream()).toList();
    wrong.addAll(
        new MessageModel(sent, receipts, this::hasArrived, played.isDead(), settings).violations());
  }

  /** Whether a message has come whole to who was to receive it. */
  private boolean hasArrived(Message message, Receipt receipt) {
    int source = receipt.partners[message.from()];
    return played.logs().get(receipt.self).arrivals.stream()
        .anyMatch(
            arrival ->
                arrival.worldSource() == source
                    && arrival.tag() == message.tag()
                    && message.isIn(arrival.data()));
  }

  /** If nobody is left, nobody has promised anything. */
  private void files() {
    if (played.hasSurvivors()) {
      List<Part> parts = played.logs().stream().flatMap(log -> log.parts.stream()).toList();
      Map<String, Long> lengths = new TreeMap<>();
      Arrays.stream(played.survivors())
          .forEach(rank -> lengths.putAll(played.logs().get(rank).lengths));
      wrong.addAll(new FileModel(parts, lengths, played.files(), played.isDead()).violations());
    }
  }

  /** The same survivors hold as many objects of MPI as without any death. */
  static List<String> leaks(Played played, Played undisturbed) {
    return Arrays.stream(played.survivors())
        .filter(rank -> played.abort() == null && played.hang() == null)
        .filter(rank -> played.ends().get(rank).thrown() == null)
        .filter(rank -> !played.logs().get(rank).held.equals(undisturbed.logs().get(rank).held))
        .mapToObj(
            rank ->
                "rank %d holds %s, without deaths %s"
                    .formatted(
                        rank, played.logs().get(rank).held, undisturbed.logs().get(rank).held))
        .toList();
  }
}
