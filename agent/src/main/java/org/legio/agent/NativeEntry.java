package org.legio.agent;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.legio.core.Blocks;
import org.legio.core.Communicator;
import org.legio.core.Communicators;
import org.legio.core.Intercommunicators;
import org.legio.core.LifeCycle;
import org.legio.core.MatchedProbes;
import org.legio.core.Operations;
import org.legio.core.PersistentRequests;
import org.legio.core.PointToPoint;
import org.legio.core.Questions;
import org.legio.core.Refusals;
import org.legio.core.RepairListeners;
import org.legio.core.Requests;
import org.legio.core.files.Files;
import org.legio.core.files.OpenFile;
import org.legio.core.topology.CartTopologies;
import org.legio.core.topology.GraphTopologies;
import org.legio.core.windows.Window;
import org.legio.core.windows.Windows;
import org.legio.protection.Resilience;

/**
 * Where woven code enters Legio: the body of a protected native calls one of these methods for its
 * handler, then the handler.
 */
public final class NativeEntry {

  private NativeEntry() {}

  /** What serves the start and the end of MPI. */
  public static LifeCycle lifeCycle() {
    return Start.LIFE_CYCLE;
  }

  /** What serves collective operations on a communicator; null if it is not protected. */
  public static @Nullable Communicator collectives(long comm) throws Exception {
    return Running.RESILIENCE.collectives(comm);
  }

  /** What serves calls about communicators. */
  public static Communicators communicators() {
    return Running.COMMUNICATORS;
  }

  /** What serves communicators of two groups. */
  public static Intercommunicators intercommunicators() {
    return TwoGroups.INTERCOMMUNICATORS;
  }

  /** What serves messages. */
  public static PointToPoint pointToPoint() {
    return Running.POINT_TO_POINT;
  }

  /** What serves persistent requests. */
  public static PersistentRequests persistentRequests() {
    return Running.PERSISTENT_REQUESTS;
  }

  /** What serves matched probes. */
  public static MatchedProbes matchedProbes() {
    return Matching.MATCHED_PROBES;
  }

  /** What serves requests. */
  public static Requests requests() {
    return Running.REQUESTS;
  }

  /** What serves the calls on a file; null if it is not protected. */
  public static @Nullable OpenFile files(long file) {
    return Storage.FILES.find(file);
  }

  /** What opens files. */
  public static Files fileMaking() {
    return Storage.FILES;
  }

  /** What serves grids. */
  public static CartTopologies cartTopologies() {
    return Grids.CART_TOPOLOGIES;
  }

  /** What serves graphs. */
  public static GraphTopologies graphTopologies() {
    return Graphs.GRAPH_TOPOLOGIES;
  }

  /** What serves the calls on a window; null if it is not protected. */
  public static @Nullable Window windows(long win) {
    return OneSided.WINDOWS.find(win);
  }

  /** What makes windows. */
  public static Windows windowMaking() {
    return OneSided.WINDOWS;
  }

  /** What serves the program's own reductions. */
  public static Operations operations() {
    return Running.OPERATIONS;
  }

  /** What serves calls that are not protected. */
  public static Refusals refusals() {
    return Running.RESILIENCE.refusals();
  }

  /** What is asked before a call that no block may hold. */
  public static Blocks blocks() {
    return Running.BLOCKS;
  }

  /** What answers the program's questions; empty without the agent and before {@code MPI_Init}. */
  public static Optional<Questions> questions() {
    return Session.running().map(Resilience::questions);
  }

  /** Who wants to hear of repairs; empty without the agent. */
  public static Optional<RepairListeners> repairListeners() {
    return Session.prepared().map(Session::repairListeners);
  }

  /** Constants from the first protected call on, which is {@code MPI_Init}. */
  private static final class Start {
    static final LifeCycle LIFE_CYCLE = Session.current().lifeCycle();
  }

  /** Constants from the first protected call after {@code MPI_Init} on: the JIT folds them. */
  private static final class Running {
    static final Resilience RESILIENCE = Session.current().resilience();
    static final Blocks BLOCKS = RESILIENCE.blocks();
    static final Communicators COMMUNICATORS = RESILIENCE.communicators();
    static final PointToPoint POINT_TO_POINT = RESILIENCE.pointToPoint();
    static final PersistentRequests PERSISTENT_REQUESTS = RESILIENCE.persistentRequests();
    static final Requests REQUESTS = RESILIENCE.requests();
    static final Operations OPERATIONS = RESILIENCE.operations();
  }

  // Constants from the first call that needs them on: most programs have none.

  private static final class TwoGroups {
    static final Intercommunicators INTERCOMMUNICATORS = Running.RESILIENCE.intercommunicators();
  }

  private static final class Matching {
    static final MatchedProbes MATCHED_PROBES = Running.RESILIENCE.matchedProbes();
  }

  private static final class Storage {
    static final Files FILES = Running.RESILIENCE.fileMaking();
  }

  private static final class Grids {
    static final CartTopologies CART_TOPOLOGIES = Running.RESILIENCE.cartTopologies();
  }

  private static final class Graphs {
    static final GraphTopologies GRAPH_TOPOLOGIES = Running.RESILIENCE.graphTopologies();
  }

  private static final class OneSided {
    static final Windows WINDOWS = Session.current().windowMaking();
  }
}
