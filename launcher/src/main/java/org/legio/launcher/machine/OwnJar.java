package org.legio.launcher.machine;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;

/** The jar that this class is in, and the version of Legio that a jar has. */
public final class OwnJar {
  /** The attribute of the manifest that names the commit. */
  private static final String COMMIT = "Legio-Commit";

  private static final String NOT_PACKAGED = "(not packaged)";

  private OwnJar() {}

  public static Path path() {
    try {
      return Path.of(OwnJar.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException("the place of legio.jar is no path", e);
    }
  }

  /** The version of this program. */
  public static String version() {
    return version(path());
  }

  /** The version of a jar, with the commit it was built from where it names one. */
  public static String version(Path path) {
    if (!Files.isRegularFile(path)) {
      return NOT_PACKAGED;
    }
    try (JarFile jar = new JarFile(path.toFile())) {
      Manifest manifest = jar.getManifest();
      return manifest == null ? NOT_PACKAGED : version(manifest.getMainAttributes());
    } catch (IOException e) {
      throw new CannotRunException(path + " cannot be read (" + e + "); build it anew", e);
    }
  }

  private static String version(Attributes manifest) {
    String commit = manifest.getValue(COMMIT);
    return manifest.getValue(Attributes.Name.IMPLEMENTATION_VERSION)
        + (commit == null || commit.isBlank() ? "" : " (commit " + commit + ")");
  }
}
