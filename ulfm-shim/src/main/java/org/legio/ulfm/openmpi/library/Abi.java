package org.legio.ulfm.openmpi.library;

import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import org.legio.ulfm.ports.ConstantTable;

/**
 * The binary interface of an MPI library, as a value: the names of its file, the predefined
 * handles, the constants, and where a status has its values. All is read from a table; what it
 * lacks of the constants is as in Open MPI.
 */
public final class Abi {
  /** Open MPI's own. */
  public static final Abi OPEN_MPI = new Abi("open-mpi");

  /** The one of the MPI standard since version 5.0, which several libraries have. */
  public static final Abi STANDARD = new Abi("standard");

  private static final String LIBRARIES = "libraries";
  private static final String OF_LAUNCHER = "library-if.";
  private static final char VARIABLE = '&';

  private static volatile Abi inUse = OPEN_MPI;

  private final String name;

  /** Read at the first question: most JVMs have none. */
  private @Nullable Properties table;

  private @Nullable NativeLibrary library;

  private Abi(String name) {
    this.name = name;
  }

  private synchronized Properties table() {
    Properties known = table;
    if (known == null) {
      known = ConstantTable.read();
      try (InputStream in = Abi.class.getResourceAsStream(name + ".properties")) {
        known.load(Objects.requireNonNull(in, name));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      table = known;
    }
    return known;
  }

  /** The one of the library that this process calls. */
  public static Abi inUse() {
    return inUse;
  }

  /** Sets which one this process calls. Must be done before the first call. */
  public static void use(Abi abi) {
    inUse = abi;
  }

  /**
   * The names under which its library may be there; that of the MPI which has started this process
   * first, by the variable that its launcher sets.
   */
  List<String> libraries() {
    List<String> names = new ArrayList<>();
    for (String key : table().stringPropertyNames()) {
      if (key.startsWith(OF_LAUNCHER)
          && System.getenv(key.substring(OF_LAUNCHER.length())) != null) {
        names.add(text(key));
      }
    }
    names.addAll(List.of(text(LIBRARIES).split(" ")));
    return names;
  }

  /**
   * Its library.
   *
   * @throws UnsatisfiedLinkError if none can be loaded
   */
  public synchronized NativeLibrary library() {
    NativeLibrary known = library;
    if (known == null) {
      known = loaded();
      library = known;
    }
    return known;
  }

  private NativeLibrary loaded() {
    UnsatisfiedLinkError first = null;
    for (String each : libraries()) {
      try {
        return NativeLibrary.getInstance(each);
      } catch (UnsatisfiedLinkError e) {
        first = first == null ? e : first;
      }
    }
    throw Objects.requireNonNull(first);
  }

  /**
   * A predefined handle.
   *
   * @param handle its name in C
   * @throws UnsatisfiedLinkError if the library lacks it; the message is one line with the remedy
   */
  public long handle(String handle) {
    String value = text(handle);
    if (value.charAt(0) != VARIABLE) {
      return Long.decode(value);
    }
    String variable = value.substring(1);
    try {
      return Pointer.nativeValue(library().getGlobalVariableAddress(variable));
    } catch (UnsatisfiedLinkError e) {
      throw LibraryCheck.without(variable, e);
    }
  }

  /** A constant, by its name in C without {@code MPI_}. */
  public int constant(String constant) {
    return Integer.decode(text(constant));
  }

  /** Where a status has a value, in bytes from its begin; -1 if the library alone knows it. */
  public int inStatus(String value) {
    return Integer.decode(table().getProperty("status." + value, "-1"));
  }

  /** A symbol that only its libraries have. */
  String knownBy() {
    return text("known-by");
  }

  /** Whose it is. */
  String owner() {
    return text("owner");
  }

  /** What has to be installed to have it. */
  String needed() {
    return text("needed");
  }

  private String text(String key) {
    return Objects.requireNonNull(table().getProperty(key), () -> name + " has no " + key);
  }

  @Override
  public String toString() {
    return name;
  }
}
