package org.legio.launcher.embedded;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.legio.runtime.shm.CheckpointName;
import org.legio.runtime.shm.OutputMark;

/**
 * Passes on once what all replicas and incarnations of a rank print, which is the same: of each
 * byte the first that comes. So the stream is whole, whoever dies when.
 *
 * <p>Only whole lines are passed on: a replica that is killed may end within one, and another
 * replica then brings the rest of it.
 *
 * <p>Legio's own messages may differ between replicas, so they do not count as bytes: of those that
 * differ in nothing but times, the first is passed on.
 */
final class ReplicaOutput implements Output {
  private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(10);
  private static final long LOOK_MS = 100;

  /** What differs in the messages of replicas that say the same. */
  private static final Pattern TIME =
      Pattern.compile("\\d+(\\.\\d+)? (ms|s)\\b|\"time\":\"[^\"]*\"");

  private final Output to;

  /** How many bytes have come from each replica. */
  private final Map<Object, Long> came = new HashMap<>();

  /** How much a process had printed at each of its checkpoints. */
  private final Map<CheckpointName, Long> places = new HashMap<>();

  /** How often each process has said what. */
  private final Map<Object, Map<String, Integer>> said = new HashMap<>();

  /** How often what has been passed on. */
  private final Map<String, Integer> passedMessages = new HashMap<>();

  private final ByteArrayOutputStream line = new ByteArrayOutputStream();
  private long passedOn;

  /**
   * Prepares.
   *
   * @param to takes each byte once
   */
  ReplicaOutput(Output to) {
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
  public synchronized void message(Object writer, byte[] bytes) {
    String text = TIME.matcher(new String(bytes, StandardCharsets.UTF_8)).replaceAll("");
    int own = said.computeIfAbsent(writer, unused -> new HashMap<>()).merge(text, 1, Integer::sum);
    if (own > passedMessages.getOrDefault(text, 0)) {
      passedMessages.put(text, own);
      to.message(this, bytes);
    }
  }

  @Override
  public synchronized void mark(Object writer, OutputMark mark) {
    if (!mark.isRestored()) {
      places.put(mark.checkpoint(), came.getOrDefault(writer, 0L));
      notifyAll();
      return;
    }
    try {
      long deadline = System.nanoTime() + PATIENCE_NS;
      while (!places.containsKey(mark.checkpoint()) && System.nanoTime() < deadline) {
        wait(LOOK_MS); // the life before has printed it; another thread reads that
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the launcher ends
    }
    said.put(writer, new HashMap<>(passedMessages)); // what it says is new
    Long place = places.get(mark.checkpoint());
    if (place != null) {
      came.put(writer, place);
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
