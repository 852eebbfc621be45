package org.legio.ulfm.ports;

import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/**
 * Carries short notes between ranks outside of MPI, also between hosts. Thread-safe.
 *
 * <p>Notes of one rank arrive at another in the order in which they were sent.
 */
public interface Notes {

  /** The kinds of notes. */
  enum Kind {
    /** Its author waits in {@code MPI_Finalize}. */
    FINALIZING(0),
    /** Its author waits for its reader; the words name the call in which it waits. */
    AWAITED(1),
    /** Its author continues in {@code MPI_Finalize} without the others and counts as dead. */
    DEPARTING(2);

    private final int number;

    Kind(int number) {
      this.number = number;
    }

    /** Its number, from 0. */
    public int number() {
      return number;
    }

    /** The kind of a number. */
    public static Kind of(int number) {
      return Stream.of(values()).filter(kind -> kind.number == number).findFirst().orElseThrow();
    }
  }

  /** Receives the notes of other ranks. */
  @FunctionalInterface
  interface Reader {
    /**
     * Receives a note. Called on a thread that is not the program's, so it must return at once.
     *
     * @param author the rank in the world
     */
    void read(Kind kind, int author, String words);
  }

  /** The notes of a rank that is alone in its job: they reach nobody. */
  Notes TO_NOBODY =
      new Notes() {
        @Override
        public void hear(Reader reader) {}

        @Override
        public void tellAll(Kind kind) {}

        @Override
        public void tell(int rank, Kind kind, String words) {}

        @Override
        public void repeat(long periodNs, BooleanSupplier work) {}
      };

  /** Sets the reader of all notes that arrive from now on. */
  void hear(Reader reader);

  /** Sends a note to all other ranks. */
  void tellAll(Kind kind);

  /** Sends a note to one rank. */
  void tell(int rank, Kind kind, String words);

  /** Runs some work on another thread every so many nanoseconds, until it returns false. */
  void repeat(long periodNs, BooleanSupplier work);
}
