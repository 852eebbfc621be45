package org.legio.ulfm.ports;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;

/** The effects of ranks that are one process each, which is never restarted: just done. */
public final class DirectEffects implements Effects {
  /** Serves all ranks. */
  public static final Effects SHARED = new DirectEffects();

  private final AtomicLong done = new AtomicLong();

  private DirectEffects() {}

  @Override
  public byte[] once(Effect effect) throws IOException {
    return effect.run(done.incrementAndGet());
  }

  @Override
  public int maxBytes() {
    return Integer.MAX_VALUE;
  }

  @Override
  public void create(Path file) throws IOException {
    Files.createFile(file);
  }

  @Override
  public void delete(Path file) throws IOException {
    Files.delete(file);
  }
}
