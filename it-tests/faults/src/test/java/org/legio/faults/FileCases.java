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
import static org.legio.ulfm.ports.FileTransfer.READ_ALL;
import static org.legio.ulfm.ports.FileTransfer.READ_AT_ALL;
import static org.legio.ulfm.ports.FileTransfer.READ_AT_ALL_BEGIN;
import static org.legio.ulfm.ports.FileTransfer.READ_AT_ALL_END;
import static org.legio.ulfm.ports.FileTransfer.READ_ORDERED;
import static org.legio.ulfm.ports.FileTransfer.READ_SHARED;
import static org.legio.ulfm.ports.FileTransfer.WRITE;
import static org.legio.ulfm.ports.FileTransfer.WRITE_ALL;
import static org.legio.ulfm.ports.FileTransfer.WRITE_ALL_BEGIN;
import static org.legio.ulfm.ports.FileTransfer.WRITE_ALL_END;
import static org.legio.ulfm.ports.FileTransfer.WRITE_AT;
import static org.legio.ulfm.ports.FileTransfer.WRITE_AT_ALL;
import static org.legio.ulfm.ports.FileTransfer.WRITE_AT_ALL_BEGIN;
import static org.legio.ulfm.ports.FileTransfer.WRITE_AT_ALL_END;
import static org.legio.ulfm.ports.FileTransfer.WRITE_ORDERED;
import static org.legio.ulfm.ports.FileTransfer.WRITE_ORDERED_BEGIN;
import static org.legio.ulfm.ports.FileTransfer.WRITE_ORDERED_END;
import static org.legio.ulfm.ports.FileTransfer.WRITE_SHARED;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.legio.core.files.OpenFile;
import org.legio.ulfm.ports.MpiConstants;

/** The table of programs on files: each kind of access, and the collective changes of a file. */
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
    for (int round = 0; round < 2; round++) {
      int place = place(comm, round);
      Cells data = own(comm, round == 0 ? Form.STRIDED : Form.OFFSET, round, ITEMS);
      file.write(place, data, together(at(place, WRITE_AT_ALL)));
      file.read(blank(Form.INTS, ITEMS), data.values(), together(at(place, READ_AT_ALL)));
    }
    file.close();
  }

  private static void all(Comm comm) throws Exception {
    SharedFile file = SharedFile.open(comm, DATA, WRITING);
    OpenFile opened = file.opened();
    long start = file.offset(place(comm, 0));
    opened.seek(start, MpiConstants.SEEK_SET);
    Cells data = own(comm, Form.INTS, 0, ITEMS);
    file.write(place(comm, 0), data, together(by(WRITE_ALL)));
    opened.seek(start, MpiConstants.SEEK_SET);
    file.read(blank(Form.DIRECT, ITEMS), data.values(), together(by(READ_ALL)));
    Cells more = own(comm, Form.DIRECT, 1, ITEMS);
    opened.seek(file.offset(place(comm, 1)), MpiConstants.SEEK_SET);
    file.write(place(comm, 1), more, by(WRITE));
    file.close();
  }

  private static void beginEnd(Comm comm) throws Exception {
    SharedFile file = SharedFile.open(comm, DATA, WRITING);
    OpenFile opened = file.opened();
    int place = place(comm, 0);
    Cells data = own(comm, Form.DIRECT, 0, ITEMS);
    file.write(place, data, between(place, WRITE_AT_ALL_BEGIN, WRITE_AT_ALL_END));
    file.read(
        blank(Form.DIRECT, ITEMS),
        data.values(),
        between(place, READ_AT_ALL_BEGIN, READ_AT_ALL_END));
    opened.seek(file.offset(place(comm, 1)), MpiConstants.SEEK_SET);
    file.write(
        place(comm, 1), own(comm, Form.DIRECT, 1, ITEMS), between(WRITE_ALL_BEGIN, WRITE_ALL_END));
    file.close();
  }

  private static void nonBlocking(Comm comm) throws Exception {
    SharedFile file = SharedFile.open(comm, DATA, WRITING);
    OpenFile opened = file.opened();
    Cells data = own(comm, Form.DIRECT, 0, ITEMS);
    file.write(place(comm, 0), data, waitingFor(place(comm, 0), WRITE_AT));
    file.read(blank(Form.DIRECT, ITEMS), data.values(), waitingFor(place(comm, 0), READ_AT_ALL));
    opened.seek(file.offset(place(comm, 1)), MpiConstants.SEEK_SET);
    file.write(place(comm, 1), own(comm, Form.DIRECT, 1, ITEMS), waitingFor(WRITE_ALL));
    file.close();
  }

  /** Ranks' numbers take turns in the file. */
  private static void view(Comm comm) throws Exception {
    SharedFile file = SharedFile.open(comm, DATA, WRITING);
    file.seeEvery(comm.size(), comm.rank());
    int[] places = IntStream.range(0, ITEMS).map(i -> i * comm.size() + comm.rank()).toArray();
    Cells data = own(comm, Form.INTS, 0, ITEMS);
    file.write(places, data, together(by(WRITE_ALL)));
    file.read(blank(Form.INTS, ITEMS), data.values(), together(at(0, READ_AT_ALL)));
    file.close();
  }

  // ------------------------------------------------------------------ the shared pointer

  private static void shared(Comm comm) throws Exception {
    SharedFile file = SharedFile.open(comm, DATA, WRITING);
    file.writeNext(SHARED, 0, own(comm, Form.INTS, 0, ITEMS), by(WRITE_SHARED));
    file.writeNext(SHARED, 0, own(comm, Form.DIRECT, 1, ITEMS), waitingFor(WRITE_SHARED));
    file.close();
  }

  private static void ordered(Comm comm) throws Exception {
    SharedFile file = SharedFile.open(comm, DATA, WRITING);
    int count = 1 + comm.rank() % 2;
    file.writeNext(ORDERED, 0, own(comm, Form.INTS, 0, count), together(by(WRITE_ORDERED)));
    file.writeNext(
        ORDERED,
        1,
        own(comm, Form.DIRECT, 1, count),
        between(WRITE_ORDERED_BEGIN, WRITE_ORDERED_END));
    file.close();
  }

  private static void sharedAndOrdered(Comm comm) throws Exception {
    SharedFile file = SharedFile.open(comm, DATA, WRITING);
    file.writeNext(SHARED, 0, own(comm, Form.INTS, 0, 1), by(WRITE_SHARED));
    file.writeNext(ORDERED, 1, own(comm, Form.INTS, 1, 2), together(by(WRITE_ORDERED)));
    file.writeNext(SHARED, 2, own(comm, Form.INTS, 2, 1), by(WRITE_SHARED));
    file.close();
  }

  private static void seekShared(Comm comm) throws Exception {
    SharedFile file = SharedFile.open(comm, DATA, WRITING);
    OpenFile opened = file.opened();
    int before = comm.size();
    file.together(() -> opened.seekShared(file.offset(before), MpiConstants.SEEK_SET));
    file.together(() -> opened.seekShared(-file.offset(before), MpiConstants.SEEK_CUR));
    file.writeNext(SHARED, 0, own(comm, Form.INTS, 0, 1), by(WRITE_SHARED));
    file.together(() -> opened.seekShared(0, MpiConstants.SEEK_CUR));
    file.writeNext(ORDERED, 1, own(comm, Form.INTS, 1, 1), together(by(WRITE_ORDERED)));
    file.close();
  }

  /** A view sets the pointer back. */
  private static void viewShared(Comm comm) throws Exception {
    SharedFile file = SharedFile.open(comm, DATA, WRITING);
    OpenFile opened = file.opened();
    file.together(() -> opened.seekShared(file.offset(1), MpiConstants.SEEK_SET));
    file.seeEvery(1, 0);
    file.writeNext(SHARED, 0, own(comm, Form.INTS, 0, 2), by(WRITE_SHARED));
    file.writeNext(ORDERED, 1, own(comm, Form.INTS, 1, 1), together(by(WRITE_ORDERED)));
    file.close();
  }

  private static void readShared(Comm comm) throws Exception {
    int places = 4 * comm.size();
    comm.mpi()
        .folder()
        .fill("numbers", IntStream.range(0, places).map(FileModel::numberAt).toArray());
    SharedFile file = SharedFile.open(comm, "numbers", READ_ONLY);
    file.readNext(SHARED, 0, new Cells(Form.INTS, 1), by(READ_SHARED));
    file.readNext(ORDERED, 1, new Cells(Form.INTS, 1), together(by(READ_ORDERED)));
    file.readNext(SHARED, 2, new Cells(Form.DIRECT, 1), waitingFor(READ_SHARED));
    file.close();
  }

  // ------------------------------------------------------------------ the file itself

  /** What is cut off is gone; what is written then is not cut off. */
  private static void size(Comm comm) throws Exception {
    SharedFile file = SharedFile.open(comm, DATA, WRITING);
    OpenFile opened = file.opened();
    int last = 3 * comm.size() * ITEMS;
    Cells cutOff = own(comm, Form.INTS, 2, ITEMS);
    at(place(comm, 2), WRITE_AT).run(file, cutOff, new long[6]);
    file.together(() -> opened.setSize(0));
    file.write(place(comm, 0), own(comm, Form.INTS, 0, ITEMS), at(place(comm, 0), WRITE_AT));
    file.together(() -> opened.preallocate(file.offset(last)));
    file.write(place(comm, 1), own(comm, Form.INTS, 1, ITEMS), at(place(comm, 1), WRITE_AT));
    file.endsWith(last);
    file.close();
  }

  private static void settings(Comm comm) throws Exception {
    SharedFile file = SharedFile.open(comm, DATA, WRITING);
    OpenFile opened = file.opened();
    file.together(() -> opened.setAtomicity(true));
    file.together(() -> opened.setInfo(comm.mpi().binding().infoNull()));
    file.write(place(comm, 0), own(comm, Form.INTS, 0, ITEMS), at(place(comm, 0), WRITE_AT));
    file.together(() -> opened.sync());
    if (!opened.getAtomicity()) {
      comm.mpi().log().wrong("the file is not atomic");
    }
    file.close();
  }

  /** Who opens it anew gets it; then nobody can. */
  private static void anew(Comm comm) throws Exception {
    SharedFile file = SharedFile.open(comm, DATA, WRITING | EXCLUSIVE);
    file.write(
        place(comm, 0), own(comm, Form.INTS, 0, ITEMS), together(at(place(comm, 0), WRITE_AT_ALL)));
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
    Cells data = own(comm, Form.INTS, 0, ITEMS);
    file.write(place(comm, 0), data, together(at(place(comm, 0), WRITE_AT_ALL)));
    file.read(blank(Form.INTS, ITEMS), data.values(), together(at(place(comm, 0), READ_AT_ALL)));
    file.endsWith(-1);
    file.close();
  }

  /** Each has its own pointer. */
  private static void two(Comm comm) throws Exception {
    SharedFile one = SharedFile.open(comm, DATA, WRITING);
    SharedFile other = SharedFile.open(comm, "other", WRITING);
    one.writeNext(SHARED, 0, own(comm, Form.INTS, 0, 1), by(WRITE_SHARED));
    other.writeNext(ORDERED, 0, own(comm, Form.INTS, 1, 2), together(by(WRITE_ORDERED)));
    one.writeNext(SHARED, 0, own(comm, Form.INTS, 2, 1), by(WRITE_SHARED));
    other.close();
    one.close();
  }
}
