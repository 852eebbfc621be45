package org.legio.runtime.process;

import java.io.IOException;
import java.nio.file.Path;
import org.legio.ulfm.ports.Effects;

/**
 * Refuses all that a rank does to files: where processes have replicas or may be restarted on
 * several hosts, nobody sees to it that an effect is done once.
 */
final class RefusedEffects implements Effects {
  private static final int MAX_BYTES = 1 << 10;

  @Override
  public int maxBytes() {
    return MAX_BYTES;
  }

  @Override
  public byte[] once(Effect effect) throws IOException {
    throw refusal();
  }

  @Override
  public void create(Path file) throws IOException {
    throw refusal();
  }

  @Override
  public void delete(Path file) throws IOException {
    throw refusal();
  }

  private static IOException refusal() {
    return new IOException(
        "files of MPI cannot be used by ranks with replicas, or that may be restarted, on several"
            + " hosts; run on one host, or without --replicas and --restart");
  }
}
