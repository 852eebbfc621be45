package org.legio.cli;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import picocli.CommandLine;

/** What {@code --version} prints: Legio, the commit it was built from, the JDK, the MPIs here. */
final class OwnVersion implements CommandLine.IVersionProvider {
  /** The attribute of the manifest that names the commit. */
  static final String COMMIT = "Legio-Commit";

  private final LauncherContext context;

  OwnVersion(LauncherContext context) {
    this.context = context;
  }

  @Override
  public String[] getVersion() {
    List<String> lines = new ArrayList<>();
    lines.add("legio " + manifest().map(OwnVersion::described).orElse("(not packaged)"));
    lines.add("JDK " + jdk());
    lines.addAll(openMpis());
    lines.add("embedded runtime in " + context.jar());
    return lines.toArray(String[]::new);
  }

  /** The JDK that runs this process, and its place. */
  static String jdk() {
    return System.getProperty("java.version") + " in " + System.getProperty("java.home");
  }

  private static String described(Attributes manifest) {
    String commit = manifest.getValue(COMMIT);
    return manifest.getValue(Attributes.Name.IMPLEMENTATION_VERSION)
        + (commit == null || commit.isBlank() ? "" : " (commit " + commit + ")");
  }

  private Optional<Attributes> manifest() {
    try (JarFile jar = new JarFile(context.jar().toFile())) {
      return Optional.ofNullable(jar.getManifest()).map(Manifest::getMainAttributes);
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw new CannotRunException(context.jar() + " cannot be read (" + e + "); build it anew", e);
    }
  }

  private List<String> openMpis() {
    PreparedMpi prepared = context.preparedMpi();
    List<String> found =
        Stream.concat(
                context.mpiFinder().system().stream(),
                prepared.isReady() ? Stream.of(prepared.installation()) : Stream.empty())
            .map(OwnVersion::described)
            .toList();
    return found.isEmpty() ? List.of("Open MPI: no mpirun on PATH, none prepared") : found;
  }

  private static String described(MpiInstallation mpi) {
    return OmpiInfo.of(mpi).map(info -> "Open MPI " + info.version()).orElse("no Open MPI")
        + " in "
        + mpi.description();
  }
}
