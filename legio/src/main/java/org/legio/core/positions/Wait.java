package org.legio.core.positions;

/**
 * For whose message, or for which request, a thread waits in MPI.
 *
 * <p>Written without fences by the thread that waits, and read by others that have time: what they
 * see may be some nanoseconds old. Threads whose numbers are alike share one; then a wait may not
 * be seen.
 */
public final class Wait {
  private static final long NOBODY = 0;
  private static final long[] NONE = {};

  private long thread = NOBODY;
  private long comm;
  private int partner;
  private int otherPartner;
  private long[] requests = NONE;
  private long request;
  private long ended;

  Wait() {}

  /** This thread waits for a rank from now on, in a communicator as MPI numbers it. */
  public void begin(long waitsOn, int waitsFor) {
    begin(waitsOn, waitsFor, waitsFor);
  }

  /** This thread waits for two ranks at once. */
  @SuppressWarnings("deprecation") // its successor came with Java 19
  public void begin(long waitsOn, int waitsFor, int andFor) {
    comm = waitsOn;
    partner = waitsFor;
    otherPartner = andFor;
    thread = Thread.currentThread().getId();
  }

  /** This thread waits for a request. */
  @SuppressWarnings("deprecation") // its successor came with Java 19
  public void begin(long waitsForRequest) {
    request = waitsForRequest;
    comm = 0;
    thread = Thread.currentThread().getId();
  }

  /** This thread waits for one of several requests. */
  @SuppressWarnings("deprecation") // its successor came with Java 19
  public void begin(long[] waitsForOneOf) {
    requests = waitsForOneOf;
    comm = 0;
    request = 0;
    thread = Thread.currentThread().getId();
  }

  /** It waits no longer. */
  public void end() {
    thread = NOBODY;
    ended++;
  }

  /** Whether a thread waits. */
  public boolean isOn() {
    return thread != NOBODY;
  }

  /** The id of the thread that waits; 0 for none. */
  public long thread() {
    return thread;
  }

  /** Another number for each wait. */
  public long number() {
    return ended;
  }

  /** The communicator of the message; 0 if it waits for requests. */
  public long comm() {
    return comm;
  }

  /** Whom it waits for, as MPI numbers them in the communicator. */
  public int[] partners() {
    return new int[] {partner, otherPartner};
  }

  /** The requests of which one is waited for. */
  public long[] requests() {
    return request == 0 ? requests.clone() : new long[] {request};
  }
}
