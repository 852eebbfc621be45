package org.legio.integration;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Assumptions;
import org.legio.launcher.machine.Machine;
import org.legio.launcher.mpi.DebianMirror;
import org.legio.launcher.mpi.RootFilesystemMpi;

/**
 * A bare Debian with a few packages.
 *
 * @param suite Debian's release
 * @param packages what is in it beside what every Debian has
 * @param leftOut patterns of paths that are not unpacked
 */
public record DebianRoot(String suite, List<String> packages, List<String> leftOut) {
  private static final int MINUTES = 15;
  private static final List<String> DOCUMENTATION =
      List.of(
          "/usr/share/doc/*", "/usr/share/man/*.gz", "/usr/share/locale/*", "/usr/share/info/*");

  /** Makes it, a tar file. */
  public void make(Path tar) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("mmdebstrap", "--variant=minbase"));
    command.add("--format=tar");
    if (!packages.isEmpty()) {
      command.add("--include=" + String.join(",", packages));
    }
    leftOut.forEach(path -> command.add("--dpkgopt=path-exclude=" + path));
    // A mirror may be a copy whose date has passed.
    command.add("--aptopt=Acquire::Check-Valid-Until \"false\"");
    String mirror =
        Machine.here()
            .variable(DebianMirror.VARIABLE)
            .or(() -> DebianMirror.parse(DebianMirror.targets()))
            .orElseThrow();
    command.addAll(List.of(suite, tar.toString(), mirror));
    Commands.run(command, MINUTES);
  }

  /**
   * The folder of Legio's cache that holds it, made at the first long run. Aborts the test where it
   * is not made.
   *
   * @param name what it is called there; it changes with what is in it
   */
  Path inCache(String name) {
    try {
      return made(name);
    } catch (IllegalStateException e) {
      return Assumptions.abort(Preparation.skipped("tests in a bare Debian", e));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while a Debian was made", e);
    }
  }

  private Path made(String name) throws IOException, InterruptedException {
    Path cache = Files.createDirectories(Machine.here().cache());
    Path root = cache.resolve(name);
    if (!Files.isDirectory(root)) {
      Assumptions.assumeTrue(
          Boolean.getBoolean("legio.it.long"), "long runs make " + root + ", which takes minutes");
      Path unfinished = Files.createTempDirectory(cache, name + ".");
      Path tar = cache.resolve(unfinished.getFileName() + ".tar");
      try {
        make(tar);
        Commands.run(
            List.of(
                "tar",
                "-x",
                "--no-same-owner",
                "--exclude=./dev/*",
                "-C",
                unfinished.toString(),
                "-f",
                tar.toString()),
            MINUTES);
        Files.move(unfinished, root, StandardCopyOption.ATOMIC_MOVE);
      } finally {
        Files.deleteIfExists(tar);
        if (Files.exists(unfinished)) {
          Folders.delete(unfinished);
        }
      }
    }
    return root;
  }

  /** A command of {@code sh} that runs another one in a root filesystem. */
  static String inside(Path root, List<String> command) {
    List<String> words =
        new ArrayList<>(
            List.of("env", "OMPI_ALLOW_RUN_AS_ROOT=1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1"));
    words.addAll(command);
    return new RootFilesystemMpi(root)
        .enter(words, Path.of("/tmp")).stream()
            .map(word -> "'" + word.replace("'", "'\\''") + "'")
            .collect(Collectors.joining(" "));
  }

  /** One with packages, without the documentation. */
  static DebianRoot of(String suite, List<String> packages, String... leftOut) {
    List<String> patterns = new ArrayList<>(DOCUMENTATION);
    patterns.addAll(List.of(leftOut));
    return new DebianRoot(suite, packages, patterns);
  }
}
