package org.legio.ulfm.openmpi.library;

import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import com.sun.jna.ptr.IntByReference;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Finds out whether this process can use the MPI library itself. */
public final class LibraryCheck {
  /** A variable that only Open MPI's own ABI has. */
  private static final String KNOWN_BY = "ompi_mpi_comm_world";

  private static final String VERSION = "MPI_Get_library_version";
  private static final int MAX_VERSION_BYTES = 8192;
  private static final String REMEDY =
      "; install Open MPI 5 or later, and put the folder of its "
          + MpiLibrary.NAME
          + " on LD_LIBRARY_PATH";

  private static final String SYSTEM_FOLDERS =
      "/usr/lib/"
          + System.getProperty("os.arch").replace("amd64", "x86_64")
          + "-linux-gnu:/usr/lib64";

  private static final List<String> NAMES =
      List.of(MpiLibrary.NAME, "libmpi.so.80", "libmpi.so.20", "libmpich.so.12", "libmpi.so.12");

  /** The magic number and, behind it, the class. */
  private static final int ELF_HEAD_BYTES = 5;

  private static final byte ELF_32 = 1;

  private LibraryCheck() {}

  /** Why the library cannot be used, as one line with the remedy; empty if it can. Loads it. */
  public static Optional<String> obstacle() {
    NativeLibrary library;
    try {
      library = NativeLibrary.getInstance(MpiLibrary.NAME);
    } catch (UnsatisfiedLinkError e) {
      return Optional.of(MpiLibrary.NAME + " cannot be loaded: " + found() + REMEDY);
    }
    try {
      library.getGlobalVariableAddress(KNOWN_BY);
      return Optional.empty();
    } catch (UnsatisfiedLinkError e) {
      return Optional.of(
          fileOf(library) + " is not Open MPI's but \"" + version(library) + "\"" + REMEDY);
    }
  }

  /**
   * Why a function cannot be called, as one line.
   *
   * @param function one that the library does not have
   */
  public static String missing(String function) {
    NativeLibrary library = NativeLibrary.getInstance(MpiLibrary.NAME);
    return fileOf(library) + " (" + version(library) + ") has no " + function + REMEDY;
  }

  /** What has been found in place of the library. */
  private static String found() {
    String path = System.getenv().getOrDefault("LD_LIBRARY_PATH", "");
    for (String folder : (path + ":" + SYSTEM_FOLDERS).split(":")) {
      for (String name : NAMES) {
        Path file = Path.of(folder, name);
        if (!folder.isEmpty() && Files.isRegularFile(file)) {
          return file + " is " + kindOf(file);
        }
      }
    }
    return "there is none in LD_LIBRARY_PATH (\"" + path + "\") and in the system's folders";
  }

  private static String kindOf(Path file) {
    byte[] head = new byte[ELF_HEAD_BYTES];
    try (InputStream in = Files.newInputStream(file)) {
      int read = in.readNBytes(head, 0, head.length);
      if (read < head.length || head[0] != 0x7f || head[1] != 'E') {
        return "no shared library";
      }
      return head[ELF_HEAD_BYTES - 1] == ELF_32
          ? "a 32-bit library"
          : file.endsWith(MpiLibrary.NAME)
              ? "there, but lacks what it needs: see ldd " + file
              : "another MPI's library";
    } catch (IOException e) {
      return "not readable (" + e + ")";
    }
  }

  private static String fileOf(NativeLibrary library) {
    try {
      long function = Pointer.nativeValue(library.getFunction(VERSION));
      return LoadedLibrary.at(function)
          .map(loaded -> loaded.path().toString())
          .orElse(MpiLibrary.NAME);
    } catch (IOException | UnsatisfiedLinkError e) {
      return MpiLibrary.NAME;
    }
  }

  private static String version(NativeLibrary library) {
    try {
      byte[] text = new byte[MAX_VERSION_BYTES];
      IntByReference length = new IntByReference();
      library.getFunction(VERSION).invokeInt(new Object[] {text, length});
      String version = new String(text, 0, length.getValue(), StandardCharsets.US_ASCII);
      return version.split("[,\n]", 2)[0].replace("\0", "").replace("\t", "").strip();
    } catch (UnsatisfiedLinkError e) {
      return "a library without " + VERSION;
    }
  }
}
