package org.legio.runtime.engine;

import java.io.IOException;
import org.legio.ulfm.ports.MpiConstants;

/** The natives on the file pointers: each rank's own one, and the one that all ranks share. */
final class FilePointerCalls extends FileFamily {

  FilePointerCalls(RankState state) {
    super(state);
  }

  void fileSeek(long file, long offset, int whence) throws Exception {
    FileHandle open = file(file);
    long position = base(open, open.position, whence, () -> end(open)) + open.bytes(offset);
    if (position < 0) {
      throw error(open, MpiError.OTHER, "a seek to " + position);
    }
    open.position = position;
  }

  long fileGetPosition(long file) throws Exception {
    FileHandle open = file(file);
    return open.elements(open.position);
  }

  long fileGetByteOffset(long file, long offset) throws Exception {
    FileHandle open = file(file);
    return open.view.place(open.bytes(offset));
  }

  void fileSeekShared(long file, long offset, int whence) throws Exception {
    FileHandle open = file(file);
    meet(open, "fileSeekShared");
    byFirst(open, "fileSeekShared", () -> seekShared(open, open.bytes(offset), whence));
  }

  /** As in Open MPI, the end is that of the file whatever the view shows: Legio does the same. */
  private long seekShared(FileHandle open, long distance, int whence)
      throws IOException, MpiErrorException {
    long shared = open.stored().sharedPosition();
    long position = base(open, shared, whence, open.stored().bytes()::size) + distance;
    if (position < 0) {
      throw error(open, MpiError.OTHER, "a seek to " + position);
    }
    open.stored().setSharedPosition(position);
    return position;
  }

  long fileGetPositionShared(long file) throws Exception {
    FileHandle open = file(file);
    return open.elements(pointer(open, open.stored()::sharedPosition));
  }

  /** Where what the view shows ends. */
  private long end(FileHandle open) throws IOException {
    return open.bytes(open.view.elementsBefore(open.stored().bytes().size()));
  }

  private long base(FileHandle open, long current, int whence, PointerUse end)
      throws IOException, MpiErrorException {
    return switch (whence) {
      case MpiConstants.SEEK_SET -> 0;
      case MpiConstants.SEEK_CUR -> current;
      case MpiConstants.SEEK_END -> end.run();
      default -> throw error(open, MpiError.ARG, "whence=" + whence);
    };
  }
}
