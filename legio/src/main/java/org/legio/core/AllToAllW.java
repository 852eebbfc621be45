package org.legio.core;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.legio.ulfm.Pmpi;

/**
 * The handler of {@code MPI_Alltoallw}, whose blocks have a type each and places in bytes. Blocks
 * are meant for original ranks; those of the dead are not sent and stay as they were.
 */
public final class AllToAllW {
  private final Pmpi pmpi;
  private final CommunicatorRegistry registry;

  AllToAllW(Pmpi pmpi, CommunicatorRegistry registry) {
    this.pmpi = pmpi;
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
    int[] sendPlaces = sum(sendOffsets, sendDispls);
    int[] recvPlaces = sum(recvOffsets, recvDispls);
    if (communicator.substitute() instanceof InterSubstitute between) {
      between.allToAllw(
          sendBuf, sendCounts, sendPlaces, sendTypes, recvBuf, recvCounts, recvPlaces, recvTypes);
      return;
    }
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
              int sentBase = base(sent, r.compress(sendCounts));
              int receivedBase = base(received, r.compress(recvCounts));
              pmpi.allToAllw(
                  c,
                  from.from(sentBase),
                  true,
                  none,
                  r.compress(sendCounts),
                  relative(sent, sentBase),
                  r.compress(sendTypes),
                  r.compress(sendBaseTypes),
                  into.from(receivedBase),
                  true,
                  none,
                  r.compress(recvCounts),
                  relative(received, receivedBase),
                  r.compress(recvTypes),
                  r.compress(recvBaseTypes));
            });
    into.store();
  }

  /**
   * Where the first block is, unless it is empty, for then it may be anywhere: of a single process
   * Open MPI 5.0.7 ignores where its block is.
   */
  private static int base(int[] places, int[] counts) {
    return counts[0] > 0 ? places[0] : 0;
  }

  private static int[] relative(int[] places, int base) {
    return Arrays.stream(places).map(place -> place - base).toArray();
  }

  private static int[] sum(int[] offsets, int[] displacements) {
    int[] sum = new int[offsets.length];
    for (int i = 0; i < sum.length; i++) {
      sum[i] = offsets[i] + displacements[i];
    }
    return sum;
  }
}
