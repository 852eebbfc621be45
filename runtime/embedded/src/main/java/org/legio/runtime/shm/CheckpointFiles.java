package org.legio.runtime.shm;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.legio.runtime.lanes.OwnProcess;
import org.legio.runtime.lanes.SegmentName;

/**
 * The files of a job's checkpoints: one for each process that has taken one, beside the job's
 * memory. The launcher removes them in the end, else the processes do when the launcher is gone,
 * and else the next job of the same host: others may use the folder, too, and cannot see whether
 * the launcher lives.
 *
 * @param base what their names begin with; it ends with the launcher's host and process id
 */
public record CheckpointFiles(Path base) {
  private static final String END = ".checkpoint";
  private static final String UNFINISHED = ".new";
  private static final String BEGIN = "legio-";

  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rw-------");

  /** Made only where there is such a file: a regular expression costs a job's start some ms. */
  private static final class Name {
    static final Pattern PATTERN =
        Pattern.compile(
            "legio-\\d+-[0-9a-f]{32}-([0-9a-f]+)-(\\d{1,18})\\.\\d+\\.checkpoint(?:\\.new)?");
  }

  /** Those of a job whose launcher has a process id on this host. */
  static CheckpointFiles of(SegmentName memory, long launcher) {
    String host = OwnProcess.idSpace();
    String name = BEGIN + memory.userId() + "-" + memory.random() + "-" + host + "-" + launcher;
    return new CheckpointFiles(memory.folder().resolve(name));
  }

  /** The file of a process. */
  public Path of(int process) {
    return base.resolveSibling(base.getFileName() + "." + process + END);
  }

  /** The file of a process as long as it is not whole. */
  public static Path unfinished(Path file) {
    return file.resolveSibling(file.getFileName() + UNFINISHED);
  }

  /** Begins to write a file anew, which counts when it is {@linkplain #finish finished}. */
  public static FileChannel begin(Path file) throws IOException {
    Path whole = unfinished(file);
    Files.deleteIfExists(whole);
    return FileChannel.open(
        whole,
        Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
        PosixFilePermissions.asFileAttribute(OWNER_ONLY));
  }

  /** A file is whole: it takes the place of the one before. */
  public static void finish(Path file) throws IOException {
    Files.move(unfinished(file), file, StandardCopyOption.ATOMIC_MOVE);
  }

  /** Removes those of all processes. */
  void remove(int processes) throws IOException {
    for (int process = 0; process < processes; process++) {
      Files.deleteIfExists(of(process));
      Files.deleteIfExists(unfinished(of(process)));
    }
  }

  /** Removes those in a folder whose launcher was on this host, and lives no more. */
  static void sweep(Path folder) throws IOException {
    try (DirectoryStream<Path> files =
        Files.newDirectoryStream(folder, CheckpointFiles::mayBeOne)) {
      for (Path file : files) {
        Matcher name = Name.PATTERN.matcher(String.valueOf(file.getFileName()));
        if (name.matches()
            && name.group(1).equals(OwnProcess.idSpace())
            && Files.isWritable(file)
            && ProcessHandle.of(Long.parseLong(name.group(2))).isEmpty()) {
          Files.deleteIfExists(file);
        }
      }
    }
  }

  private static boolean mayBeOne(Path file) {
    String name = String.valueOf(file.getFileName());
    return name.startsWith(BEGIN) && name.contains(END);
  }
}
