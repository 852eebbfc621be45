package org.legio.launcher.mpi;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.legio.launcher.machine.Programs;

/**
 * Finds {@code libmpi_java.so} or, if only Debian's runtime packages are installed, {@code .so.40}.
 */
final class JavaLibrary {
  private static final String NAMES = "libmpi_java.so*";
  private static final String LIBDIR = "Libdir:";

  private JavaLibrary() {}

  /**
   * Looks in the folder of the MPI's libraries and in the two folders above it, where Debian puts
   * it.
   *
   * @param root the folder that is the root of the MPI's paths
   */
  static Optional<String> of(MpiInstallation mpi, Path root) {
    return Programs.output(mpi.enter(List.of(mpi.ompiInfo(), "--path", "libdir"), Path.of("/")))
        .flatMap(JavaLibrary::libdir)
        .stream()
        .map(libdir -> root.resolve(libdir.substring(1)))
        .flatMap(folder -> Stream.iterate(folder, Path::getParent).limit(3))
        .flatMap(folder -> in(folder).stream())
        .findFirst();
  }

  private static Optional<String> libdir(String report) {
    return report
        .lines()
        .map(String::strip)
        .filter(line -> line.startsWith(LIBDIR))
        .map(line -> line.substring(LIBDIR.length()).strip())
        .filter(path -> path.startsWith("/"))
        .findFirst();
  }

  private static Optional<String> in(Path folder) {
    if (!Files.isDirectory(folder)) {
      return Optional.empty();
    }
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, NAMES)) {
      for (Path file : files) {
        return Optional.of(file.toString());
      }
      return Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
