package org.legio.protection;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.legio.core.CallBlocks;
import org.legio.core.Questions;
import org.legio.core.Refusals;
import org.legio.core.collective.UserReductions;
import org.legio.core.communicator.Communicator;
import org.legio.core.communicator.CommunicatorRegistry;
import org.legio.core.creation.CommunicatorMaker;
import org.legio.core.creation.Communicators;
import org.legio.core.creation.HandshakeChannel;
import org.legio.core.creation.Intercommunicators;
import org.legio.core.creation.Layout;
import org.legio.core.files.Files;
import org.legio.core.files.OpenFile;
import org.legio.core.finalize.BlockedCallScanner;
import org.legio.core.finalize.Departures;
import org.legio.core.finalize.FinalizeBarrier;
import org.legio.core.message.AnySource;
import org.legio.core.message.Datatypes;
import org.legio.core.message.LastMessages;
import org.legio.core.message.MatchedProbes;
import org.legio.core.message.MessageProtocol;
import org.legio.core.message.PersistentRequests;
import org.legio.core.message.Receives;
import org.legio.core.message.RequestTable;
import org.legio.core.message.Requests;
import org.legio.core.message.SendReceives;
import org.legio.core.message.Sends;
import org.legio.core.positions.CallSamples;
import org.legio.core.positions.Positions;
import org.legio.core.repair.Context;
import org.legio.core.repair.DeferredFrees;
import org.legio.core.repair.NoUlfm;
import org.legio.core.report.RepairListeners;
import org.legio.core.report.Report;
import org.legio.core.settings.Configuration;
import org.legio.core.settings.JobAbort;
import org.legio.core.settings.Setting;
import org.legio.core.topology.CartTopologies;
import org.legio.core.topology.GraphTopologies;
import org.legio.core.watch.Watch;
import org.legio.core.windows.Window;
import org.legio.core.windows.Windows;
import org.legio.ulfm.messages.ExitStatus;
import org.legio.ulfm.ports.Binding;
import org.legio.ulfm.ports.Job;
import org.legio.ulfm.ports.Pmpi;
import org.legio.ulfm.ports.Ulfm;

/**
 * A running job under protection: makes and holds the handlers of all protected calls.
 *
 * <p>Calls on handles that it does not know pass through to MPI untouched: whoever calls looks
 * first whether it knows them.
 */
public final class Resilience {
  private final Context context;
  private final CommunicatorRegistry registry = new CommunicatorRegistry();
  private final RequestTable table;
  private final LastMessages lastMessages;
  private final CommunicatorMaker maker;
  private final CallBlocks blocks;
  private final Questions questions;
  private final HandshakeChannel handshakeChannel;
  private final Communicators communicators;
  private final Refusals refusals;
  private final MessageProtocol protocol;
  private final Sends sends;
  private final Receives receives;
  private final PersistentRequests persistentRequests;
  private final Requests requests;
  private final Datatypes datatypes;
  private final UserReductions userReductions;
  private final BlockedCallScanner scanner;
  private final CallSamples callSamples;
  private @Nullable Watch watch;
  private @Nullable FinalizeBarrier finalizeBarrier;

  // Made when first asked for: most programs do without, and without their classes.
  private @Nullable Intercommunicators intercommunicators;
  private @Nullable SendReceives sendReceives;
  private @Nullable MatchedProbes matchedProbes;
  private @Nullable Files files;
  private @Nullable CartTopologies cartTopologies;
  private @Nullable GraphTopologies graphTopologies;
  private @Nullable Windows windows;

  private Resilience(Context context, Layout layout) {
    this.context = context;
    this.table = RequestTable.of(context.binding(), context.binding().requestEmpty());
    this.lastMessages = new LastMessages(context, table);
    AnySource anySource = new AnySource(context, lastMessages);
    this.maker = new CommunicatorMaker(context, registry, layout);
    this.handshakeChannel = new HandshakeChannel(context);
    this.blocks = new CallBlocks(context);
    this.questions = new Questions(context, registry, blocks);
    this.refusals = new Refusals(context, registry);
    this.protocol = new MessageProtocol(context, anySource, lastMessages);
    this.persistentRequests = new PersistentRequests(context, table, protocol);
    this.requests = new Requests(context, table, anySource, persistentRequests);
    this.sends = new Sends(context, table, protocol, requests);
    this.receives = new Receives(context, table, lastMessages, protocol, requests);
    this.communicators =
        new Communicators(context, registry, maker, table, persistentRequests, lastMessages);
    DeferredFrees frees = new DeferredFrees(context.progress());
    this.datatypes = new Datatypes(context, persistentRequests, frees);
    this.userReductions = new UserReductions(context, frees);
    this.scanner = new BlockedCallScanner(context, registry, table);
    this.callSamples = new CallSamples(scanner::partners);
  }

  /**
   * Takes a job over, right after MPI has been initialized. Collective over all its ranks.
   *
   * @param layout makes the substitutes of its communicators
   */
  public static Resilience protect(
      Pmpi pmpi, Ulfm ulfm, Binding binding, Job job, Configuration configuration, Layout layout)
      throws Exception {
    Resilience resilience =
        new Resilience(Context.of(pmpi, ulfm, binding, job, configuration), layout);
    Departures departures = resilience.departures(job);
    departures.begin();
    resilience.communicators.adoptWorld();
    resilience.handshakeChannel.begin();
    resilience.prepareEnd(departures);
    resilience.watch(job);
    resilience.sampleCalls();
    return resilience;
  }

  private Departures departures(Job job) {
    return new Departures(context, job, scanner);
  }

  private void prepareEnd(Departures departures) throws Exception {
    Communicator world = registry.peek(context.binding().commWorld());
    if (world != null) {
      finalizeBarrier =
          new FinalizeBarrier(context, world.substitute(), departures, handshakeChannel.comm());
    }
  }

  /** Starts the search for ranks that do not continue, if it is configured. */
  private void watch(Job job) throws Exception {
    Configuration configuration = context.configuration();
    Communicator world = registry.peek(context.binding().commWorld());
    boolean isWanted =
        configuration.isSet(Setting.DEADLINE) || configuration.isSet(Setting.DETECTOR);
    if (isWanted && world != null) {
      requireOneProcessForEachRank(job);
      watch = Watch.start(context, world, job);
    }
  }

  /** Begins to estimate how long the program is in calls, if anybody is told. */
  private void sampleCalls() {
    if (context.configuration().isSet(Setting.REPORT)) {
      callSamples.begin();
    }
  }

  /** Which process of a rank answers, and which is ended, replicas could not agree about. */
  private void requireOneProcessForEachRank(Job job) {
    if (!job.survival().replicaGroups().isEmpty()) {
      throw context
          .jobEnd()
          .abort(
              ExitStatus.USAGE.number(),
              "deadline and detector look for processes that hang, and a rank with --replicas or"
                  + " --restart is more than one process; drop one of the two"
                  + " (replica.behind=give-up ends a replica that hangs)");
    }
  }

  /** Lets a job run on unprotected: no communicator is protected. */
  public static Resilience passThrough(
      Pmpi pmpi, Binding binding, Job job, Configuration configuration) throws Exception {
    return new Resilience(Context.of(pmpi, new NoUlfm(), binding, job, configuration), Layout.FLAT);
  }

  /** The communicator that a call is about; null if it is not protected. */
  public @Nullable Communicator communicator(long comm) {
    return registry.find(comm);
  }

  /** The communicator that serves the collective operations on a handle; null if not protected. */
  public @Nullable Communicator collectives(long comm) throws Exception {
    Communicator communicator = registry.find(comm);
    if (communicator != null) {
      blocks.requireNoOther(communicator);
    }
    return communicator;
  }

  /** The handler of the calls about communicators. */
  public Communicators communicators() {
    return communicators;
  }

  /** The handler of communicators of two groups. */
  public synchronized Intercommunicators intercommunicators() {
    if (intercommunicators == null) {
      intercommunicators = new Intercommunicators(context, registry, maker, handshakeChannel);
    }
    return intercommunicators;
  }

  /** The handler of sends. */
  public Sends sends() {
    return sends;
  }

  /** The handler of receives and probes. */
  public Receives receives() {
    return receives;
  }

  /** The handler of sends and receives at once. */
  public synchronized SendReceives sendReceives() {
    if (sendReceives == null) {
      sendReceives = new SendReceives(context, protocol, requests, sends, receives);
    }
    return sendReceives;
  }

  /** The handler of persistent requests. */
  public PersistentRequests persistentRequests() {
    return persistentRequests;
  }

  /** The handler of matched probes. */
  public synchronized MatchedProbes matchedProbes() {
    if (matchedProbes == null) {
      matchedProbes = new MatchedProbes(context, table, protocol, lastMessages);
    }
    return matchedProbes;
  }

  /** The handler of requests. */
  public Requests requests() {
    return requests;
  }

  /** The file that serves the calls on a handle; null if it is not protected. */
  public @Nullable OpenFile files(long file) {
    return fileMaking().find(file);
  }

  /** The handler that opens files. */
  public synchronized Files fileMaking() {
    if (files == null) {
      files = new Files(context, maker, communicators);
    }
    return files;
  }

  /** The handler of grids. */
  public synchronized CartTopologies cartTopologies() {
    if (cartTopologies == null) {
      cartTopologies = new CartTopologies(context, registry, maker);
    }
    return cartTopologies;
  }

  /** The handler of graphs. */
  public synchronized GraphTopologies graphTopologies() {
    if (graphTopologies == null) {
      graphTopologies = new GraphTopologies(context, maker);
    }
    return graphTopologies;
  }

  /** The window that serves the calls on a handle; null if it is not protected. */
  public @Nullable Window windows(long win) {
    return windowMaking().find(win);
  }

  /** The handler that makes windows. */
  public synchronized Windows windowMaking() {
    if (windows == null) {
      windows = new Windows(context, maker, communicators);
    }
    return windows;
  }

  /** The handler of datatypes. */
  public Datatypes datatypes() {
    return datatypes;
  }

  /** The handler of the program's own reductions. */
  public UserReductions userReductions() {
    return userReductions;
  }

  /** The handler of calls that are not protected. */
  public Refusals refusals() {
    return refusals;
  }

  /** The check before a call that no block may hold. */
  public CallBlocks blocks() {
    return blocks;
  }

  /** Where this rank's threads are. */
  public Positions positions() {
    return context.positions();
  }

  /** Answers what programs ask Legio. */
  public Questions questions() {
    return questions;
  }

  /** The report of what has happened so far. */
  public Report report() {
    return context.report();
  }

  /** Tells listeners of repairs of the program's communicators, but not of private ones. */
  public void tellRepairsTo(RepairListeners listeners) {
    context
        .report()
        .tellRepairsTo(
            repair -> {
              if (registry.peek(repair.communicator()) != null) {
                listeners.tell(repair);
              }
            });
  }

  /** Names who is told the reason before this rank ends the job. */
  public void tellAbortTo(Consumer<JobAbort> listener) {
    context.jobEnd().tellAbortTo(listener);
  }

  /** Names who gets the report in place of the file that the settings name. */
  public void handReportTo(Consumer<String> reader) {
    context.report().handTo(reader);
  }

  /**
   * Completes the operations under way, waits for the other living ranks, and sums up what has
   * happened. The caller finalizes MPI right afterwards.
   *
   * @return false if this rank has departed because another rank waited for it in another call: it
   *     counts as dead to the others, and its MPI must be left as it is
   */
  public boolean beforeFinalize() throws Exception {
    if (finalizeBarrier == null) {
      sumUp();
      return true;
    }
    if (!finalizeBarrier.arrive()) {
      endHere();
      return false;
    }
    finalizeBarrier.gather();
    sumUp();
    finalizeBarrier.leave();
    context.ulfm().isolateFinalize().ifPresent(context.report()::recordFinalizeNotIsolated);
    return true;
  }

  private void sumUp() throws Exception {
    Configuration configuration = context.configuration();
    context
        .report()
        .end(
            configuration.get(Setting.REPORT),
            new Report.Calls(registry.passedThrough(), callSamples.end()));
    endHere();
  }

  private void endHere() throws Exception {
    questions.end();
    callSamples.end();
    if (watch != null) {
      watch.end();
    }
  }
}
