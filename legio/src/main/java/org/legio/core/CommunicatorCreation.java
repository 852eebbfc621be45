package org.legio.core;

import org.legio.ulfm.UlfmError;

/**
 * Makes communicators of the members of another.
 *
 * @param on the communicator whose living members make it together
 */
record CommunicatorCreation(Context context, ResilientCommunicator on) {

  /**
   * Makes a communicator, at all members or at none, and its substitute. The substitute is made
   * only when all members have the communicator. It is made by a shrink, which no death can
   * prevent.
   */
  Substitute.Created create(String call, Substitute.Creation creation) throws Exception {
    on.beginOperation();
    try {
      on.begin(call);
      return createTogether(call, creation);
    } finally {
      on.endOperation();
    }
  }

  private Substitute.Created createTogether(String call, Substitute.Creation creation)
      throws Exception {
    long commNull = context.binding().commNull();
    while (true) {
      long[] made = {commNull};
      boolean everywhere = on.succeeds(call, (c, r) -> made[0] = creation.on(c));
      if (everywhere) {
        return new Substitute.Created(made[0], substituteOf(call, made[0]));
      }
      context.discard(made[0]);
    }
  }

  /** Makes the substitute of a communicator that all its members have. */
  private long substituteOf(String call, long made) throws Exception {
    if (made == context.binding().commNull()) {
      return made;
    }
    try {
      context.enter(made);
      return context.ulfm().shrink(made);
    } catch (UlfmError e) {
      throw on.beyondRepair(call, e);
    }
  }

  /**
   * Makes a communicator of the living members, and its substitute. Both are made by shrinks, which
   * no death can prevent. Collective over the living members.
   */
  Substitute.Created createOfLiving(String call) throws Exception {
    on.beginOperation();
    try {
      on.reserve();
      long made = context.ulfm().shrink(on.handle());
      return new Substitute.Created(made, substituteOf(call, made));
    } catch (UlfmError e) {
      throw on.beyondRepair(call, e);
    } finally {
      on.endOperation();
    }
  }
}
