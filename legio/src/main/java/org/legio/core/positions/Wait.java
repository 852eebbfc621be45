package org.legio.core.positions;

/**
 * The message or the requests that a thread waits for in MPI.
 *
 * <p>The thread that waits writes it without fences, so that it costs nothing; what other threads
 * read may be some nanoseconds old. Threads whose ids are equal modulo the size of {@link Waits}
 * share one; then a wait may be missed.
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

  /** Notes that this thread waits for a rank of a communicator, as MPI numbers it. */
  public void begin(long waitsOn, int waitsFor) {
    begin(waitsOn, waitsFor, waitsFor);
  }

  /** Notes that this thread waits for two ranks at once. */
  @SuppressWarnings("deprecation") // its successor came with Java 19
  public void begin(long waitsOn, int waitsFor, int andFor) {
    comm = waitsOn;
    partner = waitsFor;
    otherPartner = andFor;
    thread = Thread.currentThread().getId();
  }

  /** Notes that this thread waits for a request. */
  @SuppressWarnings("deprecation") // its successor came with Java 19
  public void begin(long waitsForRequest) {
    request = waitsForRequest;
    comm = 0;
    thread = Thread.currentThread().getId();
  }

  /** Notes that this thread waits for one of several requests. */
  @SuppressWarnings("deprecation") // its successor came with Java 19
  public void begin(long[] waitsForOneOf) {
    requests = waitsForOneOf;
    comm = 0;
    request = 0;
    thread = Thread.currentThread().getId();
  }

  /** Ends the wait. */
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

  /** The ranks that it waits for, as MPI numbers them in the communicator. */
  public int[] partners() {
    return new int[] {partner, otherPartner};
  }

  /** The requests of which one is waited for. */
  public long[] requests() {
    return request == 0 ? requests.clone() : new long[] {request};
  }
}
