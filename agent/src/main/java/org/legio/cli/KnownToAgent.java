package org.legio.cli;

import java.util.Map;
import java.util.Set;

/** What the agent accepts, as far as the command line checks it in advance. */
final class KnownToAgent {
  private static final Set<String> CALLS =
      Set.of(
          "barrier",
          "bcast",
          "reduce",
          "allReduce",
          "reduceScatter",
          "reduceScatterBlock",
          "scan",
          "exScan",
          "gather",
          "gatherv",
          "scatter",
          "scatterv",
          "allGather",
          "allGatherv",
          "allToAll",
          "allToAllv",
          "send",
          "bSend",
          "sSend",
          "rSend",
          "recv",
          "sendRecv",
          "sendRecvReplace",
          "probe",
          "iProbe",
          "iSend",
          "ibSend",
          "isSend",
          "irSend",
          "iRecv",
          "dup",
          "split",
          "splitType",
          "create",
          "createGroup",
          "free");

  private KnownToAgent() {}

  static Set<String> calls() {
    return CALLS;
  }

  /** Accepts all: the agent is the judge until its settings can be asked from here. */
  static void checkPolicies(Map<String, String> policies) {}
}
