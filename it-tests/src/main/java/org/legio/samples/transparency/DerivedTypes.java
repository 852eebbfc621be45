package org.legio.samples.transparency;

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
    show(report, "contiguous", three);
    show(report, "vector", vector);
    show(report, "hvector", bytes);
    show(report, "indexed", indexed);
    show(report, "hindexed", byBytes);
    show(report, "struct", struct);
    report.say("resized", resized.getLb() + " " + resized.getTrueLb());
    report.say("extents", resized.getExtent() + " " + resized.getTrueExtent());
    resized.free();
    Datatype dup = vector.dup();
    show(report, "dup", dup);
    Datatype clone = indexed.clone();
    show(report, "clone", clone);
    for (Datatype type :
        new Datatype[] {three, vector, bytes, indexed, byBytes, struct, dup, clone}) {
      type.free();
      report.say("freed", type.isNull());
    }
  }

  private static void show(Report report, String name, Datatype type) throws MPIException {
    type.commit();
    report.say(name, type.getSize() + " bytes in " + type.getExtent() + " from " + type.getLb());
    Intracomm world = MPI.COMM_WORLD;
    int right = (world.getRank() + 1) % world.getSize();
    int left = (world.getRank() + world.getSize() - 1) % world.getSize();
    int length = 2 * type.getExtent() / Integer.BYTES;
    IntBuffer in = Values.directBlank(length);
    Status status =
        world.sendRecv(
            Values.direct(world.getRank(), length), 2, type, right, 1, in, 2, type, left, 1);
    report.say(Statuses.of(status, type) + " of " + status.getElements(MPI.INT), in);
    IntBuffer packed = Values.directBlank(2 * type.getSize() / Integer.BYTES);
    int ints = packed.capacity();
    world.sendRecv(in, 2, type, right, 2, packed, ints, MPI.INT, left, 2);
    report.say("packed", packed);
    world.bcast(in, 1, type, 0);
    report.say("bcast", in);
  }
}
