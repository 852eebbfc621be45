package org.legio.programs;

import java.nio.IntBuffer;
import java.util.Arrays;
import mpi.Datatype;
import mpi.File;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import mpi.Status;

/** Accesses files by position and by a rank's own pointer, through views of several kinds. */
final class ZooFileData {
  private static final int INTS = 5;
  private static final int INT_BYTES = 4;

  private final Intracomm comm;
  private final String prefix;
  private final Plaque plaque;
  private final int rank;
  private final int size;

  ZooFileData(Intracomm comm, String prefix, Plaque plaque) throws MPIException {
    this.comm = comm;
    this.prefix = prefix;
    this.plaque = plaque;
    rank = comm.getRank();
    size = comm.getSize();
  }

  void show() throws MPIException {
    File file = new File(comm, prefix + ".data", MPI.MODE_CREATE | MPI.MODE_RDWR);
    int base = 0;
    for (Storage storage : Storage.values()) {
      showBlocking(file, storage, base);
      base += 10;
    }
    showNonBlocking(file);
    showSplit(file);
    showViews(file);
    file.close();
  }

  private int[] values(int base) {
    int[] values = new int[INTS];
    Arrays.setAll(values, i -> 1000 * rank + base + i);
    return values;
  }

  private static String seen(Status status, Object buffer) throws MPIException {
    return status.getCount(MPI.INT)
        + " of "
        + status.getElements(MPI.BYTE)
        + " bytes "
        + Arrays.toString(Storage.read(buffer));
  }

  private void showBlocking(File file, Storage storage, int base) throws MPIException {
    file.setView(0, MPI.INT, MPI.INT, "native");
    long own = (long) rank * INTS;
    plaque.tell(
        "writeAt",
        () -> {
          Object data = storage.of(values(base));
          return seen(file.writeAt(own, data, INTS, MPI.INT), data);
        });
    plaque.tell(
        "writeAtAll",
        () -> {
          Object data = storage.of(values(base + 100));
          return seen(file.writeAtAll((long) size * INTS + own, data, INTS, MPI.INT), data);
        });
    comm.barrier();
    long other = (long) ((rank + 1) % size) * INTS;
    plaque.tell(
        "readAt",
        () -> {
          Object data = storage.blank(INTS);
          return seen(file.readAt(other, data, INTS, MPI.INT), data);
        });
    plaque.tell(
        "readAtAll",
        () -> {
          Object data = storage.blank(INTS);
          return seen(file.readAtAll((long) size * INTS + other, data, INTS, MPI.INT), data);
        });
    showPointer(file, storage, own);
    comm.barrier();
  }

  private void showPointer(File file, Storage storage, long own) throws MPIException {
    comm.barrier();
    file.seek(own, MPI.SEEK_SET);
    plaque.tell(
        "write",
        () -> {
          Object data = storage.of(values(200));
          return seen(file.write(data, INTS, MPI.INT), data) + " at " + file.getPosition();
        });
    file.seek((long) (size - 1) * INTS, MPI.SEEK_CUR);
    plaque.tell(
        "writeAll",
        () -> {
          Object data = storage.of(values(300));
          return seen(file.writeAll(data, INTS, MPI.INT), data) + " at " + file.getPosition();
        });
    comm.barrier();
    file.seek(own, MPI.SEEK_SET);
    plaque.tell(
        "read",
        () -> {
          Object data = storage.blank(INTS);
          return seen(file.read(data, INTS, MPI.INT), data) + " at " + file.getPosition();
        });
    plaque.tell(
        "readAll",
        () -> {
          Object data = storage.blank(INTS);
          return seen(file.readAll(data, INTS, MPI.INT), data) + " at " + file.getPosition();
        });
    comm.barrier();
    file.seek(-INTS + 2, MPI.SEEK_END);
    plaque.tell(
        "read over the end",
        () -> {
          Object data = storage.blank(INTS);
          return seen(file.read(data, INTS, MPI.INT), data) + " at " + file.getPosition();
        });
    plaque.tell("getByteOffset", () -> file.getByteOffset(7));
    plaque.tell("getTypeExtent", () -> file.getTypeExtent(MPI.DOUBLE));
  }

  private interface Start {
    Request start(IntBuffer data) throws MPIException;
  }

  private void showRequest(String call, int[] values, Start start) throws MPIException {
    plaque.tell(
        call,
        () -> {
          IntBuffer data = (IntBuffer) Storage.DIRECT.of(values);
          Request request = start.start(data);
          return seen(request.waitStatus(), data);
        });
    comm.barrier();
  }

  private void showNonBlocking(File file) throws MPIException {
    file.setView(16, MPI.INT, MPI.INT, "native");
    long own = (long) rank * INTS;
    int[] blank = new int[INTS];
    showRequest("iWriteAt", values(400), d -> file.iWriteAt(own, d, INTS, MPI.INT));
    showRequest("iReadAt", blank, d -> file.iReadAt(own, d, INTS, MPI.INT));
    showRequest("iWriteAtAll", values(410), d -> file.iWriteAtAll(own, d, INTS, MPI.INT));
    showRequest("iReadAtAll", blank, d -> file.iReadAtAll(own, d, INTS, MPI.INT));
    file.seek(own, MPI.SEEK_SET);
    showRequest("iWrite", values(420), d -> file.iWrite(d, INTS, MPI.INT));
    file.seek(own + (long) INTS * size, MPI.SEEK_SET);
    showRequest("iWriteAll", values(430), d -> file.iWriteAll(d, INTS, MPI.INT));
    file.seek(own, MPI.SEEK_SET);
    showRequest("iRead", blank, d -> file.iRead(d, INTS, MPI.INT));
    file.seek(own + (long) INTS * size, MPI.SEEK_SET);
    showRequest("iReadAll", blank, d -> file.iReadAll(d, INTS, MPI.INT));
    plaque.tell("getPosition", file::getPosition);
  }

  private interface Begin {
    void begin(IntBuffer data) throws MPIException;
  }

  private interface End {
    Status end(IntBuffer data) throws MPIException;
  }

  private void showSplit(String call, int[] values, Begin begin, End end) throws MPIException {
    plaque.tell(
        call,
        () -> {
          IntBuffer data = (IntBuffer) Storage.DIRECT.of(values);
          begin.begin(data);
          return seen(end.end(data), data);
        });
    comm.barrier();
  }

  private void showSplit(File file) throws MPIException {
    file.setView(0, MPI.INT, MPI.INT, "native");
    long own = (long) rank * INTS;
    int[] blank = new int[INTS];
    showSplit(
        "writeAtAllBegin",
        values(500),
        d -> file.writeAtAllBegin(own, d, INTS, MPI.INT),
        file::writeAtAllEnd);
    showSplit(
        "readAtAllBegin",
        blank,
        d -> file.readAtAllBegin(own, d, INTS, MPI.INT),
        file::readAtAllEnd);
    file.seek(own, MPI.SEEK_SET);
    showSplit(
        "writeAllBegin", values(510), d -> file.writeAllBegin(d, INTS, MPI.INT), file::writeAllEnd);
    file.seek(own, MPI.SEEK_SET);
    showSplit("readAllBegin", blank, d -> file.readAllBegin(d, INTS, MPI.INT), file::readAllEnd);
    IntBuffer first = MPI.newIntBuffer(INTS);
    IntBuffer second = MPI.newIntBuffer(INTS);
    file.readAtAllBegin(own, first, INTS, MPI.INT);
    plaque.tell(
        "second begin",
        () -> {
          file.readAtAllBegin(own, second, INTS, MPI.INT);
          return "begun";
        });
    plaque.tell("end", () -> seen(file.readAtAllEnd(first), first));
    plaque.tell("end of nothing", () -> seen(file.readAtAllEnd(first), first));
    comm.barrier();
  }

  private void showViews(File file) throws MPIException {
    file.setSize(0);
    file.setSize(2000L * size); // Open MPI 5.0.7 fills gaps behind the end with random bytes
    comm.barrier();
    Datatype gap = Datatype.createVector(2, 1, 3, MPI.INT);
    gap.commit();
    Datatype turns = Datatype.createResized(MPI.INT, 0, INT_BYTES * size);
    turns.commit();
    Datatype pair = Datatype.createContiguous(2, MPI.INT);
    pair.commit();
    file.setView((long) INT_BYTES * rank, MPI.INT, turns, "native");
    showView(file, "turns");
    file.setView(500L * size + 300L * rank, pair, gap, "native");
    plaque.tell("getDisp", () -> file.getView().getDisp());
    plaque.tell("getDataRep", () -> file.getView().getDataRep());
    plaque.tell("getEType", () -> file.getView().getEType().getSize());
    plaque.tell("getFileType", () -> file.getView().getFileType().getExtent());
    showView(file, "gap");
    plaque.tell(
        "write a derived type",
        () -> {
          int[] six = {1, 2, 3, 4, 5, 6};
          return seen(file.writeAtAll(12, six, 1, gap), six);
        });
    comm.barrier();
    plaque.tell(
        "read a derived type",
        () -> {
          int[] six = new int[6];
          return seen(file.readAtAll(12, six, 1, gap), six);
        });
    comm.barrier();
    plaque.tell("wrong view", () -> wrongView(file));
    pair.free();
    turns.free();
    gap.free();
  }

  private static Object wrongView(File file) throws MPIException {
    file.setView(0, MPI.INT, MPI.INT, "no such representation");
    return "set";
  }

  private void showView(File file, String view) throws MPIException {
    int even = INTS - 1;
    plaque.tell(
        view + " writeAll",
        () -> {
          int[] data = values(600);
          return seen(file.writeAll(data, even, MPI.INT), data) + " at " + file.getPosition();
        });
    plaque.tell(
        view + " writeAt",
        () -> {
          int[] data = values(700);
          return seen(file.writeAt(8, data, even, MPI.INT), data);
        });
    comm.barrier();
    plaque.tell(
        view + " readAtAll",
        () -> {
          int[] data = new int[INTS];
          return seen(file.readAtAll(2, data, even, MPI.INT), data);
        });
    plaque.tell(view + " getByteOffset", () -> file.getByteOffset(7));
    plaque.tell(view + " end", () -> end(file));
    comm.barrier();
  }

  private static Object end(File file) throws MPIException {
    file.seek(0, MPI.SEEK_END);
    return file.getPosition();
  }
}
