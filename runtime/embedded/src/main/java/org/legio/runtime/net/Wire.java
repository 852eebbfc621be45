package org.legio.runtime.net;

import java.io.IOException;
import java.nio.ByteBuffer;

/** A connection to another process that never blocks. */
public interface Wire {
  /**
   * Reads what has come.
   *
   * @return how many bytes; negative if the other side has closed the connection
   */
  int read(ByteBuffer into) throws IOException;

  /** Writes what there is room for; returns how many bytes. */
  int write(ByteBuffer from) throws IOException;

  /** Ends the connection; what is under way may be lost. */
  void close();
}
