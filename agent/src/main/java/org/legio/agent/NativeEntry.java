package org.legio.agent;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.legio.core.CallBlocks;
import org.legio.core.LifeCycle;
import org.legio.core.Questions;
import org.legio.core.Refusals;
import org.legio.core.collective.UserReductions;
import org.legio.core.communicator.Communicator;
import org.legio.core.creation.Communicators;
import org.legio.core.creation.Intercommunicators;
import org.legio.core.files.Files;
import org.legio.core.files.OpenFile;
import org.legio.core.message.Datatypes;
import org.legio.core.message.MatchedProbes;
import org.legio.core.message.PersistentRequests;
import org.legio.core.message.Receives;
import org.legio.core.message.Requests;
import org.legio.core.message.SendReceives;
import org.legio.core.message.Sends;
import org.legio.core.report.RepairListeners;
import org.legio.core.topology.CartTopologies;
import org.legio.core.topology.GraphTopologies;
import org.legio.core.windows.Window;
import org.legio.core.windows.Windows;
import org.legio.protection.Resilience;
import org.legio.ulfm.ports.Job;

/**
 * The native entry, where woven code enters Legio: the body of a protected native calls one of
 * these methods to find the object behind its handle, another one to get its handler, then the
 * handler. Of an object that serves the calls of its handle itself, one does both.
 */
public final class NativeEntry {

  private NativeEntry() {}

  /** The handler of the start and the end of MPI. */
  public static LifeCycle lifeCycle() {
    return Start.LIFE_CYCLE;
  }

  /** The communicator that a call is about; null if it is not protected. */
  public static @Nullable Communicator communicator(long comm) {
    return Running.RESILIENCE.communicator(comm);
  }

  /** The communicator that serves the collective operations on a handle; null if not protected. */
  public static @Nullable Communicator collectives(long comm) throws Exception {
    return Running.RESILIENCE.collectives(comm);
  }

  /** The handler of calls about communicators. */
  public static Communicators communicators() {
    return Running.COMMUNICATORS;
  }

  /** The handler of communicators of two groups. */
  public static Intercommunicators intercommunicators() {
    return TwoGroups.INTERCOMMUNICATORS;
  }

  /** The handler of sends. */
  public static Sends sends() {
    return Running.SENDS;
  }

  /** The handler of receives and probes. */
  public static Receives receives() {
    return Running.RECEIVES;
  }

  /** The handler of sends and receives at once. */
  public static SendReceives sendReceives() {
    return AtOnce.SEND_RECEIVES;
  }

  /** The handler of persistent requests. */
  public static PersistentRequests persistentRequests() {
    return Running.PERSISTENT_REQUESTS;
  }

  /** The handler of matched probes. */
  public static MatchedProbes matchedProbes() {
    return Matching.MATCHED_PROBES;
  }

  /** The handler of requests. */
  public static Requests requests() {
    return Running.REQUESTS;
  }

  /** The handler of datatypes. */
  public static Datatypes datatypes() {
    return Types.DATATYPES;
  }

  /** The file that serves the calls on a handle; null if it is not protected. */
  public static @Nullable OpenFile files(long file) {
    return Storage.FILES.find(file);
  }

  /** The handler that opens files. */
  public static Files fileMaking() {
    return Storage.FILES;
  }

  /** The handler of grids. */
  public static CartTopologies cartTopologies() {
    return Grids.CART_TOPOLOGIES;
  }

  /** The handler of graphs. */
  public static GraphTopologies graphTopologies() {
    return Graphs.GRAPH_TOPOLOGIES;
  }

  /** The window that serves the calls on a handle; null if it is not protected. */
  public static @Nullable Window windows(long win) {
    return OneSided.WINDOWS.find(win);
  }

  /** The handler that makes windows. */
  public static Windows windowMaking() {
    return OneSided.WINDOWS;
  }

  /** The handler of the program's own reductions. */
  public static UserReductions userReductions() {
    return Running.USER_REDUCTIONS;
  }

  /** The handler of calls that are not protected. */
  public static Refusals refusals() {
    return Running.RESILIENCE.refusals();
  }

  /** The check before a call that no block may hold. */
  public static CallBlocks blocks() {
    return Running.BLOCKS;
  }

  /**
   * The answers to the program's questions; empty without the agent and before {@code MPI_Init}.
   */
  public static Optional<Questions> questions() {
    return Session.running().map(Resilience::questions);
  }

  /** The job; empty without the agent and before {@code MPI_Init}. */
  public static Optional<Job> job() {
    return Session.running().isPresent() ? Session.prepared().map(Session::job) : Optional.empty();
  }

  /** The program's listeners to repairs; empty without the agent. */
  public static Optional<RepairListeners> repairListeners() {
    return Session.prepared().map(Session::repairListeners);
  }

  /** Constants from the first protected call on, which is {@code MPI_Init}. */
  private static final class Start {
    static final LifeCycle LIFE_CYCLE = Session.current().newLifeCycle();
  }

  /** Constants from the first protected call after {@code MPI_Init} on: the JIT folds them. */
  private static final class Running {
    static final Resilience RESILIENCE = Session.current().resilience();
    static final CallBlocks BLOCKS = RESILIENCE.blocks();
    static final Communicators COMMUNICATORS = RESILIENCE.communicators();
    static final Sends SENDS = RESILIENCE.sends();
    static final Receives RECEIVES = RESILIENCE.receives();
    static final PersistentRequests PERSISTENT_REQUESTS = RESILIENCE.persistentRequests();
    static final Requests REQUESTS = RESILIENCE.requests();
    static final UserReductions USER_REDUCTIONS = RESILIENCE.userReductions();
  }

  // Constants from the first call that needs them on: most programs have none.

  private static final class TwoGroups {
    static final Intercommunicators INTERCOMMUNICATORS = Running.RESILIENCE.intercommunicators();
  }

  private static final class AtOnce {
    static final SendReceives SEND_RECEIVES = Running.RESILIENCE.sendReceives();
  }

  private static final class Types {
    static final Datatypes DATATYPES = Running.RESILIENCE.datatypes();
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
