package org.legio.core;

import org.legio.ulfm.Binding;
import org.legio.ulfm.Collectives;
import org.legio.ulfm.Job;
import org.legio.ulfm.NonBlockingCollectives;
import org.legio.ulfm.Pmpi;
import org.legio.ulfm.Ulfm;

/**
 * A running job under protection: the handlers of all protected calls.
 *
 * <p>Handles that it has not made or taken over pass through to MPI untouched.
 */
public final class Resilience {
  private final Pmpi pmpi;
  private final Context context;
  private final CommunicatorRegistry registry = new CommunicatorRegistry();
  private final Communicators communicators;
  private final Refusals refusals;
  private final PointToPoint pointToPoint;
  private final Requests requests;

  private Resilience(Context context) {
    this.pmpi = context.pmpi();
    this.context = context;
    RequestTable table = new RequestTable(context.binding().requestEmpty());
    AnySource anySource = new AnySource(context);
    CommunicatorMaker maker = new CommunicatorMaker(context, registry);
    this.communicators = new Communicators(context, registry, maker, table);
    this.refusals = new Refusals(context);
    this.requests = new Requests(context, table, anySource);
    this.pointToPoint = new PointToPoint(context, registry, table, anySource, requests);
  }

  /** Takes a job over, right after MPI has been initialised. Collective over all its ranks. */
  public static Resilience protect(
      Pmpi pmpi, Ulfm ulfm, Binding binding, Job job, Configuration configuration)
      throws Exception {
    Resilience resilience = new Resilience(Context.of(pmpi, ulfm, binding, job, configuration));
    resilience.communicators.adoptWorld();
    return resilience;
  }

  /** Lets a job run on unprotected: takes over nothing. */
  public static Resilience passThrough(
      Pmpi pmpi, Binding binding, Job job, Configuration configuration) throws Exception {
    return new Resilience(Context.of(pmpi, new NoUlfm(), binding, job, configuration));
  }

  /** What serves the collective operations on a communicator. */
  public Collectives collectives(long comm) {
    Communicator communicator = registry.find(comm);
    return communicator == null ? pmpi : communicator.substitute();
  }

  /** What serves the non-blocking collective operations on a communicator. */
  public NonBlockingCollectives nonBlocking(long comm) {
    Communicator communicator = registry.find(comm);
    return communicator == null ? pmpi : communicator.substitute().nonBlocking();
  }

  /** What serves the calls about communicators. */
  public Communicators communicators() {
    return communicators;
  }

  /** What serves messages. */
  public PointToPoint pointToPoint() {
    return pointToPoint;
  }

  /** What serves requests. */
  public Requests requests() {
    return requests;
  }

  /** What serves calls that are not protected. */
  public Refusals refusals() {
    return refusals;
  }

  /** Completes what is under way, sums up what has happened. Called before MPI is finalised. */
  public void end() throws Exception {
    context.progress().finish();
    context.report().end();
  }
}
