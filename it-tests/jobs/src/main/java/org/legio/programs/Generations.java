package org.legio.programs;

import java.nio.IntBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import mpi.Comm;
import mpi.File;
import mpi.Group;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Win;

/**
 * Makes communicators in every way, of the world and of each other, uses them and frees them in a
 * random order, over and over. Each must work as if there had been none before it.
 *
 * <p>Usage: {@code Generations FOLDER SEED ROUNDS}. For two ranks or more.
 */
public final class Generations {
  private static final int MAX_LIVING = 5;
  private static final int MAKERS = 9;
  private static final int TAG = 5;

  private final Intracomm world = MPI.COMM_WORLD;
  private final int rank = world.getRank();
  private final Path folder;

  /** The same at all ranks, so that all make the same choices. */
  private final Random choices;

  /** What is to be freed; empty where this rank is no member. */
  private final List<Optional<Comm>> living = new ArrayList<>();

  private Generations(Path folder, long seed) throws MPIException {
    this.folder = folder;
    this.choices = new Random(seed);
  }

  public static void main(String[] arguments) throws MPIException {
    String[] own = MPI.Init(arguments);
    Generations sample = new Generations(Path.of(own[0]), Long.parseLong(own[1]));
    int rounds = Integer.parseInt(own[2]);
    for (int round = 0; round < rounds; round++) {
      sample.makeOne();
      while (sample.living.size() > MAX_LIVING) {
        sample.freeOne();
      }
    }
    while (!sample.living.isEmpty()) {
      sample.freeOne();
    }
    System.out.println("rank " + sample.rank + ": " + rounds + " rounds");
    MPI.Finalize();
  }

  private void makeOne() throws MPIException {
    int maker = choices.nextInt(MAKERS);
    int parity = choices.nextInt(2);
    switch (maker) {
      case 0 -> keep(world.dup());
      case 1 -> keep(world.split(rank % 2, rank));
      case 2 -> keep(world.split(rank % 2 == parity ? 1 : MPI.UNDEFINED, -rank));
      case 3 -> makeOf(parity, true);
      case 4 -> makeOf(parity, false);
      case 5 -> makeLater();
      case 6 -> joinHalves();
      case 7 -> useWindow();
      default -> useFile();
    }
  }

  private void keep(Comm comm) throws MPIException {
    living.add(Optional.of(comm).filter(made -> !made.isNull()));
    if (!comm.isNull() && comm instanceof Intracomm intracomm) {
      use(intracomm);
    }
  }

  private void freeOne() throws MPIException {
    Optional<Comm> comm = living.remove(choices.nextInt(living.size()));
    if (comm.isPresent()) {
      comm.get().free();
    }
  }

  /** Sends in a ring and adds up, so that both kinds of messages are counted. */
  private static void use(Intracomm comm) throws MPIException {
    int size = comm.getSize();
    int own = comm.getRank();
    int[] out = {own};
    int[] in = {-1};
    comm.sendRecv(
        out, 1, MPI.INT, (own + 1) % size, TAG, in, 1, MPI.INT, (own + size - 1) % size, TAG);
    int[] sum = {1};
    comm.allReduce(sum, 1, MPI.INT, MPI.SUM);
    if (in[0] != (own + size - 1) % size || sum[0] != size) {
      throw new IllegalStateException("received " + in[0] + ", sum " + sum[0] + " of " + size);
    }
  }

  private void makeOf(int parity, boolean byMembersAlone) throws MPIException {
    int[] ranks = IntStream.range(0, world.getSize()).filter(r -> r % 2 == parity).toArray();
    Group all = world.getGroup();
    Group some = all.incl(ranks);
    if (!byMembersAlone) {
      keep(world.create(some));
    } else if (rank % 2 == parity) {
      keep(world.createGroup(some, TAG));
    } else {
      living.add(Optional.empty());
    }
    some.free();
    all.free();
  }

  private void makeLater() throws MPIException {
    Intracomm later = world.iDup();
    later.getRequest().waitFor();
    keep(later);
  }

  /** The halves may go before what was made of them. */
  private void joinHalves() throws MPIException {
    Intracomm half = world.split(rank % 2, rank);
    Intercomm bridge = world.createIntercomm(half, 0, 1 - rank % 2, TAG);
    Intracomm whole = bridge.merge(rank % 2 == 1);
    keep(half);
    keep(bridge);
    keep(whole);
  }

  private void useWindow() throws MPIException {
    IntBuffer memory = MPI.newIntBuffer(1);
    Win win = new Win(memory, 1, 1, MPI.INFO_NULL, world);
    win.fence(0);
    win.put(
        MPI.newIntBuffer(1).put(0, rank), 1, MPI.INT, (rank + 1) % world.getSize(), 0, 1, MPI.INT);
    win.fence(0);
    win.free();
    if (memory.get(0) != (rank + world.getSize() - 1) % world.getSize()) {
      throw new IllegalStateException("the window holds " + memory.get(0));
    }
  }

  private void useFile() throws MPIException {
    int mode = MPI.MODE_CREATE | MPI.MODE_RDWR | MPI.MODE_DELETE_ON_CLOSE;
    File file = new File(world, folder.resolve("generations").toString(), mode);
    int[] data = {rank};
    file.writeOrdered(data, 1, MPI.INT);
    file.readAtAll(4L * rank, data, 1, MPI.INT);
    file.close();
    if (data[0] != rank) {
      throw new IllegalStateException("the file holds " + data[0]);
    }
  }
}
