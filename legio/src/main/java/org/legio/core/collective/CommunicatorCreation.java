package org.legio.core.collective;

import org.legio.core.repair.Context;
import org.legio.core.repair.ResilientCommunicator;
import org.legio.core.repair.Substitute;
import org.legio.ulfm.ports.UlfmError;

/**
 * Makes communicators of the members of another.
 *
 * @param on the communicator whose living members make it together
 */
public record CommunicatorCreation(Context context, ResilientCommunicator on) {

  /**
   * Makes a communicator, at all members or at none, and its substitute. The substitute is made
   * only when all members have the communicator. It is made by a shrink, which no death can
   * prevent.
   */
  Substitute.Created create(String call, Substitute.Creation creation) throws Exception {
    on.beginOperation();
    try {
      begin(call);
      return createTogether(call, creation);
    } finally {
      on.endOperation();
    }
  }

  /**
   * Prepares for making communicators. If several threads may call MPI, it opens a blocking
   * section, because Open MPI 5.0.7 confuses communicators that threads make at once. An empty
   * operation comes first: a section may be sought only by members that are all there. The end of
   * the operation that this is part of is the section's.
   */
  public void begin(String call) throws Exception {
    if (context.progress().hasThreads()) {
      on.collective(call, (comm, ranks) -> {});
      try {
        on.reserve();
      } catch (UlfmError e) {
        throw on.beyondRepair(call, e);
      }
    }
    on.begin(call);
  }

  private Substitute.Created createTogether(String call, Substitute.Creation creation)
      throws Exception {
    long commNull = context.binding().commNull();
    while (true) {
      long[] made = {commNull};
      boolean everywhere = false;
      try {
        everywhere = on.succeeds(call, (c, r) -> made[0] = creation.on(c));
      } finally {
        if (!everywhere) {
          context.discard(made[0]);
        }
      }
      if (everywhere) {
        return takenOver(call, made[0]);
      }
    }
  }

  /** Makes the substitute of a communicator that all its members have. */
  private Substitute.Created takenOver(String call, long made) throws Exception {
    if (made == context.binding().commNull()) {
      return new Substitute.Created(made, made, null, 0);
    }
    try {
      context.enter(made);
      return context.created(made, context.ulfm().shrink(made));
    } catch (UlfmError e) {
      throw on.beyondRepair(call, e);
    }
  }

  /**
   * Makes a communicator of the living members, and its substitute. Both are made by shrinks, which
   * no death can prevent. Collective over the living members.
   */
  public Substitute.Created createOfLiving(String call) throws Exception {
    on.beginOperation();
    try {
      on.reserve();
      long made = context.ulfm().shrink(on.handle());
      return takenOver(call, made);
    } catch (UlfmError e) {
      throw on.beyondRepair(call, e);
    } finally {
      on.endOperation();
    }
  }
}
