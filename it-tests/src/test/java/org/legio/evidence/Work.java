package org.legio.evidence;

import java.util.Set;

/**
 * What a rank has done for fault tolerance.
 *
 * @param agreements how many agreements it took part in
 * @param shrinks how many shrinks
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
