package org.legio.evidence;

import java.util.Set;

/**
 * The work of a rank for fault tolerance.
 *
 * @param agreements the number of its agreements
 * @param shrinks the number of its shrinks
 * @param messages its share of their messages
 * @param revoked sizes of the communicators that it has revoked
 */
record Work(int agreements, int shrinks, double messages, Set<Integer> revoked) {

  /** What has come since an earlier moment. */
  Work since(Work before) {
    return new Work(
        agreements - before.agreements,
        shrinks - before.shrinks,
        messages - before.messages,
        revoked);
  }
}
