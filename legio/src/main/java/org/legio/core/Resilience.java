package org.legio.core;

import org.legio.core.windows.Windows;
import org.legio.ulfm.Binding;
import org.legio.ulfm.Collectives;
import org.legio.ulfm.Job;
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
  private final Windows windows;

  private Resilience(Context context) {
    this.pmpi = context.pmpi();
    this.context = context;
    RequestTable table = new RequestTable(context.binding().requestEmpty());
    AnySource anySource = new AnySource(context);
    CommunicatorMaker maker = new CommunicatorMaker(context, registry);
    this.communicators = new Communicators(context, registry, maker, table);
    this.refusals = new Refusals(context);
    this.pointToPoint = new PointToPoint(context, registry, table, anySource);
    this.requests = new Requests(context, table, anySource);
    this.windows = new Windows(context, registry, maker, communicators);
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

  /** What serves windows. */
  public Windows windows() {
    return windows;
  }

  /** What serves calls that are not protected. */
  public Refusals refusals() {
    return refusals;
  }

  /** Sums up what has happened. To be called before MPI is finalised. */
  public void end() {
    context.report().end();
  }
}
