package org.legio.inprocess;

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
}
