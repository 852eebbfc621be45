package org.legio.faults;

import java.util.Arrays;
import java.util.Objects;
import java.util.stream.IntStream;
import org.legio.core.files.OpenFile;
import org.legio.ulfm.ports.FileCall;
import org.legio.ulfm.ports.FileTransfer;
import org.legio.ulfm.ports.MpiConstants;

/**
 * A file of a test program, opened by the members of a communicator. It logs all data written and
 * read, which the model then judges. Places are counted in numbers of 4 bytes.
 */
final class SharedFile {
  static final int CREATE = 1;
  static final int READ_ONLY = 2;
  static final int READ_WRITE = 8;
  static final int DELETE_ON_CLOSE = 16;
  static final int EXCLUSIVE = 64;

  private static final int LENGTH = 4;

  /** A call that moves numbers between a file and a buffer. */
  @FunctionalInterface
  interface Access {
    void run(SharedFile file, Cells cells, long[] status) throws Exception;
  }

  private final Comm comm;
  private final Mpi mpi;
  private final String name;
  private final OpenFile opened;

  /** The file's number of bytes in an element of the view. */
  private int elementBytes = 1;

  private SharedFile(Comm comm, String name, OpenFile opened) {
    this.comm = comm;
    this.mpi = comm.mpi();
    this.name = name;
    this.opened = opened;
  }

  static SharedFile open(Comm comm, String name, int mode) throws Exception {
    Mpi mpi = comm.mpi();
    String path = mpi.folder().nameOf(name);
    long[] handle = new long[1];
    together(
        comm,
        () ->
            handle[0] =
                mpi.fileMaking().open(comm.communicator(), path, mode, mpi.binding().infoNull()));
    return new SharedFile(comm, name, Objects.requireNonNull(mpi.files(handle[0])));
  }

  void close() throws Exception {
    together(opened::close);
  }

  /** What a call does. */
  @FunctionalInterface
  interface Call {
    void run() throws Exception;
  }

  /** Makes a call that nobody leaves before all have come to it. */
  void together(Call call) throws Exception {
    together(comm, call);
  }

  private static void together(Comm comm, Call call) throws Exception {
    comm.mpi().observe(comm.call("barrier"), null, call::run);
  }

  /** That the file has so many numbers in the end; less than 0 if it is not to be there. */
  void endsWith(int numbers) {
    mpi.log().lengths.put(name, numbers < 0 ? FileModel.ABSENT : (long) numbers * Integer.BYTES);
  }

  /** What serves its calls. */
  OpenFile opened() {
    return opened;
  }

  long offset(int place) {
    return (long) place * Integer.BYTES / elementBytes;
  }

  /** Sees every n-th number only, from one on. */
  void seeEvery(int step, int first) throws Exception {
    long number = mpi.fabric().type(Form.INTS);
    long every = mpi.fabric().every(step);
    long start = (long) first * Integer.BYTES;
    long none = mpi.binding().infoNull();
    together(() -> opened.setView(start, number, every, "native", none));
    elementBytes = Integer.BYTES;
  }

  // ------------------------------------------------------------------ accesses

  private FileCall call(FileTransfer operation, int place, Cells cells, long[] status)
      throws Exception {
    FileCall call = opened.call(operation).position(offset(place)).status(status);
    cells
        .into(call.data())
        .items(cells.count(), mpi.fabric().type(cells.form()), mpi.fabric().baseType(cells.form()));
    return call;
  }

  private void run(FileCall call) throws Exception {
    mpi.log().called.add(call.operation().call());
    opened.run(call);
  }

  /** At no place of its own. */
  static Access by(FileTransfer operation) {
    return at(0, operation);
  }

  static Access at(int place, FileTransfer operation) {
    return (file, cells, status) -> file.run(file.call(operation, place, cells, status));
  }

  /** One that nobody leaves before all have come to it. */
  static Access together(Access access) {
    return (file, cells, status) -> file.together(() -> access.run(file, cells, status));
  }

  static Access waitingFor(FileTransfer operation) {
    return waitingFor(0, operation);
  }

  static Access waitingFor(int place, FileTransfer operation) {
    return (file, cells, status) -> {
      FileCall call = file.call(operation, place, cells, status);
      file.mpi.log().called.add(operation.nonBlockingCall());
      file.mpi.requests().waitStatus(file.opened.start(call), status);
    };
  }

  static Access between(FileTransfer begin, FileTransfer end) {
    return between(0, begin, end);
  }

  static Access between(int place, FileTransfer begin, FileTransfer end) {
    return (file, cells, status) -> {
      file.run(file.call(begin, place, cells, status));
      file.mpi.communicators().getRank(file.mpi.world().communicator());
      file.run(file.call(end, place, cells, status));
    };
  }

  // ------------------------------------------------------------------ writing, reading

  /** Writes numbers to places in the file. */
  void write(int[] places, Cells data, Access access) throws Exception {
    move(part(Part.Way.CHOSEN, 0, places, data, false), data, access);
  }

  /** Writes numbers to a place in the file and those behind it. */
  void write(int first, Cells data, Access access) throws Exception {
    write(IntStream.range(first, first + data.count()).toArray(), data, access);
  }

  /** Writes numbers where the shared pointer is. */
  void writeNext(Part.Way way, int phase, Cells data, Access access) throws Exception {
    move(part(way, phase, new int[0], data, false), data, access);
  }

  /** Reads numbers from where the shared pointer is. */
  void readNext(Part.Way way, int phase, Cells into, Access access) throws Exception {
    move(part(way, phase, new int[0], into, true), into, access);
  }

  private Part part(Part.Way way, int phase, int[] places, Cells cells, boolean isRead) {
    String file = isRead ? name + " as read" : name;
    return new Part(file, comm.rank(), way, phase, places, cells.values(), isRead);
  }

  private void move(Part part, Cells cells, Access access) throws Exception {
    mpi.log().parts.add(part);
    run(cells, access);
    part.values = cells.values();
    part.isOver = true;
  }

  /** Reads numbers, which must be certain ones. */
  void read(Cells into, long[] expected, Access access) throws Exception {
    run(into, access);
    if (!Arrays.equals(into.values(), expected)) {
      mpi.log().wrong("%s: read %s, not %s".formatted(name, into, Arrays.toString(expected)));
    }
  }

  private void run(Cells cells, Access access) throws Exception {
    long[] status = new long[MpiConstants.STATUS_FIELDS];
    access.run(this, cells, status);
    int bytes = cells.count() * cells.form().element().bytes();
    if (status[LENGTH] != bytes || !cells.isIntactAround()) {
      mpi.log().wrong("%s: a status of %d bytes for %s".formatted(name, status[LENGTH], cells));
    }
  }
}
