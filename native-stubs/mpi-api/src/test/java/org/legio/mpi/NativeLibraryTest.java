package org.legio.mpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NativeLibraryTest {
  private final UnsatisfiedLinkError unversioned =
      new UnsatisfiedLinkError("no mpi_java in java.library.path");

  @Test
  void searchesTheNamedFoldersBeforeTheUsualOnes() {
    List<Path> folders =
        NativeLibrary.folders(
            "/a:/b", Map.of("LD_LIBRARY_PATH", "/c::/a", "OPAL_PREFIX", "/opt/ompi"), "amd64");

    assertThat(folders)
        .startsWith(
            Path.of("/a"),
            Path.of("/b"),
            Path.of("/c"),
            Path.of("/opt/ompi/lib"),
            Path.of("/opt/ompi/lib64"))
        .contains(Path.of("/usr/lib/x86_64-linux-gnu"), Path.of("/usr/lib64/openmpi/lib"))
        .doesNotHaveDuplicates();
  }

  @Test
  void knowsTheMultiarchFolderOfOtherMachines() {
    assertThat(NativeLibrary.folders(null, Map.of(), "aarch64"))
        .contains(Path.of("/usr/lib/aarch64-linux-gnu"));
    assertThat(NativeLibrary.folders(null, Map.of(), "ppc64le"))
        .contains(Path.of("/usr/lib/powerpc64le-linux-gnu"));
  }

  @Test
  void findsTheVersionedLibrary(@TempDir Path folder) throws IOException {
    Path library = Files.createFile(folder.resolve("libmpi_java.so.40"));

    assertThat(NativeLibrary.find(List.of(Path.of("/nonexistent"), folder), unversioned))
        .isEqualTo(library);
  }

  @Test
  void saysWhatWasSearchedAndWhatToInstall(@TempDir Path folder) {
    assertThatThrownBy(() -> NativeLibrary.find(List.of(folder), unversioned))
        .isInstanceOf(UnsatisfiedLinkError.class)
        .hasMessageContainingAll(
            folder.toString(),
            "no mpi_java in java.library.path",
            "libmpi_java.so.40",
            "apt-get install openmpi-bin");
  }
}
