package org.legio.runtime.engine;

import java.io.IOException;
import org.legio.runtime.engine.datatype.Basic;
import org.legio.runtime.engine.datatype.Datatype;

/**
 * Maps the bytes that a rank sees of a file, as one row, to their places in the file.
 *
 * @param displacement where the view begins in the file, in bytes
 * @param element the unit of positions
 * @param type repeated from there on; the view shows its data and skips its gaps
 * @param isReversed whether numbers lie in the file in the other byte order than here
 */
record FileView(long displacement, Datatype element, Datatype type, boolean isReversed) {
  /** The view that shows all bytes. */
  static final FileView WHOLE =
      new FileView(0, Datatype.of(Basic.BYTE), Datatype.of(Basic.BYTE), false);

  /** Converts packed items from the file's byte order to this machine's, or back. */
  byte[] converted(Datatype items, byte[] packed, int length) {
    if (isReversed) {
      items.signature().reverse(packed, length);
    }
    return packed;
  }

  /** An action on a part of the row that lies in one piece in the file. */
  @FunctionalInterface
  interface Use {
    /**
     * Handles one piece.
     *
     * @return false to stop before the next piece
     */
    boolean piece(long place, int from, int length) throws IOException;
  }

  /** The place in the file, in bytes, of a byte of the row. */
  long place(long from) {
    int within = (int) (from % type.size());
    int run = runOf(within);
    long item = displacement + from / type.size() * type.extent();
    return item + type.start(run) + within - before(run);
  }

  /** How many whole elements lie before a place in the file. */
  long elementsBefore(long end) {
    long row = Math.max(0, end - displacement);
    long bytes = row / type.extent() * type.size();
    for (int run = 0; !type.isDense() && run < type.runs(); run++) {
      long within = row % type.extent() - type.start(run);
      bytes += Math.max(0, Math.min(type.length(run), within));
    }
    return (type.isDense() ? row : bytes) / element.size();
  }

  /** The number of bytes, from a byte of the row on, that lie in one piece in the file. */
  private int together(long from, int most) {
    if (type.isDense()) {
      return most;
    }
    int within = (int) (from % type.size());
    int run = runOf(within);
    return Math.min(most, before(run) + type.length(run) - within);
  }

  private int runOf(int within) {
    int run = 0;
    while (before(run + 1) <= within) {
      run++;
    }
    return run;
  }

  private int before(int runs) {
    int bytes = 0;
    for (int run = 0; run < runs; run++) {
      bytes += type.length(run);
    }
    return bytes;
  }

  /** Visits the pieces of a part of the row. */
  void each(long first, int length, Use use) throws IOException {
    int from = 0;
    boolean continues = true;
    while (continues && from < length) {
      int piece = together(first + from, length - from);
      continues = use.piece(place(first + from), from, piece);
      from += piece;
    }
  }
}
