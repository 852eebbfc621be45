package org.legio.core.positions;

import java.util.OptionalInt;
import java.util.function.Supplier;
import org.legio.core.text.Printable;

/**
 * Counts the operations of one communicator at one of its members. All members count alike, because
 * they call the operations in the same order.
 *
 * <p>The thread that is in the operation writes the count without fences, so that it costs nothing;
 * what other threads read may be some nanoseconds old.
 */
public final class OperationCounter {
  private static final long NOBODY = 0;
  private static final int LETTERS = 4;
  private static final int LETTER_BASE = 36;
  private static final long LABELS = 1_679_616; // LETTER_BASE to the power of LETTERS

  private final long alias;
  private final long id;
  private final int[] members;
  private final Supplier<OptionalInt> awaited;
  private volatile String name;
  private long thread = NOBODY;
  private long ended;
  private boolean isLeftOpen;

  /**
   * The count of a communicator.
   *
   * @param alias the program's handle
   * @param id the same at all members
   * @param members as ranks in the world; not to be changed
   * @param name the program's name for it
   * @param awaited the only member that the operation under way waits for now, if it is known
   */
  OperationCounter(long alias, long id, int[] members, String name, Supplier<OptionalInt> awaited) {
    this.alias = alias;
    this.id = id;
    this.members = members;
    this.name = Printable.text(name);
    this.awaited = awaited;
  }

  /** Counts the begin of an operation on this thread, unless it is in one already. */
  @SuppressWarnings("deprecation") // its successor came with Java 19
  public void begin() {
    thread = Thread.currentThread().getId();
  }

  /** Counts its end. */
  public void end() {
    thread = NOBODY;
    ended += isLeftOpen ? 0 : 1;
    isLeftOpen = false;
  }

  /** The operation continues in a later call: the next {@link #end} is not its end. */
  public void leaveOpen() {
    isLeftOpen = true;
  }

  /** The id of the thread that is in an operation; 0 for none. */
  public long thread() {
    return thread;
  }

  /** Whether a thread of this rank is in an operation. */
  public boolean isInOperation() {
    return thread != NOBODY;
  }

  /** The number of the operation under way, or of the next one; from 1. */
  public long current() {
    return ended + 1;
  }

  long alias() {
    return alias;
  }

  /** The same number at all members, different for each communicator with near certainty. */
  public long id() {
    return id;
  }

  /** The members as ranks in the world. Not to be changed. */
  public int[] members() {
    return members;
  }

  /**
   * The members without which the operation under way cannot continue now, as ranks in the world:
   * where it is known, the one that it waits for, since others may have done their part and gone
   * on; else all.
   */
  public int[] needed() {
    OptionalInt one = awaited.get();
    return one.isPresent() ? new int[] {one.getAsInt()} : members;
  }

  void rename(String newName) {
    name = Printable.text(newName);
  }

  /** The program's name and four letters that stand for the id, the same at all members. */
  public String label() {
    String letters = Long.toString(Long.remainderUnsigned(id, LABELS), LETTER_BASE);
    return (name.isEmpty() ? "a communicator" : name)
        + " #"
        + "0".repeat(LETTERS - letters.length())
        + letters;
  }
}
