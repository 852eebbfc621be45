package org.legio.core;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.legio.ulfm.Pmpi;

/**
 * The handler of {@code MPI_Alltoallw}, whose blocks have a type each and places in bytes. Blocks
 * are meant for original ranks; those of the dead are not sent and stay as they were.
 */
public final class AllToAllW {
  private final Context context;
  private final Pmpi pmpi;
  private final CommunicatorRegistry registry;

  AllToAllW(Context context, CommunicatorRegistry registry) {
    this.context = context;
    this.pmpi = context.pmpi();
    this.registry = registry;
  }

  /** {@code MPI_Alltoallw}. */
  public void allToAllw(
      long comm,
      @Nullable Object sendBuf,
      boolean sendDirect,
      int[] sendOffsets,
      int[] sendCounts,
      int[] sendDispls,
      long[] sendTypes,
      int[] sendBaseTypes,
      @Nullable Object recvBuf,
      boolean recvDirect,
      int[] recvOffsets,
      int[] recvCounts,
      int[] recvDispls,
      long[] recvTypes,
      int[] recvBaseTypes)
      throws Exception {
    Communicator communicator = registry.find(comm);
    if (communicator == null) {
      pmpi.allToAllw(
          comm,
          sendBuf,
          sendDirect,
          sendOffsets,
          sendCounts,
          sendDispls,
          sendTypes,
          sendBaseTypes,
          recvBuf,
          recvDirect,
          recvOffsets,
          recvCounts,
          recvDispls,
          recvTypes,
          recvBaseTypes);
      return;
    }
    if (communicator.isInter()) {
      throw InterSubstitute.unsupported(context, "allToAllw", "allToAllv");
    }
    int[] sendPlaces = sum(sendOffsets, sendDispls);
    int[] recvPlaces = sum(recvOffsets, recvDispls);
    Staged from = Staged.toSend(pmpi, sendBuf, sendTypes, sendCounts, sendPlaces);
    Staged into = Staged.toReceive(pmpi, recvBuf, recvTypes, recvCounts, recvPlaces);
    communicator
        .substitute()
        .collective(
            "allToAllw",
            (c, r) -> {
              into.load();
              int[] none = new int[r.presentCount()];
              int[] sent = r.compress(sendPlaces);
              int[] received = r.compress(recvPlaces);
              pmpi.allToAllw(
                  c,
                  from.from(sent[0]),
                  true,
                  none,
                  r.compress(sendCounts),
                  fromFirst(sent),
                  r.compress(sendTypes),
                  r.compress(sendBaseTypes),
                  into.from(received[0]),
                  true,
                  none,
                  r.compress(recvCounts),
                  fromFirst(received),
                  r.compress(recvTypes),
                  r.compress(recvBaseTypes));
            });
    into.store();
  }

  /**
   * Places relative to the first: of a single process Open MPI 5.0.7 ignores where its block is.
   */
  private static int[] fromFirst(int[] places) {
    return Arrays.stream(places).map(place -> place - places[0]).toArray();
  }

  private static int[] sum(int[] offsets, int[] displacements) {
    int[] sum = new int[offsets.length];
    for (int i = 0; i < sum.length; i++) {
      sum[i] = offsets[i] + displacements[i];
    }
    return sum;
  }
}
