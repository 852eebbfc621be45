package org.legio.programs;

import java.util.Arrays;
import java.util.Locale;
import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/**
 * Makes the exchange in which each block has its own type: pairs of ints, received with a gap
 * between them.
 */
final class ZooAllToAllW {
  private static final int SENT = 2 * Integer.BYTES;
  private static final int RECEIVED = 4 * Integer.BYTES;

  private final Intracomm comm;
  private final Plaque plaque;

  ZooAllToAllW(Intracomm comm, Plaque plaque) {
    this.comm = comm;
    this.plaque = plaque;
  }

  void show() throws MPIException {
    Datatype apart = Datatype.createVector(2, 1, 2, MPI.INT);
    apart.commit();
    for (Storage storage : Storage.values()) {
      plaque.show(
          "allToAllw " + storage.name().toLowerCase(Locale.ROOT),
          () -> Arrays.toString(exchange(storage, apart)));
    }
    apart.free();
  }

  /** Exchanges pairs. Every second rank gets its pair with a gap, the others without. */
  private int[] exchange(Storage storage, Datatype apart) throws MPIException {
    int size = comm.getSize();
    int[] values = new int[2 * size];
    Arrays.setAll(values, i -> 1000 * (ownRank() + 1) + i);
    Object in = storage.blank(4 * size + 1);
    Datatype[] sent = new Datatype[size];
    Datatype[] received = new Datatype[size];
    Arrays.fill(sent, MPI.INT);
    Arrays.setAll(received, r -> r % 2 == 0 ? MPI.INT : apart);
    int[] ones = new int[size];
    Arrays.setAll(ones, r -> r % 2 == 0 ? 2 : 1);
    int[] twos = new int[size];
    Arrays.fill(twos, 2);
    comm.allToAllw(
        storage.of(values),
        twos,
        places(size, SENT),
        sent,
        in,
        ones,
        places(size, RECEIVED),
        received);
    return Storage.read(in);
  }

  private int ownRank() {
    try {
      return comm.getRank();
    } catch (MPIException e) {
      throw new IllegalStateException(e);
    }
  }

  private static int[] places(int size, int distance) {
    int[] places = new int[size];
    Arrays.setAll(places, r -> distance * r);
    return places;
  }
}
