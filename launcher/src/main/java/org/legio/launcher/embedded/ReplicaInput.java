package org.legio.launcher.embedded;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.legio.ulfm.messages.Messages;

/**
 * Gives this process's own input to all replicas of a rank, and keeps it for those that are
 * restarted.
 *
 * <p>Each reader has a thread of its own, so one that does not read holds up nobody else, up to a
 * limit: then all wait for it.
 */
final class ReplicaInput implements Runnable {
  private static final int BLOCK_BYTES = 1 << 13;

  /** Of a rank that has read more, no process is restarted. */
  private static final int MAX_KEPT_BYTES = 8 << 20;

  /** So much is read before the fastest reader has taken it. */
  private static final int MAX_UNREAD = 8;

  /** So far may the slowest reader be behind what is read. */
  private static final int MAX_BEHIND = MAX_KEPT_BYTES / BLOCK_BYTES;

  private final InputStream from;
  private final boolean isKept;
  private final List<Reader> readers = new ArrayList<>();

  /** What some reader, now or later, has still to get. */
  private final List<byte[]> blocks = new ArrayList<>();

  private long firstBlock;
  private long bytes;
  private boolean isAtEnd;

  /**
   * Prepares.
   *
   * @param isKept whether readers may come later
   */
  ReplicaInput(InputStream from, List<OutputStream> to, boolean isKept) {
    this.from = from;
    this.isKept = isKept;
    to.forEach(this::begin);
  }

  @Override
  public void run() {
    byte[] block = new byte[BLOCK_BYTES];
    try {
      for (int read = from.read(block); read >= 0; read = from.read(block)) {
        pass(Arrays.copyOf(block, read));
      }
    } catch (IOException e) {
      Messages.say("legio: the job's input cannot be passed on: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // whoever does so wants the thread to end
    }
    end();
  }

  /**
   * Adds a reader, which gets all input from the begin.
   *
   * @throws IOException if not all of it has been kept
   */
  synchronized void add(OutputStream to) throws IOException {
    if (firstBlock > 0) {
      throw new IOException(
          "it has read more input than is kept, " + MAX_KEPT_BYTES + " bytes; use a file");
    }
    begin(to);
  }

  private synchronized void begin(OutputStream to) {
    Reader reader = new Reader(to);
    readers.add(reader);
    Thread thread = new Thread(reader, "input-of-a-process");
    thread.setDaemon(true);
    thread.start();
  }

  private synchronized void pass(byte[] block) throws InterruptedException {
    blocks.add(block);
    bytes += block.length;
    notifyAll();
    dropWhatAllHave();
    while (!readers.isEmpty() && isFarAhead()) {
      wait();
    }
  }

  private long endBlock() {
    return firstBlock + blocks.size();
  }

  private boolean isFarAhead() {
    long fastest = readers.stream().mapToLong(each -> each.next).max().orElse(0);
    return endBlock() - fastest > MAX_UNREAD || endBlock() - slowest() > MAX_BEHIND;
  }

  private long slowest() {
    return readers.stream().mapToLong(each -> each.next).min().orElse(endBlock());
  }

  private void dropWhatAllHave() {
    if (!isKept || bytes > MAX_KEPT_BYTES) {
      int had = (int) (slowest() - firstBlock);
      blocks.subList(0, had).clear();
      firstBlock += had;
    }
  }

  private synchronized void end() {
    isAtEnd = true;
    notifyAll();
  }

  /** The next block for a reader; null at the end. */
  private synchronized byte @Nullable [] take(Reader reader) throws InterruptedException {
    while (reader.next == endBlock() && !isAtEnd) {
      wait();
    }
    if (reader.next == endBlock()) {
      return null;
    }
    byte[] block = blocks.get((int) (reader.next - firstBlock));
    reader.next++;
    dropWhatAllHave();
    notifyAll();
    return block;
  }

  private synchronized void remove(Reader reader) {
    readers.remove(reader);
    notifyAll();
  }

  /** A process that reads, and how far it has come. */
  private final class Reader implements Runnable {
    private final OutputStream to;
    private long next;

    Reader(OutputStream to) {
      this.to = to;
    }

    @Override
    public void run() {
      try (to) {
        for (byte[] block = take(this); block != null; block = take(this)) {
          to.write(block);
          to.flush();
        }
      } catch (IOException e) {
        // it has ended, or has closed its input: it reads no more
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt(); // whoever does so wants the thread to end
      }
      remove(this);
    }
  }
}
