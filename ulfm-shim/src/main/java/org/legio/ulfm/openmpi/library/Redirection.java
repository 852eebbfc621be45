package org.legio.ulfm.openmpi.library;

import com.sun.jna.Pointer;
import java.io.IOException;
import java.util.Optional;

/**
 * Makes a library call another function instead of one of its own, where it calls that function by
 * name. Such calls go through a slot of a table, which gets the other function's address. Other
 * pointers to the function stay as they are.
 */
final class Redirection {
  private final Pointer slot;
  private final long before;
  private final long now;

  private Redirection(Pointer slot, long before, long now) {
    this.slot = slot;
    this.before = before;
    this.now = now;
  }

  /**
   * Redirects calls, from now on.
   *
   * @param library whose calls they are
   * @param from the function whose calls are redirected, of this library or another
   * @param name its name
   * @param to the function that is called instead, of the same type
   * @throws IllegalStateException if the library is not as expected; nothing is changed then
   */
  static Redirection of(LoadedLibrary library, Pointer from, String name, Pointer to)
      throws IOException {
    Optional<JumpSlots.Slot> found = JumpSlots.find(library.path(), name);
    JumpSlots.Slot inFile =
        found.orElseThrow(
            () ->
                new IllegalStateException(library.path() + " does not call " + name + " by name"));
    if (inFile.isProtected()) {
      throw new IllegalStateException("the table of " + library.path() + " is write-protected");
    }
    return of(
        new Pointer(library.base() + inFile.address()),
        Pointer.nativeValue(from),
        library.base() + inFile.unbound(),
        to);
  }

  /**
   * Writes a slot, after a check that it holds one of its two expected values.
   *
   * @param bound the value once the function has been called: the function's address
   * @param unbound the value until then: the address of the code that finds the function
   */
  static Redirection of(Pointer slot, long bound, long unbound, Pointer to) {
    long held = slot.getLong(0);
    if (held != bound && held != unbound) {
      throw new IllegalStateException(
          String.format(
              "the slot at %s holds %#x, neither %#x, where the function is, nor %#x, which finds"
                  + " it",
              slot, held, bound, unbound));
    }
    Redirection redirection = new Redirection(slot, held, Pointer.nativeValue(to));
    slot.setLong(0, redirection.now);
    return redirection;
  }

  /** Restores the slot, unless somebody else has changed it in the meantime. */
  void undo() {
    if (slot.getLong(0) == now) {
      slot.setLong(0, before);
    }
  }
}
