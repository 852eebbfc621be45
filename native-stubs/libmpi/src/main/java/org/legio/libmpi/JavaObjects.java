package org.legio.libmpi;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;
import org.legio.ulfm.openmpi.BindingObjects;
import org.legio.ulfm.openmpi.library.Abi;
import org.legio.ulfm.ports.ConstantTable;

/** Makes and changes objects of the binding, as its native half would. */
public final class JavaObjects {
  private static final int SELF = 1;
  private static final int MAX_INFO_VALUE = 1 << 16;

  private JavaObjects() {}

  /** Access that calls need again and again. */
  private static final class Access {
    static final MethodHandle STATUS = BindingObjects.constructor("mpi.Status");
    static final VarHandle DATA = BindingObjects.field("mpi.Status", "data", long[].class);
    static final VarHandle REQUEST = BindingObjects.field("mpi.Request", "handle", long.class);
    static final VarHandle TYPE = BindingObjects.field("mpi.Datatype", "handle", long.class);
    static final VarHandle MESSAGE = BindingObjects.field("mpi.Message", "handle", long.class);
  }

  static Exception newException(int code, int errorClass, String message) {
    return (Exception)
        BindingObjects.make(
            BindingObjects.constructor("mpi.MPIException", int.class, int.class, String.class),
            code,
            errorClass,
            message);
  }

  static Object newStatus() {
    return BindingObjects.make(Access.STATUS);
  }

  static long[] fields(Object status) {
    return (long[]) Access.DATA.get(status);
  }

  /** The handle of a datatype. */
  static long handle(Object datatype) {
    return (long) Access.TYPE.get(datatype);
  }

  static void setRequest(Object request, long handle) {
    Access.REQUEST.set(request, handle);
  }

  static void setMessage(Object message, long handle) {
    Access.MESSAGE.set(message, handle);
  }

  static Object newCount(long value) {
    return BindingObjects.make(BindingObjects.constructor("mpi.Count", long.class), value);
  }

  // ------------------------------------------------------------------ fields of classes

  /** Tells a class which handle is null. */
  public static void setNullHandle(Class<?> owner) {
    boolean isComm = owner.getSimpleName().equals("Comm");
    setStatic(owner, "nullHandle", Abi.inUse().handle(isComm ? "MPI_COMM_NULL" : "MPI_GROUP_NULL"));
  }

  public static void setMessageConstants(Class<?> owner) {
    setStatic(owner, "NULL", Abi.inUse().handle("MPI_MESSAGE_NULL"));
    setStatic(owner, "NO_PROC", Abi.inUse().handle("MPI_MESSAGE_NO_PROC"));
  }

  private static void setStatic(Class<?> owner, String name, long value) {
    BindingObjects.staticField(owner, name, long.class).set(value);
  }

  public static void setComm(Object comm, int which) {
    BindingObjects.field("mpi.Comm", "handle", long.class)
        .set(comm, Abi.inUse().handle(which == SELF ? "MPI_COMM_SELF" : "MPI_COMM_WORLD"));
  }

  public static void setConstants(Object constant) {
    for (String name : ConstantTable.read().stringPropertyNames()) {
      BindingObjects.field("mpi.Constant", name, int.class)
          .set(constant, Abi.inUse().constant(name));
    }
  }

  // ------------------------------------------------------------------ values

  public static Object newInt2() {
    return pair("mpi.Int2", Integer.BYTES);
  }

  public static Object newFloatInt() {
    return pair("mpi.FloatInt", Float.BYTES);
  }

  public static Object newDoubleInt() {
    return pair("mpi.DoubleInt", Double.BYTES);
  }

  /** Describes pairs by the offset and the size of their index. */
  private static Object pair(String name, int offset) {
    return BindingObjects.make(
        BindingObjects.constructor(name, int.class, int.class), offset, Integer.BYTES);
  }

  public static Object newShortInt() {
    return wholePair("mpi.ShortInt", Short.BYTES, Integer.BYTES);
  }

  public static Object newLongInt() {
    return wholePair("mpi.LongInt", Long.BYTES, Long.BYTES);
  }

  private static Object wholePair(String name, int valueBytes, int offset) {
    return BindingObjects.make(
        BindingObjects.constructor(name, int.class, int.class, int.class),
        valueBytes,
        offset,
        Integer.BYTES);
  }

  public static Object newVersion() throws Exception {
    Arguments arguments = Arguments.begin();
    long version = arguments.result();
    long subversion = arguments.cell();
    arguments.end(MpiFunctions.MPI_Get_version(version, subversion));
    return BindingObjects.make(
        BindingObjects.constructor("mpi.Version", int.class, int.class),
        arguments.intResult(),
        arguments.intAt(subversion));
  }

  public static boolean isNullInfo(long info) {
    return info == Abi.inUse().handle("MPI_INFO_NULL");
  }

  /** The value of a key; null if it has none. */
  public static @Nullable String getInfo(long info, String key) throws Exception {
    Arguments arguments = Arguments.begin();
    long length = arguments.result();
    long flag = arguments.cell();
    arguments.end(MpiFunctions.MPI_Info_get_valuelen(info, arguments.memory(key), length, flag));
    if (arguments.intAt(flag) == 0) {
      return null;
    }
    int bytes = Math.min(arguments.intResult(), MAX_INFO_VALUE);
    NativeMemory value = new NativeMemory(bytes + 1);
    Arguments again = Arguments.begin();
    again.end(
        MpiFunctions.MPI_Info_get(info, again.memory(key), bytes, value.address, again.cell()));
    return Texts.at(value.bytes(), 0);
  }
}
