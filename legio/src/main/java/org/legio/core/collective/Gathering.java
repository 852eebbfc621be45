package org.legio.core.collective;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.util.Arrays;
import org.legio.core.buffer.StagedBuffer;
import org.legio.core.repair.Context;
import org.legio.ulfm.ports.Collective;
import org.legio.ulfm.ports.CollectiveCall;
import org.legio.ulfm.ports.Collectives;
import org.legio.ulfm.ports.MpiConstants;

/** Gathers numbers of all members of a communicator at all of them. */
public final class Gathering {
  private final Collectives collectives;
  private final long intType;
  private final int size;

  /**
   * Gathers over a communicator.
   *
   * @param collectives runs its collective operations
   * @param size its number of ranks
   */
  public Gathering(Context context, Collectives collectives, int size) {
    this.collectives = collectives;
    this.intType = context.binding().intType();
    this.size = size;
  }

  /** One number of each, by rank; zero for the dead. */
  public int[] each(int own) throws Exception {
    int[] ones = new int[size];
    Arrays.fill(ones, 1);
    return all(new int[] {own}, ones);
  }

  /**
   * The numbers of all members, one after the other by rank; zeros for the dead.
   *
   * @param counts how many numbers each member has, by rank; the same at all members
   */
  public int[] all(int[] own, int[] counts) throws Exception {
    int length = Arrays.stream(counts).sum();
    IntBuffer all = memory(length);
    CollectiveCall call = collectives.call(Collective.ALL_GATHERV);
    call.sent().at(memoryOf(own)).items(own.length, intType, MpiConstants.INT_BASE_TYPE);
    call.received()
        .at(all)
        .items(counts, StagedBuffer.firstsOf(counts), intType, MpiConstants.INT_BASE_TYPE);
    collectives.run(call);
    return ints(all, length);
  }

  /** Memory for a message of numbers. */
  public static IntBuffer memory(int ints) {
    return ByteBuffer.allocateDirect(Math.max(1, ints) * Integer.BYTES)
        .order(ByteOrder.nativeOrder())
        .asIntBuffer();
  }

  public static IntBuffer memoryOf(int[] ints) {
    return memory(ints.length).put(0, ints);
  }

  public static int[] ints(IntBuffer memory, int length) {
    int[] ints = new int[length];
    memory.get(0, ints);
    return ints;
  }
}
