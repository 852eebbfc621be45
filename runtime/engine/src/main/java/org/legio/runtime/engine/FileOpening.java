package org.legio.runtime.engine;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Opens a file at all ranks of a communicator: rank 0 creates it, if it is to be created, takes a
 * place for the shared pointer, and finds where all file pointers begin. When the others know that,
 * they open what is there.
 */
final class FileOpening {
  private static final int LEADER = 0;
  private static final int ERROR_CLASS = 0;
  private static final int PLACE = 1;
  private static final int START = 2;
  private static final int WORDS = 3;

  private final RankState state;
  private final Comm parent;
  private final String name;
  private final int mode;
  private final FileBytes bytes;
  private final SharedPositions positions;
  private final long[] outcome = new long[WORDS];
  private boolean isOpen;
  private @Nullable Comm own;

  FileOpening(RankState state, Comm parent, String name, int mode) {
    this.state = state;
    this.parent = parent;
    this.name = name;
    this.mode = mode;
    this.bytes = new FileBytes(state.universe.files(), state.universe.effects(), name, mode);
    this.positions =
        parent.size() == 1
            ? new OwnPosition()
            : state.universe.positions(name, parent.context.group);
  }

  /** Opens the file. */
  FileHandle run(Calls caller) throws Exception {
    int number = parent.nextCreation();
    if (parent.rank == LEADER) {
      lead();
    }
    byte[] mine = new byte[WORDS * Long.BYTES];
    ByteBuffer.wrap(mine).asLongBuffer().put(outcome);
    try {
      caller.run(
          new Schedules(state, parent)
              .exchange("fileOpen", mine, all -> follow(all[LEADER], number)),
          "fileOpen");
      return opened();
    } catch (Exception e) {
      giveUp();
      throw e;
    }
  }

  private void lead() throws IOException {
    try {
      bytes.create();
      isOpen = true;
      outcome[PLACE] = positions.claim();
      outcome[START] = (mode & FileSystem.APPEND) == 0 ? 0 : bytes.size();
      if (outcome[PLACE] == SharedPositions.NONE) {
        outcome[ERROR_CLASS] = MpiError.OTHER;
      } else if (outcome[START] != 0) {
        positions.set(outcome[PLACE], outcome[START]);
      }
    } catch (IOException e) {
      outcome[ERROR_CLASS] = FileSystem.errorClass(e);
    }
  }

  private void follow(byte[] leaders, int number) {
    ByteBuffer.wrap(leaders).asLongBuffer().get(outcome);
    if (outcome[ERROR_CLASS] == MpiError.SUCCESS) {
      own = new CommMaker(state).adopt(parent, "fileOpen", number, parent.context.group);
      own.errorHandler = Predefined.ERRORS_RETURN;
    }
  }

  private FileHandle opened() throws Exception {
    Comm made = own;
    if (made == null) {
      throw new MpiErrorException(
          (int) outcome[ERROR_CLASS], name + ": rank 0 of " + parent + " cannot open it");
    }
    try {
      if (!isOpen) {
        bytes.open();
      }
      StoredFile stored = new StoredFile(name, mode, bytes, positions, outcome[PLACE]);
      return new FileHandle(made, stored, outcome[START]);
    } catch (IOException e) {
      throw new MpiErrorException(FileSystem.errorClass(e), name + ": " + e);
    }
  }

  private void giveUp() throws IOException {
    if (own != null) {
      state.forget(own);
    }
    bytes.close();
  }
}
