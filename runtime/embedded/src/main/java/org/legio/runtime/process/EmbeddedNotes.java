package org.legio.runtime.process;

import java.nio.charset.StandardCharsets;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.legio.runtime.engine.Message;
import org.legio.runtime.engine.datatype.Payload;
import org.legio.runtime.shm.ProgressEngine;
import org.legio.ulfm.ports.Notes;

/** The {@link Notes} of a process: they come as messages, and something reads them. */
final class EmbeddedNotes implements Notes {
  private final int me;
  private final int ranks;
  private final ProgressEngine engine;
  private final Consumer<Runnable> runner;
  private final Repeater repeater;
  private volatile Reader reader = (kind, author, words) -> {};

  /** Runs some work every so many nanoseconds, until it returns false. */
  interface Repeater {
    void repeat(long periodNs, BooleanSupplier work);
  }

  /**
   * Notes of a process.
   *
   * @param runner runs their reader
   */
  EmbeddedNotes(
      int me, int ranks, ProgressEngine engine, Consumer<Runnable> runner, Repeater repeater) {
    this.me = me;
    this.ranks = ranks;
    this.engine = engine;
    this.runner = runner;
    this.repeater = repeater;
  }

  /** Takes a note that has come. */
  void take(Message note) {
    Kind kind = Kind.of(note.tag());
    int author = note.worldSource();
    String words = new String(note.payload().toBytes(), StandardCharsets.UTF_8);
    runner.accept(() -> reader.read(kind, author, words));
  }

  @Override
  public void hear(Reader newReader) {
    reader = newReader;
  }

  @Override
  public void tellAll(Kind kind) {
    for (int rank = 0; rank < ranks; rank++) {
      if (rank != me) {
        tell(rank, kind, "");
      }
    }
  }

  @Override
  public void tell(int rank, Kind kind, String words) {
    engine.enter();
    try {
      byte[] data = words.getBytes(StandardCharsets.UTF_8);
      engine.send(
          rank,
          new Message(Message.Kind.NOTE, me)
              .matchedBy(0, me, kind.number())
              .carrying(data.length, 0)
              .with(Payload.of(data), 0));
    } finally {
      engine.leave();
    }
  }

  @Override
  public void repeat(long periodNs, BooleanSupplier work) {
    repeater.repeat(periodNs, work);
  }
}
