package org.legio.faults;

import static org.legio.faults.Data.blank;
import static org.legio.faults.Part.Way.ORDERED;
import static org.legio.faults.Part.Way.SHARED;
import static org.legio.faults.SharedFile.CREATE;
import static org.legio.faults.SharedFile.DELETE_ON_CLOSE;
import static org.legio.faults.SharedFile.EXCLUSIVE;
import static org.legio.faults.SharedFile.READ_ONLY;
import static org.legio.faults.SharedFile.READ_WRITE;
import static org.legio.faults.SharedFile.at;
import static org.legio.faults.SharedFile.between;
import static org.legio.faults.SharedFile.by;
import static org.legio.faults.SharedFile.together;
import static org.legio.faults.SharedFile.waitingFor;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.legio.core.files.Files;
import org.legio.ulfm.MpiConstants;

/** The table of programs on files: each kind of access, and what all do to a file together. */
final class FileCases {
  private static final int WRITING = CREATE | READ_WRITE;
  private static final String DATA = "data";
  private static final int ITEMS = 3;
  private static final int FILE_EXISTS = 28;
  private static final int NO_SUCH_FILE = 42;

  private final List<Case> rows = new ArrayList<>();

  private FileCases() {
    row("file/at-all", FileCases::atAll);
    row("file/all", FileCases::all);
    row("file/begin-end", FileCases::beginEnd);
    row("file/non-blocking", FileCases::nonBlocking);
    row("file/view", FileCases::view);
    row("file/shared", FileCases::shared);
    row("file/ordered", FileCases::ordered);
    row("file/shared-ordered", FileCases::sharedAndOrdered);
    row("file/seek-shared", FileCases::seekShared);
    row("file/view-shared", FileCases::viewShared);
    row("file/read-shared", FileCases::readShared);
    row("file/size", FileCases::size);
    row("file/settings", FileCases::settings);
    row("file/anew", FileCases::anew);
    row("file/refused", FileCases::refused);
    row("file/delete-on-close", FileCases::deleteOnClose);
    row("file/two", FileCases::two);
  }

  static List<Case> all() {
    return new FileCases().rows;
  }

  /** What a program does. */
  @FunctionalInterface
  private interface Use {
    void run(Comm comm) throws Exception;
  }

  private void row(String name, Use use) {
    rows.add(new Case(name, Settings.IGNORE, 2, mpi -> use.run(mpi.world())));
  }

  /** Numbers that nobody else has, none of them 0. */
  private static Cells own(Comm comm, Form form, int round, int count) {
    long first = 1 + 1000L * (comm.rank() + 1) + 100L * round;
    return new Cells(form, count).put(0, LongStream.range(first, first + count).toArray());
  }

  /** Where a rank's numbers of a round lie. */
  private static int place(Comm comm, int round) {
    return (round * comm.size() + comm.rank()) * ITEMS;
  }

  // ------------------------------------------------------------------ places chosen

  private static void atAll(Comm comm) throws Exception {
    SharedFile file = SharedFile.open(comm, DATA, WRITING);
    Files files = file.files();
    for (int round = 0; round < 2; round++) {
      int place = place(comm, round);
      Cells data = own(comm, round == 0 ? Form.STRIDED : Form.OFFSET, round, ITEMS);
      file.write(place, data, together(at(place, files::writeAtAll)));
      file.read(blank(Form.INTS, ITEMS), data.values(), together(at(place, files::readAtAll)));
    }
    file.close();
  }

  private static void all(Comm comm) throws Exception {
    SharedFile file = SharedFile.open(comm, DATA, WRITING);
    Files files = file.files();
    long start = file.offset(place(comm, 0));
    files.seek(file.handle(), start, MpiConstants.SEEK_SET);
    Cells data = own(comm, Form.INTS, 0, ITEMS);
    file.write(place(comm, 0), data, together(by(files::writeAll)));
    files.seek(file.handle(), start, MpiConstants.SEEK_SET);
    file.read(blank(Form.DIRECT, ITEMS), data.values(), together(by(files::readAll)));
    Cells more = own(comm, Form.DIRECT, 1, ITEMS);
    files.seek(file.handle(), file.offset(place(comm, 1)), MpiConstants.SEEK_SET);
    file.write(place(comm, 1), more, by(files::write));
    file.close();
  }

  private static void beginEnd(Comm comm) throws Exception {
    SharedFile file = SharedFile.open(comm, DATA, WRITING);
    Files files = file.files();
    int place = place(comm, 0);
    long offset = file.offset(place);
    Cells data = own(comm, Form.DIRECT, 0, ITEMS);
    file.write(
        place,
        data,
        between(
            (f, buf, count, type) -> files.writeAtAllBegin(f, offset, buf, count, type),
            files::writeAtAllEnd));
    file.read(
        blank(Form.DIRECT, ITEMS),
        data.values(),
        between(
            (f, buf, count, type) -> files.readAtAllBegin(f, offset, buf, count, type),
            files::readAtAllEnd));
    files.seek(file.handle(), file.offset(place(comm, 1)), MpiConstants.SEEK_SET);
    file.write(
        place(comm, 1),
        own(comm, Form.DIRECT, 1, ITEMS),
        between(files::writeAllBegin, files::writeAllEnd));
    file.close();
  }

  private static void nonBlocking(Comm comm) throws Exception {
    SharedFile file = SharedFile.open(comm, DATA, WRITING);
    Files files = file.files();
    long offset = file.offset(place(comm, 0));
    Cells data = own(comm, Form.DIRECT, 0, ITEMS);
    file.write(
        place(comm, 0),
        data,
        waitingFor((f, buf, count, type) -> files.iWriteAt(f, offset, buf, count, type)));
    file.read(
        blank(Form.DIRECT, ITEMS),
        data.values(),
        waitingFor((f, buf, count, type) -> files.iReadAtAll(f, offset, buf, count, type)));
    files.seek(file.handle(), file.offset(place(comm, 1)), MpiConstants.SEEK_SET);
    file.write(place(comm, 1), own(comm, Form.DIRECT, 1, ITEMS), waitingFor(files::iWriteAll));
    file.close();
  }

  /** Ranks' numbers take turns in the file. */
  private static void view(Comm comm) throws Exception {
    SharedFile file = SharedFile.open(comm, DATA, WRITING);
    Files files = file.files();
    file.seeEvery(comm.size(), comm.rank());
    int[] places = IntStream.range(0, ITEMS).map(i -> i * comm.size() + comm.rank()).toArray();
    Cells data = own(comm, Form.INTS, 0, ITEMS);
    file.write(places, data, together(by(files::writeAll)));
    file.read(blank(Form.INTS, ITEMS), data.values(), together(at(0, files::readAtAll)));
    file.close();
  }

  // ------------------------------------------------------------------ the shared pointer

  private static void shared(Comm comm) throws Exception {
    SharedFile file = SharedFile.open(comm, DATA, WRITING);
    Files files = file.files();
    file.writeNext(SHARED, 0, own(comm, Form.INTS, 0, ITEMS), by(files::writeShared));
    file.writeNext(SHARED, 0, own(comm, Form.DIRECT, 1, ITEMS), waitingFor(files::iWriteShared));
    file.close();
  }

  private static void ordered(Comm comm) throws Exception {
    SharedFile file = SharedFile.open(comm, DATA, WRITING);
    Files files = file.files();
    int count = 1 + comm.rank() % 2;
    file.writeNext(ORDERED, 0, own(comm, Form.INTS, 0, count), together(by(files::writeOrdered)));
    file.writeNext(
        ORDERED,
        1,
        own(comm, Form.DIRECT, 1, count),
        between(files::writeOrderedBegin, files::writeOrderedEnd));
    file.close();
  }

  private static void sharedAndOrdered(Comm comm) throws Exception {
    SharedFile file = SharedFile.open(comm, DATA, WRITING);
    Files files = file.files();
    file.writeNext(SHARED, 0, own(comm, Form.INTS, 0, 1), by(files::writeShared));
    file.writeNext(ORDERED, 1, own(comm, Form.INTS, 1, 2), together(by(files::writeOrdered)));
    file.writeNext(SHARED, 2, own(comm, Form.INTS, 2, 1), by(files::writeShared));
    file.close();
  }

  private static void seekShared(Comm comm) throws Exception {
    SharedFile file = SharedFile.open(comm, DATA, WRITING);
    Files files = file.files();
    int before = comm.size();
    file.together(
        () -> files.seekShared(file.handle(), file.offset(before), MpiConstants.SEEK_SET));
    file.together(
        () -> files.seekShared(file.handle(), -file.offset(before), MpiConstants.SEEK_CUR));
    file.writeNext(SHARED, 0, own(comm, Form.INTS, 0, 1), by(files::writeShared));
    file.together(() -> files.seekShared(file.handle(), 0, MpiConstants.SEEK_CUR));
    file.writeNext(ORDERED, 1, own(comm, Form.INTS, 1, 1), together(by(files::writeOrdered)));
    file.close();
  }

  /** A view sets the pointer back. */
  private static void viewShared(Comm comm) throws Exception {
    SharedFile file = SharedFile.open(comm, DATA, WRITING);
    Files files = file.files();
    file.together(() -> files.seekShared(file.handle(), file.offset(1), MpiConstants.SEEK_SET));
    file.seeEvery(1, 0);
    file.writeNext(SHARED, 0, own(comm, Form.INTS, 0, 2), by(files::writeShared));
    file.writeNext(ORDERED, 1, own(comm, Form.INTS, 1, 1), together(by(files::writeOrdered)));
    file.close();
  }

  private static void readShared(Comm comm) throws Exception {
    int places = 4 * comm.size();
    comm.mpi()
        .folder()
        .fill("numbers", IntStream.range(0, places).map(FileModel::numberAt).toArray());
    SharedFile file = SharedFile.open(comm, "numbers", READ_ONLY);
    Files files = file.files();
    file.readNext(SHARED, 0, new Cells(Form.INTS, 1), by(files::readShared));
    file.readNext(ORDERED, 1, new Cells(Form.INTS, 1), together(by(files::readOrdered)));
    file.readNext(SHARED, 2, new Cells(Form.DIRECT, 1), waitingFor(files::iReadShared));
    file.close();
  }

  // ------------------------------------------------------------------ the file itself

  /** What is cut off is gone; what is written then is not cut off. */
  private static void size(Comm comm) throws Exception {
    SharedFile file = SharedFile.open(comm, DATA, WRITING);
    Files files = file.files();
    int last = 3 * comm.size() * ITEMS;
    Cells cutOff = own(comm, Form.INTS, 2, ITEMS);
    at(place(comm, 2), files::writeAt).run(file, cutOff, new long[6]);
    file.together(() -> files.setSize(file.handle(), 0));
    file.write(place(comm, 0), own(comm, Form.INTS, 0, ITEMS), at(place(comm, 0), files::writeAt));
    file.together(() -> files.preallocate(file.handle(), file.offset(last)));
    file.write(place(comm, 1), own(comm, Form.INTS, 1, ITEMS), at(place(comm, 1), files::writeAt));
    file.endsWith(last);
    file.close();
  }

  private static void settings(Comm comm) throws Exception {
    SharedFile file = SharedFile.open(comm, DATA, WRITING);
    Files files = file.files();
    file.together(() -> files.setAtomicity(file.handle(), true));
    file.together(() -> files.setInfo(file.handle(), comm.mpi().binding().infoNull()));
    file.write(place(comm, 0), own(comm, Form.INTS, 0, ITEMS), at(place(comm, 0), files::writeAt));
    file.together(() -> files.sync(file.handle()));
    if (!files.getAtomicity(file.handle())) {
      comm.mpi().log().wrong("the file is not atomic");
    }
    file.close();
  }

  /** Who opens it anew gets it; then nobody can. */
  private static void anew(Comm comm) throws Exception {
    SharedFile file = SharedFile.open(comm, DATA, WRITING | EXCLUSIVE);
    Files files = file.files();
    file.write(
        place(comm, 0),
        own(comm, Form.INTS, 0, ITEMS),
        together(at(place(comm, 0), files::writeAtAll)));
    file.close();
    isRefused(comm, DATA, WRITING | EXCLUSIVE, FILE_EXISTS);
  }

  /** Only the first has its file: while another lives, it does not get it either. */
  private static void refused(Comm comm) throws Exception {
    comm.mpi().folder().fill("of0", 0);
    boolean isGiven = isGiven(comm, "of" + comm.rank());
    Cells refusals = blank(Form.INTS, 1);
    comm.allReduce(new Cells(Form.INTS, 1).put(0, isGiven ? 0 : 1), refusals, Reduction.SUM);
    if (isGiven && refusals.get(0) != 0) {
      comm.mpi().log().wrong("a file is opened here, and refused elsewhere");
    }
  }

  private static boolean isGiven(Comm comm, String name) throws Exception {
    try {
      SharedFile.open(comm, name, READ_ONLY).close();
      return true;
    } catch (Exception e) {
      requireClass(comm, NO_SUCH_FILE, e);
      return false;
    }
  }

  private static void isRefused(Comm comm, String name, int mode, int errorClass) throws Exception {
    try {
      SharedFile.open(comm, name, mode);
      comm.mpi().log().wrong(name + " is opened, which cannot be");
    } catch (Exception e) {
      requireClass(comm, errorClass, e);
    }
  }

  private static void requireClass(Comm comm, int errorClass, Exception thrown) throws Exception {
    if (comm.mpi().binding().errorCode(thrown) != errorClass) {
      throw thrown;
    }
  }

  private static void deleteOnClose(Comm comm) throws Exception {
    Comm dup = comm.dup();
    SharedFile file = SharedFile.open(dup, DATA, WRITING | DELETE_ON_CLOSE);
    dup.free();
    Files files = file.files();
    Cells data = own(comm, Form.INTS, 0, ITEMS);
    file.write(place(comm, 0), data, together(at(place(comm, 0), files::writeAtAll)));
    file.read(
        blank(Form.INTS, ITEMS), data.values(), together(at(place(comm, 0), files::readAtAll)));
    file.endsWith(-1);
    file.close();
  }

  /** Each has its own pointer. */
  private static void two(Comm comm) throws Exception {
    SharedFile one = SharedFile.open(comm, DATA, WRITING);
    SharedFile other = SharedFile.open(comm, "other", WRITING);
    Files files = one.files();
    one.writeNext(SHARED, 0, own(comm, Form.INTS, 0, 1), by(files::writeShared));
    other.writeNext(ORDERED, 0, own(comm, Form.INTS, 1, 2), together(by(files::writeOrdered)));
    one.writeNext(SHARED, 0, own(comm, Form.INTS, 2, 1), by(files::writeShared));
    other.close();
    one.close();
  }
}
