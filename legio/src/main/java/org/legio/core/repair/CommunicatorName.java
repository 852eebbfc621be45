package org.legio.core.repair;

import java.util.Arrays;
import java.util.stream.Collectors;
import org.legio.core.text.Printable;

/** How messages name a communicator: as the program has named it, or else by its members. */
public final class CommunicatorName {
  /** More members than these are not listed. */
  private static final int MAX_LISTED = 8;

  private CommunicatorName() {}

  /**
   * What a message says a call was made on.
   *
   * @param members its members, the dead included, as ranks in the world
   */
  public static String of(Context context, long alias, int[] members) throws Exception {
    String given = given(context, alias);
    return given.isEmpty() ? byMembers(members) : given;
  }

  /** The same, with the word "communicator" before a name. */
  public static String withKind(Context context, long alias, int[] members) throws Exception {
    String given = given(context, alias);
    return given.isEmpty() ? byMembers(members) : "communicator " + given;
  }

  /** The name that the program or MPI has given it; empty if none has. */
  static String given(Context context, long alias) throws Exception {
    return Printable.text(context.pmpi().getName(alias));
  }

  static String byMembers(int[] members) {
    String listed =
        Arrays.stream(members)
            .limit(MAX_LISTED)
            .mapToObj(Integer::toString)
            .collect(Collectors.joining(", ", members.length == 1 ? "rank " : "ranks ", ""));
    int others = members.length - MAX_LISTED;
    return "a communicator without a name ("
        + listed
        + (others > 0 ? " and %d others".formatted(others) : "")
        + " of MPI_COMM_WORLD)";
  }
}
