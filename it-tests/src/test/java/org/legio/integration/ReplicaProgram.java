package org.legio.integration;

import java.time.Duration;
import java.util.List;

/** A sample whose output is the same each time, and the calls at which its processes may die. */
@SuppressWarnings("ImmutableEnumChecker") // the lists are immutable, or set once
enum ReplicaProgram {
  PI("MonteCarloPi", List.of("reduce"), 20_000, 60),
  MASTER_WORKER("MasterWorker", List.of("send", "recv"), 60),
  SCREENING("Screening", List.of("bcast", "reduce", "gather")),
  MILESTONES("Milestones", List.of("allReduce", "sendRecvReplace"), 40, 5),
  RING("Ring", List.of("send", "recv")),
  EP("EpGenerator", List.of("reduce", "allReduce")),
  NEIGHBORS("Neighborhood", List.of("neighborAllGather", "neighborAllToAll")),
  MIXTURE("Mixture", List.of("allReduce", "bcast", "barrier", "send", "reduce"), 7, 40),
  CALLS(
      "CallZoo",
      List.of("bcast", "allReduce", "barrier", "iSend", "iRecv", "testSome", "scan", "split"),
      ReplicaProgram.TO_OUTPUT,
      2),
  TOPOLOGIES(
      "TopologyZoo",
      List.of("neighborAllGather", "createCart", "createGraph", "createDistGraph"),
      ReplicaProgram.TO_OUTPUT,
      2),
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
