package org.legio.runtime.hosts;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.legio.runtime.net.ByteOutbox;
import org.legio.runtime.net.Records;
import org.legio.runtime.replica.StreamCopy;
import org.legio.runtime.shm.JobMemory;
import org.legio.runtime.shm.RingTap;

/** Writes what a daemon tells another into the outbox of their link, if there is room. */
final class ChangeWriter {
  /** More than all words of a record together. */
  private static final int WORDS_BYTES = 64;

  /** Small frames go so many at once. */
  private static final int MIN_FRAMES_BYTES = 32 << 10;

  private final ByteOutbox outbox;
  private final ByteBuffer record;

  ChangeWriter(JobMemory job, ByteOutbox outbox) {
    this.outbox = outbox;
    this.record =
        ByteBuffer.allocate(Records.LENGTH_BYTES + maxBytes(job)).order(ByteOrder.nativeOrder());
  }

  /** The longest record of a job. */
  static int maxBytes(JobMemory job) {
    int frame =
        job.shape().usesDecisionLogs() ? StreamCopy.maxFrameBytes(job) : RingTap.maxFrameBytes(job);
    return WORDS_BYTES + Math.max(MIN_FRAMES_BYTES, frame);
  }

  /** Whether any record has room. */
  boolean hasRoom() {
    return outbox.hasRoom(record.capacity());
  }

  /** Begins a record; it is sent by {@link #end}. Only if there is room. */
  ByteBuffer begin(Change change) {
    return record.clear().position(Records.LENGTH_BYTES).put(change.number());
  }

  /** Sends the record that was begun. */
  void end() {
    int length = record.position() - Records.LENGTH_BYTES;
    record.flip();
    record.order(ByteOrder.BIG_ENDIAN).putInt(0, length).order(ByteOrder.nativeOrder());
    outbox.add(record);
  }
}
