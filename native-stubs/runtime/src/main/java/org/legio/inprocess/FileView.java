package org.legio.inprocess;

import java.io.IOException;

/**
 * Which bytes of a file a rank sees, as one row.
 *
 * @param displacement where in the file it begins
 * @param element the unit of positions
 * @param type its data are what is seen, again and again
 */
record FileView(long displacement, Datatype element, Datatype type) {
  /** All bytes. */
  static final FileView WHOLE = new FileView(0, Datatype.of(Basic.BYTE), Datatype.of(Basic.BYTE));

  /** What is done with a piece of a row that lies in one piece in the file. */
  @FunctionalInterface
  interface Use {
    /**
     * Does it.
     *
     * @return false if no more pieces are wanted
     */
    boolean piece(long place, int from, int length) throws IOException;
  }

  /** Where in the file a byte of the row lies. */
  long place(long from) {
    int within = (int) (from % type.size());
    int run = runOf(within);
    long item = displacement + from / type.size() * type.extent();
    return item + type.start(run) + within - before(run);
  }

  /** How many bytes from a byte of the row on lie in one piece. */
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

  /** Goes through a part of the row. */
  void each(long first, int length, Use use) throws IOException {
    int from = 0;
    boolean goesOn = true;
    while (goesOn && from < length) {
      int piece = together(first + from, length - from);
      goesOn = use.piece(place(first + from), from, piece);
      from += piece;
    }
  }
}
