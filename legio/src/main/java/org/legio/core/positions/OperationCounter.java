package org.legio.core.positions;

import org.legio.core.text.Printable;

/**
 * Counts the operations of one communicator, at one of its members: all members count alike, for
 * they call the operations in the same order.
 *
 * <p>The count is written without fences by the thread that is in the operation, and read by others
 * that have time: what they see may be some nanoseconds old.
 */
public final class OperationCounter {
  private static final long NOBODY = 0;
  private static final int LETTERS = 4;
  private static final int LETTER_BASE = 36;
  private static final long LABELS = 1_679_616; // LETTER_BASE to the power of LETTERS

  private final long alias;
  private final long id;
  private final int[] members;
  private volatile String name;
  private long thread = NOBODY;
  private long ended;

  /**
   * The count of a communicator.
   *
   * @param alias the program's handle
   * @param id the same at all members
   * @param members as ranks in the world; not to be changed
   * @param name the program's name for it
   */
  OperationCounter(long alias, long id, int[] members, String name) {
    this.alias = alias;
    this.id = id;
    this.members = members;
    this.name = Printable.text(name);
  }

  /** This thread is in an operation from now on, if it was not before. */
  @SuppressWarnings("deprecation") // its successor came with Java 19
  public void begin() {
    thread = Thread.currentThread().getId();
  }

  /** The operation is over. */
  public void end() {
    thread = NOBODY;
    ended++;
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
