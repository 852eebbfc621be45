package org.legio.libmpi;

import com.sun.jna.Callback;
import com.sun.jna.Pointer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.legio.ulfm.openmpi.library.Abi;

/**
 * Attributes of communicators, types and windows. The library keeps a number for each value, and
 * calls back when an object with attributes is duplicated or freed; the values are kept here.
 */
public final class Attributes {
  private static final int WIN_BASE = Abi.inUse().constant("WIN_BASE");
  private static final int WIN_SIZE = Abi.inUse().constant("WIN_SIZE");
  private static final int WIN_DISP_UNIT = Abi.inUse().constant("WIN_DISP_UNIT");
  private static final int SUCCESS = 0;

  private static final Map<Long, byte[]> VALUES = new ConcurrentHashMap<>();
  private static final AtomicLong LAST = new AtomicLong();

  /** {@code MPI_Comm_copy_attr_function} and its like: of what is duplicated. */
  interface Copy extends Callback {
    int copy(long object, int key, long extra, long value, Pointer copied, Pointer flag);
  }

  /** {@code MPI_Comm_delete_attr_function} and its like. */
  interface Delete extends Callback {
    int delete(long object, int key, long value, long extra);
  }

  /** Kept in fields, because native code holds only their addresses. */
  private static final Copy COPY = Attributes::copy;

  private static final Delete DELETE = Attributes::delete;

  /** How an object's attribute is read and written. */
  private interface Reader {
    int read(long object, int key, long value, long flag);
  }

  private Attributes() {}

  private static int copy(
      long object, int key, long extra, long value, Pointer copied, Pointer flag) {
    copied.setLong(0, add(VALUES.getOrDefault(value, new byte[0])));
    flag.setInt(0, 1);
    return SUCCESS;
  }

  private static int delete(long object, int key, long value, long extra) {
    VALUES.remove(value);
    return SUCCESS;
  }

  private static long add(byte[] value) {
    long number = LAST.incrementAndGet();
    VALUES.put(number, value);
    return number;
  }

  // ------------------------------------------------------------------ keys

  public static int createCommKeyval() throws Exception {
    Arguments arguments = Arguments.begin();
    arguments.end(MpiFunctions.MPI_Comm_create_keyval(COPY, DELETE, arguments.result(), 0));
    return arguments.intResult();
  }

  public static int createTypeKeyval() throws Exception {
    Arguments arguments = Arguments.begin();
    arguments.end(MpiFunctions.MPI_Type_create_keyval(COPY, DELETE, arguments.result(), 0));
    return arguments.intResult();
  }

  public static int createWinKeyval() throws Exception {
    Arguments arguments = Arguments.begin();
    arguments.end(MpiFunctions.MPI_Win_create_keyval(COPY, DELETE, arguments.result(), 0));
    return arguments.intResult();
  }

  // ------------------------------------------------------------------ values

  public static void setOfComm(long comm, int key, byte[] value) throws Exception {
    long number = add(value);
    requireSet(number, MpiFunctions.MPI_Comm_set_attr(comm, key, number));
  }

  public static void setOfType(long type, int key, byte[] value) throws Exception {
    long number = add(value);
    requireSet(number, MpiFunctions.MPI_Type_set_attr(type, key, number));
  }

  public static void setOfWin(long win, int key, byte[] value) throws Exception {
    long number = add(value);
    requireSet(number, MpiFunctions.MPI_Win_set_attr(win, key, number));
  }

  private static void requireSet(long number, int error) throws Exception {
    if (error != SUCCESS) {
      VALUES.remove(number);
    }
    Failures.require(error);
  }

  public static byte @Nullable [] getOfComm(long comm, int key) throws Exception {
    Long number = read(MpiFunctions::MPI_Comm_get_attr, comm, key);
    return number == null ? null : VALUES.get(number);
  }

  public static @Nullable Object getOfType(long type, int key) throws Exception {
    Long number = read(MpiFunctions::MPI_Type_get_attr, type, key);
    return number == null ? null : VALUES.get(number);
  }

  /** An attribute of the program's, or one that the library has attached. */
  public static @Nullable Object getOfWin(long win, int key) throws Exception {
    Long value = read(MpiFunctions::MPI_Win_get_attr, win, key);
    if (value == null) {
      return null;
    }
    if (key == WIN_BASE) {
      return value;
    } else if (key == WIN_SIZE) {
      return Math.toIntExact(new Pointer(value).getLong(0));
    } else if (key == WIN_DISP_UNIT) {
      return new Pointer(value).getInt(0);
    }
    return VALUES.get(value);
  }

  /** An attribute that the library has attached to the world. */
  public static @Nullable Object getPredefined(long comm, int key) throws Exception {
    Long value = read(MpiFunctions::MPI_Comm_get_attr, comm, key);
    return value == null ? null : (Object) new Pointer(value).getInt(0);
  }

  private static @Nullable Long read(Reader reader, long object, int key) throws Exception {
    Arguments arguments = Arguments.begin();
    long value = arguments.result();
    long flag = arguments.cell();
    arguments.end(reader.read(object, key, value, flag));
    return arguments.intAt(flag) == 0 ? null : arguments.longResult();
  }
}
