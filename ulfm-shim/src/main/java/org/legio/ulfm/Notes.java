package org.legio.ulfm;

import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/**
 * Short notes that ranks give each other beside MPI, on whatever host they are. Thread-safe.
 *
 * <p>Notes of one rank arrive at another in the order in which they were given.
 */
public interface Notes {

  /** What a note says. */
  enum Kind {
    /** Its author waits in {@code MPI_Finalize}. */
    FINALIZING(0),
    /** Its author waits for its reader; the words say in what. */
    AWAITED(1),
    /** Its author goes on in {@code MPI_Finalize} without the others and counts as dead. */
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

  /** Who is told. */
  @FunctionalInterface
  interface Reader {
    /**
     * A note has come. Called on a thread that is not the program's, and is to return at once.
     *
     * @param author the rank in the world
     */
    void read(Kind kind, int author, String words);
  }

  /** Those of a rank that is alone in its job. */
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

  /** Has all notes read that come from now on. */
  void hear(Reader reader);

  /** Gives a note to all other ranks. */
  void tellAll(Kind kind);

  /** Gives a note to one rank. */
  void tell(int rank, Kind kind, String words);

  /** Has something done now and then beside the program, until it returns false. */
  void repeat(long periodNs, BooleanSupplier work);
}
