package org.legio.faults;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.IntPredicate;
import org.legio.core.settings.Setting;
import org.legio.ulfm.ports.MpiConstants;

/**
 * The independent model of messages: the data that a receive may get, given the sends and the
 * deaths. A message arrives at most once, unchanged, and in its stream's order. No message of a
 * living sender is lost, and no message of a dead sender that had arrived completely. Apart from
 * these, a receive from a dead rank gets only what the policy says.
 */
final class MessageModel {
  private final List<Message> sent;
  private final List<Receipt> receipts;
  private final BiPredicate<Message, Receipt> hasArrived;
  private final IntPredicate isDead;
  private final Settings settings;
  private final List<String> wrong = new ArrayList<>();

  /**
   * Judges the messages of a run.
   *
   * @param hasArrived whether a message of a receipt's stream has come whole
   * @param isDead whether a rank of the world is
   */
  MessageModel(
      List<Message> sent,
      List<Receipt> receipts,
      BiPredicate<Message, Receipt> hasArrived,
      IntPredicate isDead,
      Settings settings) {
    this.sent = sent;
    this.receipts = receipts;
    this.hasArrived = hasArrived;
    this.isDead = isDead;
    this.settings = settings;
  }

  /** What is wrong; empty if nothing is. */
  List<String> violations() {
    Set<Long> received = new HashSet<>();
    Map<String, Integer> next = new HashMap<>();
    Set<String> told = new HashSet<>();
    for (Receipt receipt : receipts) {
      if (receipt.isOver && isMessage(receipt)) {
        judgeMessage(receipt, received, next);
      } else if (receipt.isOver) {
        judgeNothing(receipt, told);
        judgeArrivals(receipt, next);
      }
    }
    return wrong;
  }

  private static boolean isMessage(Receipt receipt) {
    return receipt.statusBytes() > 0;
  }

  private void judgeMessage(Receipt receipt, Set<Long> received, Map<String, Integer> next) {
    List<Message> stream = streamOf(receipt, receipt.statusSource());
    int place = 0;
    while (place < stream.size() && stream.get(place).values()[0] != receipt.after[0]) {
      place++;
    }
    if (place == stream.size() || !Arrays.equals(stream.get(place).values(), receipt.after)) {
      wrong.add(receipt + ": no such message was sent");
    } else if (!received.add(receipt.after[0])) {
      wrong.add(receipt + ": received before");
    } else {
      int expected = next.merge(streamKey(receipt, receipt.statusSource()), 1, Integer::sum) - 1;
      if (place != expected) {
        wrong.add(receipt + ": it is message " + place + " of its stream, not " + expected);
      }
    }
  }

  private List<Message> streamOf(Receipt receipt, int source) {
    return sent.stream()
        .filter(message -> message.comm().equals(receipt.comm))
        .filter(message -> message.from() == source)
        .filter(message -> message.to() == receipt.me && message.tag() == receipt.tag)
        .toList();
  }

  private static String streamKey(Receipt receipt, int source) {
    return receipt.comm + " " + source + " " + receipt.me + " " + receipt.tag;
  }

  private void judgeNothing(Receipt receipt, Set<String> told) {
    if (!Arrays.equals(receipt.before, receipt.after)) {
      wrong.add(receipt + ": nothing was received, yet the buffer has changed");
    }
    if (receipt.source != MpiConstants.ANY_SOURCE) {
      expectPolicy(receipt, isDead(receipt, receipt.source), Setting.RECV_SOURCE_FAILED, "ignore");
    } else if (receipt.statusSource() == MpiConstants.PROC_NULL) {
      expectPolicy(receipt, isAlone(receipt), Setting.RECV_SOURCE_FAILED, "ignore");
    } else {
      boolean isDead = isDead(receipt, receipt.statusSource());
      expectPolicy(receipt, isDead, Setting.RECV_ANY_SOURCE, "empty");
      if (!told.add(receipt.comm + " " + receipt.me + " " + receipt.statusSource())) {
        wrong.add(receipt + ": told of this death before");
      }
    }
  }

  /** Who has sent it is dead and nothing more came: all that had come must have been received. */
  private void judgeArrivals(Receipt receipt, Map<String, Integer> next) {
    boolean isOfNobody = receipt.statusSource() == MpiConstants.PROC_NULL;
    int source = isOfNobody ? receipt.source : receipt.statusSource();
    if (source < 0) {
      return;
    }
    String key = streamKey(receipt, source);
    long arrived =
        streamOf(receipt, source).stream()
            .filter(message -> hasArrived.test(message, receipt))
            .count();
    if (arrived > next.getOrDefault(key, 0)) {
      wrong.add(
          "%s: skipped, though %d messages had arrived and %d were received before"
              .formatted(receipt, arrived, next.getOrDefault(key, 0)));
    }
  }

  private void expectPolicy(Receipt receipt, boolean isLost, Setting policy, String value) {
    if (!isLost) {
      wrong.add(receipt + ": skipped, though who could have sent it is alive");
    } else if (!settings.value(policy).equals(value)) {
      wrong.add(receipt + ": skipped, though " + policy.key() + "=" + settings.value(policy));
    }
  }

  private boolean isDead(Receipt receipt, int rank) {
    return rank >= 0 && isDead.test(receipt.partners[rank]);
  }

  private boolean isAlone(Receipt receipt) {
    return Arrays.stream(receipt.partners)
        .filter(partner -> partner != receipt.self)
        .allMatch(isDead);
  }
}
