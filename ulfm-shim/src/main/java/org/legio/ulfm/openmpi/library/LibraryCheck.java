package org.legio.ulfm.openmpi.library;

import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import com.sun.jna.ptr.IntByReference;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Finds out whether this process can use the MPI library itself. */
public final class LibraryCheck {
  private static final String VERSION = "MPI_Get_library_version";
  private static final int MAX_VERSION_BYTES = 8192;
  private static final String SYSTEM_FOLDERS =
      "/usr/lib/"
          + System.getProperty("os.arch").replace("amd64", "x86_64")
          + "-linux-gnu:/usr/lib64";

  /** The names of libraries that are no use. */
  private static final List<String> OTHERS =
      List.of("libmpi.so.80", "libmpi.so.20", "libmpich.so.12", "libmpi.so.12");

  /** The magic number and, behind it, the class. */
  private static final int ELF_HEAD_BYTES = 5;

  private static final byte ELF_32 = 1;

  private LibraryCheck() {}

  /** Why a library cannot be used, as one line with the remedy; empty if it can. Loads it. */
  public static Optional<String> obstacle(Abi abi) {
    NativeLibrary library;
    try {
      library = abi.library();
    } catch (UnsatisfiedLinkError e) {
      return Optional.of(abi.libraries().get(0) + " cannot be loaded: " + found(abi) + remedy(abi));
    }
    try {
      library.getGlobalVariableAddress(abi.knownBy());
      return Optional.empty();
    } catch (UnsatisfiedLinkError e) {
      return Optional.of(
          fileOf(library, abi)
              + " is not "
              + abi.owner()
              + " but \""
              + version(library)
              + "\""
              + remedy(abi));
    }
  }

  /**
   * What is thrown where a function or a variable is missing; its message is one line.
   *
   * @param symbol one that the library in use does not have
   */
  public static UnsatisfiedLinkError without(String symbol, UnsatisfiedLinkError cause) {
    Abi abi = Abi.inUse();
    UnsatisfiedLinkError error = new UnsatisfiedLinkError(described(abi) + symbol + remedy(abi));
    error.initCause(cause);
    return error;
  }

  /** Why the library in use cannot protect a program, as a phrase. */
  public static String noUlfm() {
    return described(Abi.inUse())
        + "MPIX_Comm_agree and its like (ULFM), which protection needs: use "
        + Abi.OPEN_MPI.needed()
        + ", started by mpirun --with-ft ulfm";
  }

  private static String described(Abi abi) {
    NativeLibrary library = abi.library();
    return fileOf(library, abi) + " (" + version(library) + ") has no ";
  }

  private static String remedy(Abi abi) {
    return "; install "
        + abi.needed()
        + ", and put the folder of its "
        + abi.libraries().get(0)
        + " on LD_LIBRARY_PATH";
  }

  /** What has been found in place of the library. */
  private static String found(Abi abi) {
    String path = System.getenv().getOrDefault("LD_LIBRARY_PATH", "");
    List<String> names = new ArrayList<>(abi.libraries());
    names.addAll(OTHERS);
    for (String folder : (path + ":" + SYSTEM_FOLDERS).split(":")) {
      for (String name : names) {
        Path file = Path.of(folder, name);
        if (!folder.isEmpty() && Files.isRegularFile(file)) {
          return file + " is " + kindOf(file, abi);
        }
      }
    }
    return "there is none in LD_LIBRARY_PATH (\"" + path + "\") and in the system's folders";
  }

  private static String kindOf(Path file, Abi abi) {
    byte[] head = new byte[ELF_HEAD_BYTES];
    try (InputStream in = Files.newInputStream(file)) {
      int read = in.readNBytes(head, 0, head.length);
      if (read < head.length || head[0] != 0x7f || head[1] != 'E') {
        return "no shared library";
      }
      return head[ELF_HEAD_BYTES - 1] == ELF_32
          ? "a 32-bit library"
          : abi.libraries().contains(String.valueOf(file.getFileName()))
              ? "there, but lacks what it needs: see ldd " + file
              : "another MPI's library";
    } catch (IOException e) {
      return "not readable (" + e + ")";
    }
  }

  private static String fileOf(NativeLibrary library, Abi abi) {
    try {
      long function = Pointer.nativeValue(library.getFunction(VERSION));
      return LoadedLibrary.at(function)
          .map(loaded -> loaded.path().toString())
          .orElse(abi.libraries().get(0));
    } catch (IOException | UnsatisfiedLinkError e) {
      return abi.libraries().get(0);
    }
  }

  private static String version(NativeLibrary library) {
    try {
      byte[] text = new byte[MAX_VERSION_BYTES];
      IntByReference length = new IntByReference();
      library.getFunction(VERSION).invokeInt(new Object[] {text, length});
      String version = new String(text, 0, length.getValue(), StandardCharsets.US_ASCII);
      return version.split("[,\n]", 2)[0].replace("\0", "").replaceAll("\\s+", " ").strip();
    } catch (UnsatisfiedLinkError e) {
      return "a library without " + VERSION;
    }
  }
}
