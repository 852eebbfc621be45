package org.legio.runtime.engine;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The files of a job. They are real files, because Legio also reads them without MPI. */
public final class FileSystem {
  public static final int CREATE = 1;
  public static final int READ_ONLY = 2;
  public static final int WRITE_ONLY = 4;
  public static final int READ_WRITE = 8;
  public static final int DELETE_ON_CLOSE = 16;
  public static final int EXCLUSIVE = 64;
  static final int APPEND = 128;
  static final int SEQUENTIAL = 256;

  private static final int ACCESS = READ_ONLY | WRITE_ONLY | READ_WRITE;

  private final List<FileChannel> opened = new ArrayList<>();

  /** Whether a file can be opened with a mode. */
  static boolean isValid(int mode) {
    return switch (mode & ACCESS) {
      case READ_ONLY -> (mode & (CREATE | EXCLUSIVE)) == 0;
      case WRITE_ONLY -> true;
      case READ_WRITE -> (mode & SEQUENTIAL) == 0;
      default -> false;
    };
  }

  /** Opens a file; makes it before, if the mode says so and it is not there. */
  FileChannel open(String name, int mode) throws IOException {
    FileChannel channel = FileChannel.open(Path.of(name), options(mode));
    opened.add(channel);
    return channel;
  }

  /** Closes a file. */
  void close(FileChannel channel) throws IOException {
    opened.remove(channel);
    channel.close();
  }

  private static Set<OpenOption> options(int mode) {
    Set<OpenOption> options = new HashSet<>();
    if ((mode & WRITE_ONLY) == 0) {
      options.add(StandardOpenOption.READ);
    }
    if ((mode & READ_ONLY) == 0) {
      options.add(StandardOpenOption.WRITE);
    }
    if ((mode & CREATE) != 0) {
      options.add(StandardOpenOption.CREATE);
    }
    return options;
  }

  /** Closes the files that dead ranks have left open. */
  public void closeAll() throws IOException {
    for (FileChannel channel : opened) {
      channel.close();
    }
  }

  static int errorClass(IOException thrown) {
    if (thrown instanceof NoSuchFileException) {
      return MpiError.NO_SUCH_FILE;
    } else if (thrown instanceof FileAlreadyExistsException) {
      return MpiError.FILE_EXISTS;
    }
    return thrown instanceof AccessDeniedException ? MpiError.ACCESS : MpiError.IO;
  }
}
