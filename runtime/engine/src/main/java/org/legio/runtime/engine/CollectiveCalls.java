package org.legio.runtime.engine;

import org.legio.ulfm.ports.CollectiveCall;

/**
 * The natives of the collective operations. Both forms use the same schedules: the blocking form
 * runs them to their end, the other one begins them.
 */
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
