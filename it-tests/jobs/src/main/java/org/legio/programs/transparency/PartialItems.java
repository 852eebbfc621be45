package org.legio.programs.transparency;

import java.util.Arrays;
import java.util.List;
import mpi.Count;
import mpi.Datatype;
import mpi.MPI;
import mpi.MPIException;
import mpi.Status;

/** Items and basic elements in messages that end within an item, or within an element. */
final class PartialItems implements Program {
  private static final int ROOM = 256;
  private static final int[] LENGTHS = {0, 2, 8, 12, 20, 24, 33, 36, 38, 50, 56, 58, 62, 66, 132};
  private static final int[] NUMBERS = {0, 1, 2, 5, 7, 8, 9, 10, 11, 12, 40};

  @Override
  public void run(Report report) throws MPIException {
    MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
    Datatype pair = struct(new int[] {0, 8}, MPI.DOUBLE, MPI.INT);
    Datatype three = Datatype.createContiguous(3, pair);
    Datatype mixed = struct(new int[] {0, 64, 72, 88}, three, MPI.SHORT, MPI.DOUBLE_INT, MPI.INT2);
    Datatype nothing = Datatype.createContiguous(0, MPI.INT);
    Datatype complex = Datatype.createVector(2, 1, 2, MPI.FLOAT_COMPLEX);
    Datatype raw = Datatype.createContiguous(2, MPI.INT);
    Status status = received(4 * Integer.BYTES);
    report.attempt("not committed", () -> status.getElements(raw));
    status.setElements(raw, 3);
    report.say("set", status.getCount(MPI.INT));
    report.attempt("negative", () -> status.setElements(MPI.INT, -1));
    status.setElementsX(MPI.INT, new Count(1L << 33));
    report.say("too many", status.getCount(MPI.INT) + " " + status.getElements(MPI.INT));
    report.say("counted", status.getElementsX(MPI.INT).getCount());
    raw.free();
    for (Datatype type : List.of(pair, three, mixed, nothing, complex)) {
      type.commit();
      show(report, type);
      type.free();
    }
    for (Datatype type : List.of(MPI.INT, MPI.SHORT_INT, MPI.INT2, MPI.DOUBLE_COMPLEX)) {
      show(report, type);
    }
    MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_ARE_FATAL);
  }

  private static Datatype struct(int[] displacements, Datatype... types) throws MPIException {
    int[] lengths = new int[types.length];
    Arrays.fill(lengths, 1);
    return Datatype.createStruct(lengths, displacements, types);
  }

  private static Status received(int bytes) throws MPIException {
    return MPI.COMM_SELF.sendRecv(
        new byte[ROOM], bytes, MPI.BYTE, 0, 1, new byte[ROOM], ROOM, MPI.BYTE, 0, 1);
  }

  private static void show(Report report, Datatype type) throws MPIException {
    report.say("size", type.getSize());
    for (int length : LENGTHS) {
      Status status = received(length);
      report.say(
          "items and elements in " + length,
          status.getCount(type)
              + " "
              + status.getElements(type)
              + " "
              + status.getElementsX(type).getCount());
    }
    Status set = received(1);
    for (int number : NUMBERS) {
      set.setElements(type, number);
      report.say("bytes of " + number, set.getCount(MPI.BYTE) + " " + set.getElements(type));
    }
  }
}
