package org.legio.ulfm.ports;

/** A {@link Ulfm} that notes when repairs begin and end. For benchmarks; users' jobs have none. */
public final class TimedUlfm extends ForwardingUlfm {
  /** The system property that makes the agent use this class. */
  public static final String PROPERTY = "legio.bench.ulfm-times";

  private static final UlfmTimes TIMES = new UlfmTimes();

  /** Forwards to this one and notes its times. */
  public TimedUlfm(Ulfm ulfm) {
    super(ulfm);
  }

  /** The times noted in this process. */
  public static UlfmTimes times() {
    return TIMES;
  }

  /** Wraps a {@link Ulfm} if {@link #PROPERTY} is true; otherwise returns it as it is. */
  public static Ulfm ifAsked(Ulfm ulfm) {
    return Boolean.getBoolean(PROPERTY) ? new TimedUlfm(ulfm) : ulfm;
  }

  @Override
  public void revoke(long comm) {
    TIMES.recordNotice();
    super.revoke(comm);
  }

  @Override
  public long shrink(long comm) {
    TIMES.shrinkBegins();
    long shrunk = super.shrink(comm);
    TIMES.shrinkEnds();
    return shrunk;
  }

  @Override
  public Agreement agree(long comm, boolean vote) {
    if (!vote) {
      TIMES.recordNotice();
    }
    return super.agree(comm, vote);
  }

  @Override
  public Agreement agree(long comm, Ballot ballot, boolean vote) throws Exception {
    long begins = System.nanoTime();
    Agreement agreement = super.agree(comm, ballot, vote);
    if (agreement != Agreement.YES) { // also where a missing entry has led to the ballot
      TIMES.recordNotice(begins);
    }
    return agreement;
  }
}
