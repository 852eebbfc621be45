package org.legio.runtime.replica;

import org.legio.ulfm.ports.FileCall;
import org.legio.ulfm.ports.FileTransfer;
import org.legio.ulfm.ports.MpiConstants;
import org.legio.ulfm.ports.Pmpi;

/** An open file of ints, as a process of a {@link SimulatedJob} sees it. */
final class ReplicaFile {
  private static final int READ_WRITE = 8;

  /** To be made, if it is not there. */
  static final int ANY = READ_WRITE | MpiConstants.MODE_CREATE | MpiConstants.MODE_DELETE_ON_CLOSE;

  /** To be made, and not there. */
  static final int ANEW = READ_WRITE | MpiConstants.MODE_CREATE | MpiConstants.MODE_EXCL;

  private static final int STATUS_FIELDS = 6;
  private static final int LENGTH = 4;

  private final Pmpi pmpi;
  private final long handle;

  ReplicaFile(Pmpi pmpi, long handle) {
    this.pmpi = pmpi;
    this.handle = handle;
  }

  /** Writes at a place in bytes, if the way to write wants one. */
  void write(FileTransfer way, long place, int... data) throws Exception {
    transfer(way, place, data);
  }

  /** Reads from a place on, both in bytes. Returns how many there were. */
  int read(long place, int[] data) throws Exception {
    return transfer(FileTransfer.READ_AT, place, data);
  }

  private int transfer(FileTransfer way, long place, int[] data) throws Exception {
    long[] status = new long[STATUS_FIELDS];
    FileCall call = new FileCall().of(way).position(place).status(status);
    call.data().at(data, false).items(data.length, Basics.INT_TYPE, Basics.INT);
    pmpi.fileTransfer(handle, call);
    return (int) status[LENGTH];
  }

  long size() throws Exception {
    return pmpi.fileGetSize(handle);
  }

  void close() throws Exception {
    pmpi.fileClose(handle);
  }
}
