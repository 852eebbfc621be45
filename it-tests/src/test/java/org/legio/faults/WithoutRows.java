package org.legio.faults;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Why protected calls have no row in the fault tests.
 *
 * @param family the call family that serves them, as in the table of calls
 * @param names their names; empty for all calls of the family
 * @param reason the reason
 */
record WithoutRows(String family, List<String> names, String reason) {

  private static final String LOCAL = "no other rank takes part";

  static List<WithoutRows> all() {
    return List.of(
        of(
            "files",
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
        of("file-making", LOCAL, "delete"),
        of(
            "files",
            "the same steps as its counterpart that writes, or that has an offset of its own",
            "iReadAll",
            "iWriteAtAll",
            "readAllBegin",
            "readAllEnd",
            "readOrderedBegin",
            "readOrderedEnd"),
        of(
            "life-cycle",
            "a run begins when MPI has been initialised; real jobs are tested with it"),
        of("communicators", "it ends the job, whoever is dead", "abort"),
        of(
            "communicators",
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
            "windows",
            LOCAL,
            "callErrhandler",
            "getErrhandler",
            "getGroup",
            "getInfo",
            "setErrhandler"),
        of(
            "windows",
            "the in-process runtime's windows have no hints; real jobs test it",
            "setInfo"),
        of(
            "window-making",
            "as createWin, but for whose the memory is",
            "allocateWin",
            "allocateSharedWin"),
        of("window-making", "the in-process runtime has none", "createDynamicWin"),
        of("operations", "the in-process runtime keeps operations as objects; real jobs test it"));
  }

  private static WithoutRows of(String family, String reason, String... names) {
    return new WithoutRows(family, List.of(names), reason);
  }

  /** Why a call has no row; null if there is no reason. */
  static @Nullable String reason(String family, String name) {
    return all().stream()
        .filter(each -> each.isOf(family, name))
        .map(WithoutRows::reason)
        .findFirst()
        .orElse(null);
  }

  boolean isOf(String someFamily, String name) {
    return family.equals(someFamily) && (names.isEmpty() || names.contains(name));
  }
}
