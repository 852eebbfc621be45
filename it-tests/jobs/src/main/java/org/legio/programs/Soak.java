package org.legio.programs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import mpi.CartComm;
import mpi.Comm;
import mpi.Group;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import org.legio.ulfm.openmpi.library.FortranHandle;

/**
 * Makes communicators of every kind, uses them and frees them, round by round, and prints the
 * resources that a process holds, to find leaks.
 *
 * <p>Usage: {@code Soak SECONDS ROUNDS [pause in ms after a round] [REPORTS]}: it ends when both
 * are over. In each round it makes a duplicate, a half, one of a group and a grid. REPORTS times,
 * evenly over its way, every rank prints which part of it is done, its round, its resident memory
 * and its heap after a collection (kB), its open files, and the index that MPI gives to a new
 * communicator, which is the lowest free one.
 */
public final class Soak {
  private static final double NS_PER_S = 1e9;
  private static final int BYTES_PER_KB = 1024;

  private final Intracomm world = MPI.COMM_WORLD;
  private final int rank = world.getRank();
  private final int size = world.getSize();
  private final long began = System.nanoTime();
  private final double seconds;
  private final int fewestRounds;
  private final long pauseMs;
  private final int reports;
  private int reported;
  private int rounds;

  private Soak(String[] args) throws MPIException {
    seconds = Double.parseDouble(args[0]);
    fewestRounds = Integer.parseInt(args[1]);
    pauseMs = args.length > 2 ? Long.parseLong(args[2]) : 0;
    reports = args.length > 3 ? Integer.parseInt(args[3]) : 20;
  }

  public static void main(String[] args) throws Exception {
    Soak soak = new Soak(MPI.Init(args));
    while (soak.continues()) {
      soak.round();
    }
    MPI.Finalize();
  }

  /** Whether to continue; the same answer at all ranks. */
  private boolean continues() throws MPIException {
    int[] over = {done() < 1 ? 0 : 1};
    world.allReduce(over, 1, MPI.INT, MPI.MIN);
    return over[0] == 0;
  }

  /** Which part of its way it has done: of its time or of its rounds, the lower one. */
  private double done() {
    double time = (System.nanoTime() - began) / NS_PER_S / seconds;
    return Math.min(time, (double) rounds / fewestRounds);
  }

  private void round() throws Exception {
    Intracomm duplicate = world.dup();
    int index = indexOf(duplicate);
    use(duplicate);
    use(world.split(rank % 2, rank));
    use(ofGroup());
    use(grid());
    rounds++;
    if (done() >= (reported + 1.0) / reports) {
      reported++;
      report(index);
    }
    Thread.sleep(pauseMs);
  }

  private Intracomm ofGroup() throws MPIException {
    Group all = world.getGroup();
    int[] lowerRanks = new int[(size + 1) / 2];
    Arrays.setAll(lowerRanks, each -> each);
    Group lower = all.incl(lowerRanks);
    Intracomm made = world.create(lower);
    lower.free();
    all.free();
    return made;
  }

  private CartComm grid() throws MPIException {
    int[] extents = {size % 2 == 0 ? 2 : 1, size % 2 == 0 ? size / 2 : size};
    return world.createCart(extents, new boolean[] {true, true}, false);
  }

  /** Sums up on a communicator and frees it, if this rank is a member. */
  private static void use(Intracomm comm) throws MPIException {
    if (comm.isNull()) {
      return;
    }
    int[] members = {1};
    comm.allReduce(members, 1, MPI.INT, MPI.SUM);
    if (members[0] < 1 || members[0] > comm.getSize()) {
      throw new IllegalStateException(members[0] + " of " + comm.getSize() + " have summed up");
    }
    comm.free();
  }

  private static int indexOf(Comm comm) throws ReflectiveOperationException {
    Field handle = Comm.class.getDeclaredField("handle");
    handle.setAccessible(true);
    return FortranHandle.of(handle.getLong(comm));
  }

  private void report(int index) throws IOException {
    System.gc();
    long heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / BYTES_PER_KB;
    System.out.println(
        "rank %d done %.3f round %d rss %d heap %d files %d index %d"
            .formatted(rank, done(), rounds, residentKb(), heap, openFiles(), index));
  }

  private static long residentKb() throws IOException {
    try (Stream<String> lines = Files.lines(Path.of("/proc/self/status"))) {
      return lines
          .filter(line -> line.startsWith("VmRSS:"))
          .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
          .findFirst()
          .orElseThrow();
    }
  }

  private static long openFiles() {
    try (Stream<Path> files = Files.list(Path.of("/proc/self/fd"))) {
      return files.count();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
