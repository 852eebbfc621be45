package org.legio.agent;

import org.legio.core.Communicators;
import org.legio.core.LifeCycle;
import org.legio.core.PointToPoint;
import org.legio.core.Refusals;
import org.legio.core.Requests;
import org.legio.core.Resilience;
import org.legio.ulfm.Collectives;
import org.legio.ulfm.NonBlockingCollectives;

/**
 * Where woven code enters Legio: the body of a protected native calls one of these methods for its
 * handler, then the handler.
 */
public final class Seam {

  private Seam() {}

  /** What serves the start and the end of MPI. */
  public static LifeCycle lifeCycle() {
    return Start.LIFE_CYCLE;
  }

  /** What serves collective operations on a communicator. */
  public static Collectives collectives(long comm) {
    return Running.RESILIENCE.collectives(comm);
  }

  /** What serves non-blocking collective operations on a communicator. */
  public static NonBlockingCollectives nonBlocking(long comm) {
    return Running.RESILIENCE.nonBlocking(comm);
  }

  /** What serves calls about communicators. */
  public static Communicators communicators() {
    return Running.COMMUNICATORS;
  }

  /** What serves messages. */
  public static PointToPoint pointToPoint() {
    return Running.POINT_TO_POINT;
  }

  /** What serves requests. */
  public static Requests requests() {
    return Running.REQUESTS;
  }

  /** What serves calls that are not protected. */
  public static Refusals refusals() {
    return Running.RESILIENCE.refusals();
  }

  /** Constants from the first protected call on, which is {@code MPI_Init}. */
  private static final class Start {
    static final LifeCycle LIFE_CYCLE = Session.current().lifeCycle();
  }

  /** Constants from the first protected call after {@code MPI_Init} on: the JIT folds them. */
  private static final class Running {
    static final Resilience RESILIENCE = Session.current().resilience();
    static final Communicators COMMUNICATORS = RESILIENCE.communicators();
    static final PointToPoint POINT_TO_POINT = RESILIENCE.pointToPoint();
    static final Requests REQUESTS = RESILIENCE.requests();
  }
}
