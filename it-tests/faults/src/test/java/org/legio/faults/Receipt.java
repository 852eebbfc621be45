package org.legio.faults;

import java.util.Arrays;

/** A receive that a rank has begun, and its outcome. */
final class Receipt {
  final String comm;

  /** Who could send it, as ranks in the world. */
  final int[] partners;

  /** The receiver's rank in the world. */
  final int self;

  /** Its rank in its group. */
  final int me;

  final int source;
  final int tag;
  final long[] before;
  long[] after = {};
  boolean isOver;
  long[] status = {};

  Receipt(Messages.Line line, int self, int source, int tag, long[] before) {
    this.comm = line.incoming();
    this.partners = line.partners();
    this.self = self;
    this.me = line.rank();
    this.source = source;
    this.tag = tag;
    this.before = before;
  }

  void over(long[] finalStatus, long[] values) {
    isOver = true;
    after = values;
    status = finalStatus.length == 0 ? guessed() : finalStatus.clone();
  }

  /** Where there is no status: whether there is a message, its buffer tells. */
  private long[] guessed() {
    boolean isMessage = !Arrays.equals(before, after);
    return new long[] {source, tag, 0, 0, isMessage ? 1 : 0, 0};
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
