package org.legio.launcher.embedded;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.legio.ulfm.messages.Messages;

/**
 * Sends the job's input to the hosts that read it, block after block, each when all of them that
 * live have taken the one before.
 */
final class HostsInput implements Runnable {
  private static final int BLOCK_BYTES = 32 << 10;
  private static final long LOOK_MS = 100;

  private final InputStream from;
  private final List<HostProcess> hosts;
  private final boolean isKept;
  private final Set<HostProcess> reading = new HashSet<>();
  private final List<byte[]> kept = new ArrayList<>();
  private long keptBytes;
  private boolean isAtEnd;

  /**
   * Prepares.
   *
   * @param isKept whether hosts may join
   */
  HostsInput(InputStream from, List<HostProcess> hosts, boolean isKept) {
    this.from = from;
    this.hosts = new ArrayList<>(hosts);
    this.isKept = isKept;
  }

  /** A host joins: it gets all input, or more than any host keeps. */
  synchronized void join(HostProcess host) {
    for (byte[] block : kept) {
      host.pass(block, block.length);
    }
    if (isAtEnd) {
      host.tell(DaemonCommands.Kind.INPUT_END);
    }
    hosts.add(host);
  }

  @Override
  public void run() {
    byte[] block = new byte[BLOCK_BYTES];
    try {
      for (int read = from.read(block); read >= 0; read = from.read(block)) {
        if (!pass(block, read)) {
          break;
        }
        awaitTaken();
      }
    } catch (IOException e) {
      Messages.say("legio: the job's input cannot be read: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    end();
  }

  private synchronized void end() {
    isAtEnd = true;
    hosts.forEach(host -> host.tell(DaemonCommands.Kind.INPUT_END));
  }

  /** False if nobody is left who reads it. */
  private synchronized boolean pass(byte[] block, int length) {
    if (isKept && keptBytes <= DaemonInputs.MAX_KEPT_BYTES) {
      kept.add(Arrays.copyOf(block, length));
      keptBytes += length;
    }
    hosts.removeIf(HostProcess::isBroken);
    for (HostProcess host : hosts) {
      if (host.pass(block, length)) {
        reading.add(host);
      }
    }
    return !reading.isEmpty();
  }

  private synchronized void awaitTaken() throws InterruptedException {
    reading.removeIf(HostProcess::isBroken);
    while (!reading.isEmpty()) {
      wait(LOOK_MS);
      reading.removeIf(HostProcess::isBroken);
    }
  }

  /** A process of a host has taken the last block. */
  synchronized void recordTaken(HostProcess host) {
    reading.remove(host);
    notifyAll();
  }
}
