package org.legio.agent;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/**
 * The {@link RankFiles} of a rank, one after the other in one file, for a launcher on another host:
 * each has its ending, its length and its text.
 */
public final class PackedFiles {
  private static final Set<String> ENDINGS =
      Set.of(
          RankFiles.PID,
          RankFiles.CALLS,
          RankFiles.EXIT,
          RankFiles.ABORT,
          RankFiles.FAULTS,
          RankFiles.REPORT);

  private PackedFiles() {}

  /** Adds a file. */
  static void append(Path packed, String ending, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    ByteArrayOutputStream whole = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(whole);
    out.writeUTF(ending);
    out.writeInt(bytes.length);
    out.write(bytes);
    Files.write(packed, whole.toByteArray(), StandardOpenOption.APPEND);
  }

  /**
   * Makes the files of a rank. If it has died while it wrote the last one, that is left out.
   *
   * @param folder where they are made
   * @throws IOException if they cannot be written, or these are no such files
   */
  public static void unpack(byte[] packed, int rank, Path folder) throws IOException {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(packed));
    try {
      while (in.available() > 0) {
        String ending = in.readUTF();
        if (!ENDINGS.contains(ending)) {
          throw new IOException("rank " + rank + " has left a file with the ending " + ending);
        }
        byte[] text = new byte[length(in)];
        in.readFully(text);
        write(folder.resolve(rank + ending), ending, text);
      }
    } catch (EOFException e) {
      return; // the rank was killed
    }
  }

  private static int length(DataInputStream in) throws IOException {
    int length = in.readInt();
    if (length < 0 || length > in.available()) {
      throw new EOFException();
    }
    return length;
  }

  /** Faults are added to, all others written at once. */
  private static void write(Path file, String ending, byte[] text) throws IOException {
    if (ending.equals(RankFiles.FAULTS)) {
      Files.write(file, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } else {
      Files.write(file, text);
    }
  }
}
