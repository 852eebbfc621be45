package org.legio.runtime.replica;

import java.util.function.Consumer;
import org.legio.runtime.engine.Message;
import org.legio.runtime.engine.datatype.TypedViews;
import org.legio.runtime.shm.JobMemory;

/**
 * The lane of another member of a board: takes its entries out of the stream that the replicas of
 * that rank write. An entry's context is its number; numbers rise.
 */
final class Lane {
  /** The tag of an entry. */
  static final int ENTRY = 0;

  /** The tag of a word of the entry before it, that its member has changed: place and word. */
  static final int CHANGE = 1;

  private static final long NO_ENTRY = 0;

  private final JobMemory job;
  private final int rank;
  private final StreamReader reader;
  private final TypedViews copies;

  /** Where the entry goes that is taken. */
  private final int position;

  private final int changePosition;

  /** Whether the entry that is waited for is there, or will never be. */
  final Waits.Condition decided = this::isDecided;

  /** Whether a change is there. */
  final Waits.Condition hasChange = isThorough -> isChanged();

  private final Consumer<Message> copyEntry;
  private final Consumer<Message> copyChange;
  private long awaited = NO_ENTRY;
  private long taken = NO_ENTRY;

  /**
   * A lane.
   *
   * @param copies where entries are copied to, at a position, and changes at another one
   */
  Lane(JobMemory job, int rank, StreamReader reader, TypedViews copies, int[] positions) {
    this.job = job;
    this.rank = rank;
    this.reader = reader;
    this.copies = copies;
    this.position = positions[ENTRY];
    this.changePosition = positions[CHANGE];
    this.copyEntry = entry -> entry.payload().copyTo(copies, position, 0, entry.length());
    this.copyChange = change -> change.payload().copyTo(copies, changePosition, 0, change.length());
  }

  /** Says which entry is waited for; returns whether it has been taken already. */
  boolean await(long number) {
    awaited = number;
    return taken == number;
  }

  /** Whether the member has ended, and will publish nothing more. */
  boolean hasEnded() {
    return job.isReplicaGroupOut(rank) && job.abortStatus().isEmpty();
  }

  private boolean isDecided(boolean isThorough) {
    return find() || (isThorough && hasEnded()); // then the look of take() is the last word
  }

  /** Drops earlier entries; returns whether the one that is waited for comes next. */
  boolean find() {
    skip(awaited - 1);
    return reader.hasNext() && reader.nextContext() == awaited && reader.nextTag() == ENTRY;
  }

  /** Drops what is there of entries up to a number. */
  void skip(long number) {
    while (reader.hasNext() && reader.nextContext() <= number) {
      reader.skip();
    }
  }

  /** Takes the entry that has been waited for; false if there is none. */
  boolean take() {
    if (!find()) {
      return false;
    }
    reader.take(copyEntry);
    taken = awaited;
    return true;
  }

  /** Whether the entry that has been taken has been changed since. */
  boolean isChanged() {
    return reader.hasNext() && reader.nextContext() == taken && reader.nextTag() == CHANGE;
  }

  /** Takes a change, which is there. */
  void change() {
    reader.take(copyChange);
    int offset = (int) copies.bytes().getLong(changePosition);
    copies.bytes().putLong(position + offset, copies.bytes().getLong(changePosition + Long.BYTES));
  }

  /** Its stream. */
  StreamReader reader() {
    return reader;
  }

  /** Continues at a place of its stream, as if all before it had been read. */
  void continueAt(long place) {
    taken = NO_ENTRY;
    reader.continueAt(place);
  }

  /** Reads nothing more. */
  void leave() {
    reader.leave();
  }
}
