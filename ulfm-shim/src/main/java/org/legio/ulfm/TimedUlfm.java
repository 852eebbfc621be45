package org.legio.ulfm;

/** A {@link Ulfm} that notes when repairs begin and end. For benchmarks; users' jobs have none. */
public final class TimedUlfm extends ForwardingUlfm {
  /** The system property that has the agent use one. */
  public static final String PROPERTY = "legio.bench.ulfm-times";

  private static final UlfmTimes TIMES = new UlfmTimes();

  /** Notes the times of this one. */
  public TimedUlfm(Ulfm ulfm) {
    super(ulfm);
  }

  /** What this process's have noted. */
  public static UlfmTimes times() {
    return TIMES;
  }

  /** The same, timed where {@link #PROPERTY} is true. */
  public static Ulfm ifAsked(Ulfm ulfm) {
    return Boolean.getBoolean(PROPERTY) ? new TimedUlfm(ulfm) : ulfm;
  }

  @Override
  public void revoke(long comm) {
    TIMES.isNoticed();
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
      TIMES.isNoticed();
    }
    return super.agree(comm, vote);
  }
}
