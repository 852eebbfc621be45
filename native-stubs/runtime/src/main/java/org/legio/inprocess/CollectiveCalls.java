package org.legio.inprocess;

import org.legio.ulfm.Collective;
import org.legio.ulfm.CollectiveCall;

/** The natives of the collective operations, blocking or not: the same schedules, run or begun. */
final class CollectiveCalls extends Calls {

  CollectiveCalls(RankState state) {
    super(state);
  }

  void collective(long comm, CollectiveCall call) throws Exception {
    run(plan(comm, call), call.operation().call());
  }

  long startCollective(long comm, CollectiveCall call) throws Exception {
    return begin(plan(comm, call));
  }

  private Schedule plan(long comm, CollectiveCall call) throws Exception {
    return new CollectivePlan(state, comm(comm), call).schedule();
  }

  void allToAllw(
      long comm,
      Object sendBuf,
      boolean sendDirect,
      int[] sendOffsets,
      int[] sendCounts,
      int[] sendDispls,
      long[] sendTypes,
      int[] sendBaseTypes,
      Object recvBuf,
      boolean recvDirect,
      int[] recvOffsets,
      int[] recvCounts,
      int[] recvDispls,
      long[] recvTypes,
      int[] recvBaseTypes)
      throws Exception {
    CollectiveCall call = new CollectiveCall().of(Collective.ALL_TO_ALLW);
    call.sent()
        .at(sendBuf, sendDirect)
        .items(sendOffsets, sendCounts, sendDispls, sendTypes, sendBaseTypes);
    call.received()
        .at(recvBuf, recvDirect)
        .items(recvOffsets, recvCounts, recvDispls, recvTypes, recvBaseTypes);
    collective(comm, call);
  }
}
