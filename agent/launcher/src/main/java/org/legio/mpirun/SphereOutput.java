package org.legio.mpirun;

import java.io.ByteArrayOutputStream;
import java.util.HashMap;
import java.util.Map;

/**
 * Passes on once what all replicas and incarnations of a rank print, which is the same: of each
 * byte the first that comes. So the stream is whole, whoever dies when.
 *
 * <p>Only whole lines are passed on: a replica that is killed may end within one, and another
 * replica then brings the rest of it.
 */
final class SphereOutput implements Output {
  private final Output to;

  /** How many bytes have come from each replica. */
  private final Map<Object, Long> came = new HashMap<>();

  private final ByteArrayOutputStream line = new ByteArrayOutputStream();
  private long passedOn;

  /**
   * Prepares.
   *
   * @param to takes each byte once
   */
  SphereOutput(Output to) {
    this.to = to;
  }

  @Override
  public synchronized void write(Object writer, byte[] bytes, int length, boolean isQuestion) {
    long before = came.getOrDefault(writer, 0L);
    came.put(writer, before + length);
    int known = (int) Math.min(length, Math.max(0, passedOn - before));
    line.write(bytes, known, length - known);
    passedOn += length - known;
    byte[] all = line.toByteArray();
    int end = all.length;
    while (end > 0 && all[end - 1] != '\n') {
      end--;
    }
    if (end > 0) {
      to.write(this, all, end, false);
      line.reset();
      line.write(all, end, all.length - end);
    }
  }

  @Override
  public synchronized void finish() {
    if (line.size() > 0) {
      to.write(this, line.toByteArray(), line.size(), false);
      line.reset();
    }
  }
}
