package org.legio.runtime.hosts;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.legio.runtime.net.Link;
import org.legio.runtime.net.MalformedException;
import org.legio.runtime.net.Records;

/** A receiver with a bug: it takes decisions behind some of what depends on them. */
final class LateDecisions implements Link.Receiver {
  private static final int LATE = 3;

  private final Link.Receiver receiver;
  private final Records records = new Records(1 << 20, this::hand);
  private byte @Nullable [] held;
  private int after;

  LateDecisions(Link.Receiver receiver) {
    this.receiver = receiver;
  }

  @Override
  public long received() {
    return records.received();
  }

  @Override
  public void take(ByteBuffer bytes) throws MalformedException {
    records.take(bytes);
  }

  private void hand(ByteBuffer record) throws MalformedException {
    boolean areDecisions = Change.of(record.get(0)) == Change.DECISIONS;
    byte[] bytes = new byte[record.remaining()];
    record.get(bytes);
    if (areDecisions && held == null) {
      held = bytes;
      after = LATE;
    } else {
      if (areDecisions) {
        release();
      }
      pass(bytes);
      if (--after <= 0) {
        release();
      }
    }
  }

  private void release() throws MalformedException {
    byte[] first = held;
    held = null;
    if (first != null) {
      pass(first);
    }
  }

  private void pass(byte[] record) throws MalformedException {
    ByteBuffer whole = ByteBuffer.allocate(Records.LENGTH_BYTES + record.length);
    receiver.take(whole.putInt(record.length).put(record).flip());
  }
}
