package org.legio.faults;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.legio.core.Questions;
import org.legio.core.communicator.Communicator;
import org.legio.core.creation.Communicators;
import org.legio.core.creation.Intercommunicators;
import org.legio.core.files.Files;
import org.legio.core.files.OpenFile;
import org.legio.core.message.MatchedProbes;
import org.legio.core.message.PersistentRequests;
import org.legio.core.message.Receives;
import org.legio.core.message.Requests;
import org.legio.core.message.SendReceives;
import org.legio.core.message.Sends;
import org.legio.core.settings.Setting;
import org.legio.core.topology.CartTopologies;
import org.legio.core.topology.GraphTopologies;
import org.legio.core.windows.Window;
import org.legio.core.windows.Windows;
import org.legio.protection.Resilience;
import org.legio.ulfm.ports.Binding;
import org.legio.ulfm.ports.CollectiveCall;
import org.legio.ulfm.ports.Collectives;
import org.legio.ulfm.ports.MpiConstants;
import org.legio.ulfm.ports.Pmpi;
import org.legio.ulfm.ports.UnprotectedCollectives;

/**
 * The MPI of one rank of a test program: short methods that call the handlers of {@link
 * Resilience}.
 */
final class Mpi {

  @FunctionalInterface
  interface Calling {
    void run() throws Exception;
  }

  private static final int MESSAGES_PER_RANK = 10_000;

  private final Seat seat;
  private final Resilience resilience;
  private final Settings settings;
  private final Log log;
  private final LongSupplier steps;
  private final long worldGroup;
  private final Comm world;
  private final Map<Long, Comm> made = new HashMap<>();
  private int messages;

  /**
   * Enters the program on a rank whose job is protected.
   *
   * @param steps how many steps the rank has made
   */
  Mpi(Seat seat, Resilience resilience, Settings settings, Log log, LongSupplier steps)
      throws Exception {
    this.seat = seat;
    this.resilience = resilience;
    this.settings = settings;
    this.log = log;
    this.steps = steps;
    this.worldGroup = seat.pmpi().getGroup(seat.binding().commWorld());
    long comm = seat.binding().commWorld();
    this.world =
        new Comm(
            this,
            "world",
            comm,
            communicators().getRank(communicator(comm)),
            membersOf(communicators().getGroup(communicator(comm))));
  }

  Comm world() {
    return world;
  }

  int rank() {
    return world.rank();
  }

  int size() {
    return world.size();
  }

  Log log() {
    return log;
  }

  Fabric fabric() {
    return seat.fabric();
  }

  Folder folder() {
    return seat.folder();
  }

  /** What opens files. */
  Files fileMaking() {
    return resilience.fileMaking();
  }

  /** What serves the calls on a file; null if it is not protected. */
  @Nullable OpenFile files(long file) {
    return resilience.files(file);
  }

  /** Runs a collective operation. */
  void run(long comm, CollectiveCall call) throws Exception {
    log.called.add(call.operation().call());
    Collectives carrier = collectives(comm);
    carrier.run(carrier.call(call.operation()).as(call));
  }

  /** Starts one; returns its request. */
  long start(long comm, CollectiveCall call) throws Exception {
    log.called.add(call.operation().nonBlockingCall());
    Collectives carrier = collectives(comm);
    return carrier.start(carrier.call(call.operation()).as(call));
  }

  /** MPI alone serves a communicator that is not protected. */
  private Collectives collectives(long comm) throws Exception {
    Collectives carrier = resilience.collectives(comm);
    return carrier == null ? new UnprotectedCollectives(pmpi(), comm) : carrier;
  }

  /** The communicator that a call is about, as the woven binding finds it. */
  Communicator communicator(long comm) {
    Communicator found = resilience.communicator(comm);
    if (found == null) {
      throw new IllegalStateException(
          "rank %d calls on a communicator that is not protected: handle %d"
              .formatted(seat.rank(), comm));
    }
    return found;
  }

  CartTopologies cartTopologies() {
    return resilience.cartTopologies();
  }

  GraphTopologies graphTopologies() {
    return resilience.graphTopologies();
  }

  Intercommunicators intercommunicators() {
    return resilience.intercommunicators();
  }

  Questions questions() {
    return resilience.questions();
  }

  /** Stands for the binding's object that holds a handle. */
  Object holder(long handle) {
    return seat.binding().newRequest(handle);
  }

  /** Nobody dies in what all have done so far: that is tried elsewhere. */
  void liveUntilHere() throws Exception {
    log.firstMortalStep = Long.MAX_VALUE; // if the job ends in the barrier
    world.barrier();
    log.firstMortalStep = steps.getAsLong() + 1;
  }

  /** Nobody dies from here on; all know who has died before. */
  void liveFromHere() throws Exception {
    log.lastMortalStep = steps.getAsLong();
    world.barrier();
  }

  /** What makes windows. */
  Windows windowMaking() {
    return resilience.windowMaking();
  }

  /** What serves the calls on a window; null if it is not protected. */
  @Nullable Window windows(long win) {
    return resilience.windows(win);
  }

  Communicators communicators() {
    return resilience.communicators();
  }

  Sends sends() {
    return resilience.sends();
  }

  Receives receives() {
    return resilience.receives();
  }

  SendReceives sendReceives() {
    return resilience.sendReceives();
  }

  PersistentRequests persistentRequests() {
    return resilience.persistentRequests();
  }

  MatchedProbes matchedProbes() {
    return resilience.matchedProbes();
  }

  /** A number of this rank's host. */
  int host() {
    return seat.job().host().hashCode() & Integer.MAX_VALUE;
  }

  Binding binding() {
    return seat.binding();
  }

  Requests requests() {
    return resilience.requests();
  }

  boolean shiftsGathered() {
    return settings.isOn(Setting.GATHER_SHIFT);
  }

  boolean shiftsScattered() {
    return settings.isOn(Setting.SCATTER_SHIFT);
  }

  /** A number that no other message of the job has. */
  long nextMessage() {
    return (long) (rank() + 1) * MESSAGES_PER_RANK + messages++;
  }

  // ------------------------------------------------------------------ groups and communicators

  long group(int... worldRanks) throws Exception {
    return pmpi().groupIncl(worldGroup, worldRanks);
  }

  void freeGroup(long group) throws Exception {
    pmpi().groupFree(group);
  }

  /** The communicator of a handle; null if there is none. */
  @Nullable Comm adopt(String name, long handle) throws Exception {
    if (handle == seat.binding().commNull()) {
      return null;
    }
    Communicator communicator = communicator(handle);
    int[] members = membersOf(communicators().getGroup(communicator));
    int size = communicators().getSize(communicator);
    if (members.length != size) {
      log.wrong("%s has size %d and members %s".formatted(name, size, Arrays.toString(members)));
    }
    Comm comm = new Comm(this, name, handle, communicators().getRank(communicator), members);
    made.put(handle, comm);
    return comm;
  }

  void freed(Comm comm) {
    made.remove(comm.handle());
  }

  /** The members of a group, which it frees, as ranks in the world. */
  int[] membersOf(long group) throws Exception {
    int[] ranks = new int[pmpi().groupSize(group)];
    Arrays.setAll(ranks, i -> i);
    int[] members = pmpi().translateRanks(group, ranks, worldGroup);
    pmpi().groupFree(group);
    return members;
  }

  Pmpi pmpi() {
    return seat.pmpi();
  }

  /** Frees all that the program has made and not freed. */
  void freeAll() throws Exception {
    for (Comm comm : made.values().toArray(new Comm[0])) {
      comm.free();
    }
    pmpi().groupFree(worldGroup);
  }

  // ------------------------------------------------------------------ observing

  /** Makes a collective call and writes down what comes of it. */
  void observe(Observation o, @Nullable Cells recv, Calling call) throws Exception {
    enter(o, recv);
    call.run();
    leave(o, recv);
  }

  /** Writes down what goes in. */
  void enter(Observation o, @Nullable Cells recv) {
    o.before = recv == null ? new long[0] : recv.values();
    log.entered(o);
  }

  /** Writes down what has come out. */
  void leave(Observation o, @Nullable Cells recv) {
    o.after = recv == null ? new long[0] : recv.values();
    log.returned(o);
    if (recv != null && !recv.isIntactAround()) {
      log.wrong(o.call + " on " + o.key() + " has written around its buffer " + recv);
    }
  }

  // ------------------------------------------------------------------ requests

  void waitFor(Pending pending) throws Exception {
    long[] status = new long[MpiConstants.STATUS_FIELDS];
    log.trying(pending.attempt());
    resilience.requests().waitStatus(pending.request(), status);
    pending.over(status);
    log.done();
  }

  void waitAll(Pending... all) throws Exception {
    long[] requests = Arrays.stream(all).mapToLong(Pending::request).toArray();
    log.trying(anyOf(all));
    Object[] statuses = resilience.requests().waitAllStatus(requests);
    for (int i = 0; i < all.length; i++) {
      all[i].over(seat.binding().fields(statuses[i]));
    }
    log.done();
  }

  /** Waits for all, one after the other, whichever is done first. */
  void waitAny(Pending... all) throws Exception {
    long[] requests = Arrays.stream(all).mapToLong(Pending::request).toArray();
    log.trying(anyOf(all));
    for (int left = all.length; left > 0; left--) {
      long[] status = new long[MpiConstants.STATUS_FIELDS];
      resilience.requests().waitAnyStatus(requests, status);
      all[(int) status[MpiConstants.STATUS_FIELDS - 1]].over(status);
    }
    log.done();
  }

  /** Waits for all, some at a time. */
  void waitSome(Pending... all) throws Exception {
    long[] requests = Arrays.stream(all).mapToLong(Pending::request).toArray();
    log.trying(anyOf(all));
    for (int left = all.length; left > 0; ) {
      for (Object done : resilience.requests().waitSomeStatus(requests)) {
        long[] status = seat.binding().fields(done);
        all[(int) status[MpiConstants.STATUS_FIELDS - 1]].over(status);
        left--;
      }
    }
    log.done();
  }

  /** Tests until all are done. */
  void testAll(Pending... all) throws Exception {
    long[] requests = Arrays.stream(all).mapToLong(Pending::request).toArray();
    log.trying(anyOf(all));
    Object[] statuses = resilience.requests().testAllStatus(requests);
    while (statuses == null) {
      statuses = resilience.requests().testAllStatus(requests);
    }
    for (int i = 0; i < all.length; i++) {
      all[i].over(seat.binding().fields(statuses[i]));
    }
    log.done();
  }

  /** Tests one until it is done. */
  void testOne(Pending pending) throws Exception {
    log.trying(pending.attempt());
    Object self = seat.binding().newRequest(pending.request());
    Object status = resilience.requests().testStatus(self, pending.request());
    while (status == null) {
      status = resilience.requests().testStatus(self, pending.request());
    }
    pending.over(seat.binding().fields(status));
    log.done();
  }

  static Log.Attempt anyOf(Pending... all) {
    int[] partners =
        Arrays.stream(all).flatMapToInt(p -> Arrays.stream(p.attempt().partners())).toArray();
    Setting[] policies =
        Arrays.stream(all)
            .flatMap(p -> Arrays.stream(p.attempt().policies()))
            .distinct()
            .toArray(Setting[]::new);
    return new Log.Attempt("wait", partners, policies);
  }
}
