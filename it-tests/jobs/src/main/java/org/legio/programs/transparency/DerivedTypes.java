package org.legio.programs.transparency;

import java.nio.IntBuffer;
import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Status;

/** Every constructor of datatypes: their sizes and extents, and columns sent by them. */
final class DerivedTypes implements Program {
  @Override
  public void run(Report report) throws MPIException {
    Datatype three = Datatype.createContiguous(3, MPI.INT);
    Datatype vector = Datatype.createVector(3, 1, 2, MPI.INT);
    Datatype bytes = Datatype.createHVector(2, 2, 12, MPI.INT);
    Datatype indexed = Datatype.createIndexed(new int[] {2, 1}, new int[] {0, 4}, MPI.INT);
    Datatype byBytes = Datatype.createHIndexed(new int[] {1, 2}, new int[] {8, 0}, MPI.INT);
    Datatype struct =
        Datatype.createStruct(
            new int[] {1, 2}, new int[] {0, 8}, new Datatype[] {MPI.INT, MPI.INT});
    Datatype resized = Datatype.createResized(three, -4, 24);
    show(report, "contiguous", three, Integer.BYTES);
    show(report, "vector", vector, Integer.BYTES);
    show(report, "hvector", bytes, Integer.BYTES);
    show(report, "indexed", indexed, Integer.BYTES);
    show(report, "hindexed", byBytes, Integer.BYTES);
    show(report, "struct", struct, Byte.BYTES);
    report.say("resized", resized.getLb() + " " + resized.getTrueLb());
    report.say("extents", resized.getExtent() + " " + resized.getTrueExtent());
    resized.free();
    Datatype dup = vector.dup();
    show(report, "dup", dup, Integer.BYTES);
    Datatype clone = indexed.clone();
    show(report, "clone", clone, Integer.BYTES);
    for (Datatype type :
        new Datatype[] {three, vector, bytes, indexed, byBytes, struct, dup, clone}) {
      type.free();
      report.say("freed", type.isNull());
    }
    backwards(report);
  }

  /** Items whose data lies before them, in slices of direct buffers. */
  private static void backwards(Report report) throws MPIException {
    Intracomm world = MPI.COMM_WORLD;
    int right = (world.getRank() + 1) % world.getSize();
    int left = (world.getRank() + world.getSize() - 1) % world.getSize();
    Datatype back = Datatype.createVector(3, 1, -1, MPI.INT);
    back.commit();
    report.say("backwards", back.getExtent() + " from " + back.getLb());
    IntBuffer direct = Values.direct(world.getRank(), 4);
    IntBuffer in = Values.directBlank(4);
    world.sendRecv(MPI.slice(direct, 3), 1, back, right, 3, MPI.slice(in, 2), 1, back, left, 3);
    report.say("sendRecv", in);
    world.sendRecv(MPI.slice(direct, 3), 1, back, right, 4, MPI.slice(in, 1), 3, MPI.INT, left, 4);
    report.say("forwards", in);
    world.bcast(MPI.slice(direct, 2), 1, back, 0);
    report.say("bcast", direct);
    IntBuffer all = Values.directBlank(3 * world.getSize());
    world.allGather(MPI.slice(direct, 3), 1, back, MPI.slice(all, 2), 1, back);
    report.say("allGather", all);
    byte[] packed = new byte[3 * Integer.BYTES];
    world.pack(MPI.slice(direct, 3), 1, back, packed, 0);
    world.unpack(packed, 0, MPI.slice(in, 2), 1, back);
    report.say("unpacked", in);
    back.free();
  }

  /**
   * Sends items and tells what has come.
   *
   * @param unit what their size and their extent are counted in, in bytes
   */
  private static void show(Report report, String name, Datatype type, int unit)
      throws MPIException {
    type.commit();
    report.say(name, type.getSize() + " in " + type.getExtent() + " from " + type.getLb());
    Intracomm world = MPI.COMM_WORLD;
    int right = (world.getRank() + 1) % world.getSize();
    int left = (world.getRank() + world.getSize() - 1) % world.getSize();
    int length = 2 * type.getExtent() * unit / Integer.BYTES;
    IntBuffer in = Values.directBlank(length);
    Status status =
        world.sendRecv(
            Values.direct(world.getRank(), length), 2, type, right, 1, in, 2, type, left, 1);
    report.say(Statuses.of(status, type) + " of " + status.getElements(MPI.INT), in);
    IntBuffer packed = Values.directBlank(2 * type.getSize() * unit / Integer.BYTES);
    int ints = packed.capacity();
    world.sendRecv(in, 2, type, right, 2, packed, ints, MPI.INT, left, 2);
    report.say("packed", packed);
    world.bcast(in, 1, type, 0);
    report.say("bcast", in);
  }
}
