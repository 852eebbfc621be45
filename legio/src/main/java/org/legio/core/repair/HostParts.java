package org.legio.core.repair;

import org.legio.core.report.Report;
import org.legio.ulfm.Agreement;
import org.legio.ulfm.Binding;
import org.legio.ulfm.MpiConstants;
import org.legio.ulfm.Outcome;
import org.legio.ulfm.Pmpi;
import org.legio.ulfm.Ulfm;

/**
 * Splits communicators while members may die: all living members get their parts, or none does.
 * Algorithm: each splits, and all agree whether it has succeeded everywhere. Whose split fails
 * revokes the communicator, so that nobody waits in it; its next operation repairs it then.
 */
final class HostParts {
  private final Pmpi pmpi;
  private final Ulfm ulfm;
  private final Binding binding;
  private final Report report;
  private final String host;

  /**
   * Makes it for a process.
   *
   * @param host the name of its host; empty if all ranks share one
   */
  HostParts(Pmpi pmpi, Ulfm ulfm, Binding binding, Report report, String host) {
    this.report = report;
    this.pmpi = pmpi;
    this.ulfm = ulfm;
    this.binding = binding;
    this.host = host;
  }

  /** Whether the job has several hosts. */
  boolean areSeveral() {
    return !host.isEmpty();
  }

  /**
   * What a split has made.
   *
   * @param isMade whether all have their parts
   * @param comm this process's part; {@code MPI_COMM_NULL} if it has none
   */
  record Part(boolean isMade, long comm) {}

  /** Splits by host. Collective over the living members. */
  Part byHost(long comm) throws Exception {
    return split(comm, host.hashCode() & Integer.MAX_VALUE);
  }

  /**
   * Makes a part of the masters, with a name for debuggers. Collective over the living members.
   *
   * @param isOne whether this process is one of them
   */
  Part ofMasters(long comm, boolean isOne) throws Exception {
    Part part = split(comm, isOne ? 0 : MpiConstants.UNDEFINED);
    if (part.comm() != binding.commNull()) {
      pmpi.setName(part.comm(), "masters");
    }
    return part;
  }

  private Part split(long comm, int color) throws Exception {
    long made = binding.commNull();
    Exception failure = null;
    try {
      made = pmpi.split(comm, color, pmpi.getRank(comm));
      if (made != binding.commNull()) {
        pmpi.setErrhandler(made, binding.errorsReturn());
      }
    } catch (Exception e) {
      failure = e;
      ulfm.revoke(comm);
    }
    if (ulfm.agree(comm, failure == null) == Agreement.YES) {
      return new Part(true, made);
    }
    free(made);
    if (failure != null && binding.outcome(failure) == Outcome.FOREIGN) {
      throw failure;
    }
    return new Part(false, binding.commNull());
  }

  /** Frees a part, if there is one. If that fails, it costs only memory. */
  void free(long part) {
    Context.discard(pmpi, binding, report, part);
  }
}
