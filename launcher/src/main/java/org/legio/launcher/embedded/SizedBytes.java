package org.legio.launcher.embedded;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;

/** Bytes with their number before them, as launcher and daemons send them to each other. */
final class SizedBytes {
  private SizedBytes() {}

  static void write(DataOutputStream out, byte[] bytes) throws IOException {
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  /**
   * Reads what {@link #write} has written.
   *
   * @throws java.io.EOFException if some of it is cut off
   */
  static byte[] read(DataInputStream in) throws IOException {
    byte[] bytes = new byte[in.readInt()];
    in.readFully(bytes);
    return bytes;
  }
}
