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
 * @param place in its program
 * @param sequences of each communicator by its id: the number of its collective now, or of the next
 * @param losses what it knows of them
 * @param survival how this rank's processes are, and all others'
 * @param progress how far the program says it is
 */
public record RankStatus(
    int rank,
    String host,
    Place place,
    Map<Long, Long> sequences,
    Losses losses,
    Survived survival,
    Progress progress) {

  /**
   * Where a rank is in its program.
   *
   * @param isOver whether it has finalized MPI
   * @param call in which MPI call it is; empty while it computes
   * @param line the program's line that has called or computes; may be empty
   * @param communicator the id of the communicator of the collective that it is in; 0 without one
   * @param sequence the collective's number on that communicator, from 1; 0 without one
   * @param milliseconds how long it has been there
   */
  public record Place(
      boolean isOver,
      String call,
      String line,
      long communicator,
      long sequence,
      long milliseconds) {

    private void write(DataOutput to) throws IOException {
      to.writeBoolean(isOver);
      to.writeUTF(call);
      to.writeUTF(line);
      to.writeLong(communicator);
      to.writeLong(sequence);
      to.writeLong(milliseconds);
    }

    private static Place read(DataInput from) throws IOException {
      return new Place(
          from.readBoolean(),
          Printable.text(from.readUTF()),
          Printable.text(from.readUTF()),
          from.readLong(),
          from.readLong(),
          from.readLong());
    }
  }

  /**
   * What a rank knows of losses.
   *
   * @param dead the ranks that it knows to be dead
   * @param repairs how many it has made
   * @param skipped how many operations it has skipped
   */
  public record Losses(List<Integer> dead, int repairs, int skipped) {

    private void write(DataOutput to) throws IOException {
      to.writeInt(dead.size());
      for (int rank : dead) {
        to.writeInt(rank);
      }
      to.writeInt(repairs);
      to.writeInt(skipped);
    }

    private static Losses read(DataInput from, int ranks) throws IOException {
      return new Losses(readRanks(from, ranks), from.readInt(), from.readInt());
    }
  }

  /**
   * How far a program says it is.
   *
   * @param done so much
   * @param total of so much; 0 if it says nothing
   */
  public record Progress(long done, long total) {}

  /** How many communicators it tells of at most. */
  static final int MAX_SEQUENCES = 64;

  /** Sends it. */
  public void write(DataOutput to) throws IOException {
    to.writeInt(rank);
    to.writeUTF(host);
    place.write(to);
    to.writeInt(sequences.size());
    for (Map.Entry<Long, Long> entry : sequences.entrySet()) {
      to.writeLong(entry.getKey());
      to.writeLong(entry.getValue());
    }
    losses.write(to);
    survival.write(to);
    to.writeLong(progress.done());
    to.writeLong(progress.total());
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
        Place.read(from),
        readSequences(from),
        Losses.read(from, ranks),
        Survived.read(from),
        new Progress(from.readLong(), from.readLong()));
  }

  private static Map<Long, Long> readSequences(DataInput from) throws IOException {
    Map<Long, Long> sequences = new LinkedHashMap<>();
    for (int left = readNumber(from, MAX_SEQUENCES); left > 0; left--) {
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
