package org.legio.integration;

import java.time.Duration;
import java.util.List;

/** A sample whose output is the same each time, and the calls at which its processes may die. */
@SuppressWarnings("ImmutableEnumChecker") // the lists are immutable, or set once
enum ReplicaProgram {
  PI("MonteCarloPi", List.of("reduce"), 20_000, 60),
  MASTER_WORKER("MasterWorker", List.of("send", "recv"), 60),
  SCREENING("Screening", List.of("bcast", "gather")),
  MILESTONES("Milestones", List.of("allReduce", "sendRecvReplace"), 40, 5),
  RING("Ring", List.of("send", "recv")),
  EP("EpGenerator", List.of("allReduce")),
  JACOBI("Jacobi2D", List.of("createCart", "neighborAllToAllv", "allReduce"), 32, 60),
  SPARSE("SparseMatrixVector", List.of("allGatherv", "allReduce"), 500, 20),
  MARKOV("MarkovChain", List.of("reduceScatter", "allReduce"), 400),
  NEIGHBORS("Neighborhood", List.of("neighborAllGather", "neighborAllToAll")),
  MIXTURE("Mixture", List.of("allReduce", "barrier", "dup", "sendRecv", "split"), 7, 40),
  CALLS(
      "CallZoo",
      List.of(
          """
          allGather allGatherv allReduce allToAll allToAllv bSend barrier bcast
          callErrhandler compare create createGroup deleteAttr dup dupWithInfo exScan free
          gather gatherv getErrhandler getGroup getRank getSize getStatus getTopology
          iProbe iRecv iSend ibSend irSend isInter isSend probe rSend recv reduce
          reduceScatter reduceScatterBlock sSend scan scatter scatterv send sendRecv
          sendRecvReplace setAttr setErrhandler setName split splitType test testAll
          testAllStatus testAny testAnyStatus testSome testSomeStatus testStatus waitAll
          waitAllStatus waitAny waitAnyStatus waitFor waitSome waitSomeStatus waitStatus
          Finalize
          """
              .split("\\s+")),
      ReplicaProgram.TO_OUTPUT,
      1,
      "brief"),
  TOPOLOGIES(
      "TopologyZoo",
      List.of("neighborAllGather", "createCart", "createGraph", "createDistGraph"),
      ReplicaProgram.TO_OUTPUT),
  WINDOWS("WindowZoo", List.of("fence", "put", "get", "accumulate"), ReplicaProgram.TO_OUTPUT);

  /** Zoos write to standard output: files that a program opens itself are not written once. */
  private static final String TO_OUTPUT = "-";

  private final String sample;
  private final List<Object> arguments;
  private final List<String> calls;
  private List<String> undisturbed = List.of();

  ReplicaProgram(String sample, List<String> calls, Object... arguments) {
    this.sample = sample;
    this.calls = calls;
    this.arguments = List.of(arguments);
  }

  /** The names of calls that each of its ranks may make. */
  List<String> calls() {
    return calls;
  }

  /** A job of it on the embedded runtime. */
  Job job() {
    return Job.of(sample, arguments.toArray()).mpi("embedded").within(Duration.ofMinutes(2));
  }

  /** The lines that its job of 4 ranks prints without deaths, sorted. */
  synchronized List<String> undisturbed() {
    if (undisturbed.isEmpty()) {
      undisturbed = job().run().succeeded().sortedLines();
    }
    return undisturbed;
  }
}
