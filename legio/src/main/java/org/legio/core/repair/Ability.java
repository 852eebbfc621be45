package org.legio.core.repair;

import org.jspecify.annotations.Nullable;
import org.legio.ulfm.ports.Agreement;
import org.legio.ulfm.ports.Outcome;

/**
 * Whether all members of a communicator can take part in an operation. A rank that has thrown what
 * no repair mends, before it gave its data, would leave the others waiting; so they agree after a
 * repair that has lost nobody, and where one cannot take part, the operation ends with an exception
 * at all of them. Protocol: {@code docs/design/agreed-mode.md}.
 */
public final class Ability {
  private final Context context;
  private final AgreedCommunicator agreed;
  private final Agreements agreements;
  private final ErrorHandler errorHandler;
  private @Nullable Retries retries;

  Ability(
      Context context,
      AgreedCommunicator agreed,
      Agreements agreements,
      ErrorHandler errorHandler) {
    this.context = context;
    this.agreed = agreed;
    this.agreements = agreements;
    this.errorHandler = errorHandler;
  }

  /** The next operation has all its retries again. */
  void operationEnds() {
    retries = null;
  }

  /**
   * After a repair that has lost nobody, agrees with all living members that all can take part when
   * the operation is attempted again. A rank that cannot leaves at once and owes the others its
   * answer: if it ends before its next call of MPI, they attempt the operation without it. An error
   * that may pass keeps a rank from taking part when it has no retry left.
   *
   * @param thrown what has kept this rank from taking part; null for nothing
   * @throws Exception at all members, if one cannot: at that rank what keeps it from it, elsewhere
   *     the binding's own exception
   */
  public void require(String call, @Nullable Throwable thrown) throws Exception {
    Throwable unable = thrown == null ? null : errorAfterRetry(call, thrown);
    if (unable != null) {
      context
          .progress()
          .owe(
              () -> {
                agreements.agree(false);
                reasonOf(unable);
              });
      throw agreed.raise(call, unable);
    }
    if (agreed.agree(true) == Agreement.NO) {
      throw thrownElsewhere(call, reasonOf(null));
    }
  }

  /** Pauses before a retry; returns the error of an operation that has none left. */
  private @Nullable Throwable errorAfterRetry(String call, Throwable thrown) throws Exception {
    if (!(thrown instanceof Exception e) || context.binding().outcome(e) != Outcome.TRANSIENT) {
      return thrown;
    }
    if (retries == null) {
      String on = call + " on " + agreed.name();
      int max = agreed.policies().sendRetries();
      retries = new Retries(context, max, on, "though no member is lost");
    }
    return retries.awaitNext(e, () -> false) ? null : retries.exhausted(e);
  }

  /**
   * As {@link #require}, in a section, and for a rank that does not leave.
   *
   * @return why the operation cannot be done; null if all can take part
   */
  @Nullable Throwable inabilityOfAny(String call, @Nullable Throwable unable) throws Exception {
    if (agreements.agree(unable == null) != Agreement.NO) {
      return null;
    }
    Reasons.@Nullable Reason reason = reasonOf(unable);
    return unable == null ? thrownElsewhere(call, reason) : unable;
  }

  private Reasons.@Nullable Reason reasonOf(@Nullable Throwable own) {
    return Reasons.exchange(context, agreed.handle(), agreed.ranks().presentCount(), own);
  }

  private Exception thrownElsewhere(String call, Reasons.@Nullable Reason reason) throws Exception {
    if (reason == null) {
      return errorHandler.thrownElsewhere(call, agreed.name(), "another rank", "");
    }
    int original = agreed.ranks().toOriginal(reason.substitute());
    return thrownElsewhere(call, agreed.members()[original], reason.text());
  }

  /**
   * The exception for a call that another rank, given by its rank in the world, is unable to do.
   */
  public Exception thrownElsewhere(String call, int worldRank, String why) throws Exception {
    String where = "rank " + worldRank + " of the world";
    return errorHandler.thrownElsewhere(call, agreed.name(), where, why);
  }
}
