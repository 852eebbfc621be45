package org.legio.faults;

import java.util.List;
import org.legio.agent.Call;
import org.legio.agent.CallFamily;

/**
 * Why protected calls have no row in the fault tests.
 *
 * @param family the call family that serves them
 * @param names their public names; empty for all calls of the family
 * @param reason the reason
 */
record WithoutRows(CallFamily family, List<String> names, String reason) {

  private static final String LOCAL = "no other rank takes part";

  static List<WithoutRows> all() {
    return List.of(
        of(
            CallFamily.FILES,
            LOCAL,
            "callErrhandler",
            "getAMode",
            "getByteOffset",
            "getErrhandler",
            "getGroup",
            "getInfo",
            "getPosition",
            "getPositionShared",
            "getSize",
            "getTypeExtent",
            "iRead",
            "iReadAt",
            "iWrite",
            "read",
            "readAt",
            "setErrhandler"),
        of(CallFamily.FILE_MAKING, LOCAL, "delete"),
        of(
            CallFamily.FILES,
            "the same steps as its counterpart that writes, or that has an offset of its own",
            "iReadAll",
            "iWriteAtAll",
            "readAllBegin",
            "readAllEnd",
            "readOrderedBegin",
            "readOrderedEnd"),
        of(
            CallFamily.LIFE_CYCLE,
            "a run begins when MPI has been initialized; real jobs are tested with it"),
        of(CallFamily.COMMUNICATORS, "it ends the job, whoever is dead", "abort"),
        of(
            CallFamily.COMMUNICATORS,
            LOCAL,
            "callErrhandler",
            "compare",
            "deleteAttr",
            "getAttr_predefined",
            "getErrhandler",
            "getTopology",
            "setAttr",
            "setName"),
        of(
            CallFamily.WINDOWS,
            LOCAL,
            "callErrhandler",
            "getErrhandler",
            "getGroup",
            "getInfo",
            "setErrhandler"),
        of(
            CallFamily.WINDOWS,
            "the simulator's windows have no hints; real jobs test it",
            "setInfo"),
        of(
            CallFamily.WINDOW_MAKING,
            "as createWin, but for whose the memory is",
            "allocateWin",
            "allocateSharedWin"),
        of(CallFamily.WINDOW_MAKING, "the simulator has none", "createDynamicWin"),
        of(CallFamily.DATATYPES, LOCAL),
        of(
            CallFamily.USER_REDUCTIONS,
            "the simulator keeps operations as objects; real jobs test it"));
  }

  private static WithoutRows of(CallFamily family, String reason, String... names) {
    return new WithoutRows(family, List.of(names), reason);
  }

  boolean isOf(Call call) {
    return call.treatment().family().filter(family::equals).isPresent()
        && (names.isEmpty() || names.contains(call.publicName()));
  }
}
