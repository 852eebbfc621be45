package org.legio.embedded;

import java.nio.charset.StandardCharsets;
import java.util.function.BooleanSupplier;
import org.legio.inprocess.Message;
import org.legio.inprocess.Payload;
import org.legio.ulfm.Notes;

/** The {@link Notes} of a process: they go through the pipes, and its conductor reads them. */
final class EmbeddedNotes implements Notes {
  private final int me;
  private final int ranks;
  private final Engine engine;
  private final Conductor conductor;
  private volatile Reader reader = (kind, author, words) -> {};

  EmbeddedNotes(int me, int ranks, Engine engine, Conductor conductor) {
    this.me = me;
    this.ranks = ranks;
    this.engine = engine;
    this.conductor = conductor;
  }

  /** Takes a note that has come. */
  void take(Message note) {
    Kind kind = Kind.of(note.tag());
    int author = note.worldSource();
    String words = new String(note.payload().toBytes(), StandardCharsets.UTF_8);
    conductor.run(() -> reader.read(kind, author, words));
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
    conductor.repeat(periodNs, work);
  }
}
