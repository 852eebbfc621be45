package org.legio.runtime.engine;

import org.legio.runtime.engine.datatype.Items;
import org.legio.ulfm.ports.FileCall;
import org.legio.ulfm.ports.FileTransfer;
import org.legio.ulfm.ports.FileTransfer.Place;
import org.legio.ulfm.ports.MessageData;

/**
 * The natives that read and write files. In a collective access each rank first does its own part;
 * then all ranks that have opened the file meet in a barrier, which fails if one of them has died.
 */
final class FileTransferCalls extends FileFamily {

  FileTransferCalls(RankState state) {
    super(state);
  }

  void fileTransfer(long file, FileCall call) throws Exception {
    FileHandle open = file(file);
    FileTransfer operation = call.operation();
    switch (operation.form()) {
      case ALONE -> now(open, call);
      case TOGETHER -> together(open, call);
      case BEGIN -> begin(open, call);
      case END -> end(open, call);
    }
  }

  long startFileTransfer(long file, FileCall call) throws Exception {
    FileHandle open = file(file);
    Items items = items(open, call);
    Transfer transfer = call.operation().isRead() ? this::read : this::writeAtOnce;
    return later(open, first(open, call, items), items, transfer);
  }

  private Items items(FileHandle open, FileCall call) throws MpiErrorException {
    MessageData data = call.data();
    return items(open.comm(), data.buffer(), data.offset(), data.count(), data.type());
  }

  /** The first byte of the access; a file pointer that gives it moves behind the items. */
  private long first(FileHandle open, FileCall call, Items items) throws Exception {
    return switch (call.operation().place()) {
      case GIVEN -> open.bytes(call.position());
      case OWN -> next(open, items);
      case SHARED ->
          call.operation().form() == FileTransfer.Form.ALONE
              ? nextShared(open, items)
              : nextInOrder(open, items);
    };
  }

  private Transfer way(FileCall call) {
    return call.operation().isRead() ? this::read : this::write;
  }

  private void now(FileHandle open, FileCall call) throws Exception {
    Items items = items(open, call);
    told(way(call).run(open, first(open, call, items), items), call.status());
  }

  private void together(FileHandle open, FileCall call) throws Exception {
    boolean meets = call.operation().place() != Place.SHARED;
    Items items = items(open, call);
    long first = first(open, call, items);
    try {
      told(way(call).run(open, first, items), call.status());
      meets = true;
    } finally {
      if (meets) {
        meet(open, Natives.nameOf(call, true));
      }
    }
  }

  private void begin(FileHandle open, FileCall call) throws Exception {
    Items items = items(open, call);
    long first = first(open, call, items);
    if (open.begun != FileHandle.NOT_BEGUN) {
      throw error(open, MpiError.OTHER, "another collective access has begun and not ended");
    }
    open.begun = way(call).run(open, first, items);
  }

  private void end(FileHandle open, FileCall call) throws Exception {
    if (open.begun == FileHandle.NOT_BEGUN) {
      throw error(open, MpiError.OTHER, "no collective access has begun");
    }
    told(open.begun, call.status());
    open.begun = FileHandle.NOT_BEGUN;
    meet(open, Natives.nameOf(call, true));
  }
}
