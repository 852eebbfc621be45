package org.legio.launcher.mpi;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.legio.launcher.job.Hosts;

/**
 * An Open MPI in the root filesystem of another Debian, entered with bubblewrap.
 *
 * <p>Inside, the operating system's folders are those of the root filesystem, read-only. All other
 * folders of this machine, its devices and its processes keep their usual places.
 *
 * @param root folder of the root filesystem
 */
public record RootFilesystemMpi(Path root) implements MpiInstallation {
  private static final List<String> MERGED = List.of("bin", "sbin", "lib", "lib64");
  private static final Set<String> NOT_BOUND_WITH_THE_OTHERS =
      Set.of(
          "bin",
          "sbin",
          "lib",
          "lib32",
          "lib64",
          "libx32",
          "usr",
          "etc",
          "dev",
          "proc",
          "sys",
          "boot",
          "lost+found");
  private static final List<String> SHARED_SYSTEM_FOLDERS =
      List.of("/usr/local", "/usr/src", "/usr/share/java");
  private static final List<String> SHARED_SYSTEM_FILES =
      List.of("/etc/hosts", "/etc/resolv.conf", "/etc/passwd", "/etc/group");
  private static final String PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

  /** Makes the empty folders and files over which this machine's are mounted. */
  static void addMountPoints(Path root) throws IOException {
    for (String folder : SHARED_SYSTEM_FOLDERS) {
      Files.createDirectories(inside(root, folder));
    }
    for (String file : SHARED_SYSTEM_FILES) {
      Path mountPoint = inside(root, file);
      if (!Files.isRegularFile(mountPoint)) {
        Files.deleteIfExists(mountPoint);
        Files.createFile(mountPoint);
      }
    }
  }

  /** Whether the folder looks like a root filesystem with an MPI in it. */
  static boolean isOne(Path folder) {
    return Files.isDirectory(folder.resolve("etc"))
        && Files.isExecutable(folder.resolve("usr/bin/env"))
        && Files.exists(folder.resolve("usr/bin/ompi_info"));
  }

  @Override
  public String description() {
    return "the root filesystem " + root;
  }

  @Override
  public List<String> enter(List<String> command, Path workingDirectory) {
    List<String> bwrap = new ArrayList<>(List.of("bwrap"));
    bwrap.addAll(List.of("--ro-bind", root + "/usr", "/usr", "--ro-bind", root + "/etc", "/etc"));
    MERGED.forEach(name -> bwrap.addAll(List.of("--symlink", "usr/" + name, "/" + name)));
    bwrap.addAll(List.of("--dev-bind", "/dev", "/dev"));
    bwrap.addAll(List.of("--bind", "/proc", "/proc", "--bind", "/sys", "/sys"));
    otherFolders().forEach(folder -> addOtherFolder(bwrap, folder));
    SHARED_SYSTEM_FOLDERS.forEach(folder -> addShared(bwrap, folder));
    SHARED_SYSTEM_FILES.forEach(file -> addShared(bwrap, file));
    bwrap.addAll(List.of("--setenv", "PATH", PATH, "--setenv", "LC_ALL", "C.UTF-8"));
    bwrap.addAll(List.of("--unsetenv", "JAVA_HOME", "--chdir", workingDirectory.toString()));
    bwrap.addAll(LaunchedJob.TIED_TO_PARENT);
    bwrap.addAll(command);
    return bwrap;
  }

  private static void addOtherFolder(List<String> bwrap, Path folder) {
    if (Files.isSymbolicLink(folder)) {
      bwrap.addAll(List.of("--symlink", target(folder), folder.toString()));
    } else {
      bwrap.addAll(List.of("--bind", folder.toString(), folder.toString()));
    }
  }

  private void addShared(List<String> bwrap, String path) {
    boolean hasMountPoint = Files.exists(inside(root, path)) || !Files.exists(root);
    if (hasMountPoint && Files.exists(Path.of(path))) {
      bwrap.addAll(List.of("--ro-bind", real(Path.of(path)), path));
    }
  }

  private static List<Path> otherFolders() {
    try (Stream<Path> folders = Files.list(Path.of("/"))) {
      return folders.filter(RootFilesystemMpi::isOther).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot list the folders of /", e);
    }
  }

  private static boolean isOther(Path folder) {
    return Files.isDirectory(folder)
        && !NOT_BOUND_WITH_THE_OTHERS.contains(folder.getFileName().toString());
  }

  private static Path inside(Path root, String path) {
    return root.resolve(path.substring(1));
  }

  private static String target(Path link) {
    try {
      return Files.readSymbolicLink(link).toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String real(Path path) {
    try {
      return path.toRealPath().toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public String mpirun() {
    return "mpirun";
  }

  @Override
  public String ompiInfo() {
    return "ompi_info";
  }

  @Override
  public String java() {
    return "java";
  }

  @Override
  public Optional<String> javaLibrary() {
    return JavaLibrary.of(this, root);
  }

  @Override
  public boolean spansHosts(Hosts hosts) {
    return false;
  }
}
