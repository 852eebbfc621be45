package org.legio.observability.watch;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.legio.core.text.Printable;

/**
 * What a rank tells of itself.
 *
 * @param rank in {@code MPI_COMM_WORLD}
 * @param host where it runs
 * @param isOver whether it has finalised MPI
 * @param call in which MPI call it is; empty while it computes
 * @param line the program's line that has called or computes; may be empty
 * @param communicator the id of the communicator of the collective that it is in; 0 without one
 * @param sequence the collective's number on that communicator, from 1; 0 without one
 * @param milliseconds how long it has been there
 * @param sequences of each communicator by its id: the number of its collective now, or of the next
 * @param dead the ranks that it knows to be dead
 * @param repairs how many it has made
 * @param skipped how many operations it has skipped
 * @param survival how this rank's processes are, and all others'
 * @param done how far the program says it is
 * @param total of how much; 0 if it says nothing
 */
public record RankStatus(
    int rank,
    String host,
    boolean isOver,
    String call,
    String line,
    long communicator,
    long sequence,
    long milliseconds,
    Map<Long, Long> sequences,
    List<Integer> dead,
    int repairs,
    int skipped,
    Survived survival,
    long done,
    long total) {
  /** How many communicators it tells of at most. */
  static final int MOST_SEQUENCES = 64;

  /** Sends it. */
  public void write(DataOutput to) throws IOException {
    to.writeInt(rank);
    to.writeUTF(host);
    to.writeBoolean(isOver);
    to.writeUTF(call);
    to.writeUTF(line);
    to.writeLong(communicator);
    to.writeLong(sequence);
    to.writeLong(milliseconds);
    to.writeInt(sequences.size());
    for (Map.Entry<Long, Long> entry : sequences.entrySet()) {
      to.writeLong(entry.getKey());
      to.writeLong(entry.getValue());
    }
    to.writeInt(dead.size());
    for (int rank : dead) {
      to.writeInt(rank);
    }
    to.writeInt(repairs);
    to.writeInt(skipped);
    survival.write(to);
    to.writeLong(done);
    to.writeLong(total);
  }

  /**
   * Receives one, whose text can be printed.
   *
   * @param ranks how many the job has
   * @throws IOException also if it cannot be one of such a job
   */
  public static RankStatus read(DataInput from, int ranks) throws IOException {
    return new RankStatus(
        readNumber(from, ranks - 1),
        Printable.text(from.readUTF()),
        from.readBoolean(),
        Printable.text(from.readUTF()),
        Printable.text(from.readUTF()),
        from.readLong(),
        from.readLong(),
        from.readLong(),
        readSequences(from),
        readRanks(from, ranks),
        from.readInt(),
        from.readInt(),
        Survived.read(from),
        from.readLong(),
        from.readLong());
  }

  private static Map<Long, Long> readSequences(DataInput from) throws IOException {
    Map<Long, Long> sequences = new LinkedHashMap<>();
    for (int left = readNumber(from, MOST_SEQUENCES); left > 0; left--) {
      sequences.put(from.readLong(), from.readLong());
    }
    return sequences;
  }

  private static List<Integer> readRanks(DataInput from, int ranks) throws IOException {
    List<Integer> read = new ArrayList<>();
    for (int left = readNumber(from, ranks); left > 0; left--) {
      read.add(readNumber(from, ranks - 1));
    }
    return read;
  }

  private static int readNumber(DataInput from, int most) throws IOException {
    int number = from.readInt();
    if (number < 0 || number > most) {
      throw new IOException(number + " where 0 to " + most + " was to come");
    }
    return number;
  }
}
