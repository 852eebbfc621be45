package org.legio.faults;

import java.util.Arrays;

/** A receive that a rank has begun, and what became of it. */
final class Receipt {
  final String comm;
  final int[] members;
  final int me;
  final int source;
  final int tag;
  final long[] before;
  long[] after = {};
  boolean isOver;
  long[] status = {};

  Receipt(String comm, int[] members, int me, int source, int tag, long[] before) {
    this.comm = comm;
    this.members = members;
    this.me = me;
    this.source = source;
    this.tag = tag;
    this.before = before;
  }

  void over(long[] finalStatus, long[] values) {
    isOver = true;
    status = finalStatus.clone();
    after = values;
  }

  int statusSource() {
    return (int) status[0];
  }

  long statusBytes() {
    return status[4];
  }

  @Override
  public String toString() {
    return "receive of %d from %d on %s, tag %d: before %s, %s"
        .formatted(
            me,
            source,
            comm,
            tag,
            Arrays.toString(before),
            isOver
                ? "after " + Arrays.toString(after) + ", status " + Arrays.toString(status)
                : "not over");
  }
}
