package mpi;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import java.nio.charset.StandardCharsets;
import org.legio.mpi.NativeLibrary;

/**
 * The MPI environment: start and end, constants, predefined objects, and tools for buffers (MPI
 * 3.1, chapter 8).
 *
 * <p>The values of all constants come from the native library, which is loaded when this class is
 * initialized.
 */
public final class MPI {
  private static boolean initialized;
  private static boolean finalized;
  private static byte[] buffer;
  private static final int MAX_PROCESSOR_NAME = 256;
  private static final ByteOrder nativeOrder = ByteOrder.nativeOrder();

  /** All processes of the program. */
  public static final Intracomm COMM_WORLD;

  /** This process alone. */
  public static final Intracomm COMM_SELF;

  /** Thread level: the process has one thread. */
  public static final int THREAD_SINGLE;

  /** Thread level: only the main thread calls MPI. */
  public static final int THREAD_FUNNELED;

  /** Thread level: several threads call MPI, one at a time. */
  public static final int THREAD_SERIALIZED;

  /** Thread level: several threads call MPI at the same time. */
  public static final int THREAD_MULTIPLE;

  /** Topology: a graph. */
  public static final int GRAPH;

  /** Topology: a distributed graph. */
  public static final int DIST_GRAPH;

  /** Topology: a Cartesian grid. */
  public static final int CART;

  /** Source of a receive that takes messages from any rank. */
  public static final int ANY_SOURCE;

  /** Tag of a receive that takes messages with any tag. */
  public static final int ANY_TAG;

  /** Reduction: the greatest. */
  public static final Op MAX;

  /** Reduction: the least. */
  public static final Op MIN;

  /** Reduction: the sum. */
  public static final Op SUM;

  /** Reduction: the product. */
  public static final Op PROD;

  /** Reduction: logical and. */
  public static final Op LAND;

  /** Reduction: bitwise and. */
  public static final Op BAND;

  /** Reduction: logical or. */
  public static final Op LOR;

  /** Reduction: bitwise or. */
  public static final Op BOR;

  /** Reduction: logical exclusive or. */
  public static final Op LXOR;

  /** Reduction: bitwise exclusive or. */
  public static final Op BXOR;

  /** Reduction for windows: the new value. */
  public static final Op REPLACE;

  /** Reduction for windows: the old value. */
  public static final Op NO_OP;

  /** Reduction of pairs: the least value and its index. */
  public static final Op MINLOC;

  /** Reduction of pairs: the greatest value and its index. */
  public static final Op MAXLOC;

  /** No type. */
  public static final Datatype DATATYPE_NULL;

  /** Type of {@code byte}; unsigned in reductions. */
  public static final Datatype BYTE;

  /** Type of {@code char}. */
  public static final Datatype CHAR;

  /** Type of {@code short}. */
  public static final Datatype SHORT;

  /** Type of {@code boolean}. */
  public static final Datatype BOOLEAN;

  /** Type of {@code int}. */
  public static final Datatype INT;

  /** Type of {@code long}. */
  public static final Datatype LONG;

  /** Type of {@code float}. */
  public static final Datatype FLOAT;

  /** Type of {@code double}. */
  public static final Datatype DOUBLE;

  /** Type of the bytes that {@link Comm#pack} makes. */
  public static final Datatype PACKED;

  /** Type of complex numbers of two {@code float}; see {@link FloatComplex}. */
  public static final Datatype FLOAT_COMPLEX;

  /** Type of complex numbers of two {@code double}; see {@link DoubleComplex}. */
  public static final Datatype DOUBLE_COMPLEX;

  /** Type of pairs of an {@code int} and an index; see {@link #int2}. */
  public static final Datatype INT2;

  /** Type of pairs of a {@code short} and an index; see {@link #shortInt}. */
  public static final Datatype SHORT_INT;

  /** Type of pairs of a {@code long} and an index; see {@link #longInt}. */
  public static final Datatype LONG_INT;

  /** Type of pairs of a {@code float} and an index; see {@link #floatInt}. */
  public static final Datatype FLOAT_INT;

  /** Type of pairs of a {@code double} and an index; see {@link #doubleInt}. */
  public static final Datatype DOUBLE_INT;

  /** Layout of the items of {@link #INT2}. */
  public static final Int2 int2;

  /** Layout of the items of {@link #SHORT_INT}. */
  public static final ShortInt shortInt;

  /** Layout of the items of {@link #LONG_INT}. */
  public static final LongInt longInt;

  /** Layout of the items of {@link #FLOAT_INT}. */
  public static final FloatInt floatInt;

  /** Layout of the items of {@link #DOUBLE_INT}. */
  public static final DoubleInt doubleInt;

  /** No request. */
  public static final Request REQUEST_NULL;

  /** The group without members. */
  public static final Group GROUP_EMPTY;

  /** Hints about how the program was started. */
  public static final Info INFO_ENV;

  /** No hints. */
  public static final Info INFO_NULL;

  /** Rank of nobody: messages to and from it are empty. */
  public static final int PROC_NULL;

  /** Not a rank, count or index. */
  public static final int UNDEFINED;

  /** Comparison: the same object. */
  public static final int IDENT;

  /** Comparison: same members in the same order, another context. */
  public static final int CONGRUENT;

  /** Comparison: same members in another order. */
  public static final int SIMILAR;

  /** Comparison: other members. */
  public static final int UNEQUAL;

  /** Attribute: the greatest tag. */
  public static final int TAG_UB;

  /** Attribute: rank of the host process. */
  public static final int HOST;

  /** Attribute: rank that can do I/O. */
  public static final int IO;

  /** Attribute: whether the clocks of {@link #wtime} agree. */
  public static final int WTIME_IS_GLOBAL;

  /** Attribute: number of the program among those started together. */
  public static final int APPNUM;

  /** Attribute: the greatest error class in use. */
  public static final int LASTUSEDCODE;

  /** Attribute: number of processes there is room for. */
  public static final int UNIVERSE_SIZE;

  /** Attribute of a window: its address. */
  public static final int WIN_BASE;

  /** Attribute of a window: its size, in bytes. */
  public static final int WIN_SIZE;

  /** Attribute of a window: its displacement unit, in bytes. */
  public static final int WIN_DISP_UNIT;

  /** Version of the standard, before the dot, that the native half was compiled with. */
  public static final int VERSION;

  /** Version of the standard, after the dot, that the native half was compiled with. */
  public static final int SUBVERSION;

  /** Root argument of the root itself, on an intercommunicator. */
  public static final int ROOT;

  /** No attribute key. */
  public static final int KEYVAL_INVALID;

  /** Bytes that a buffered message needs beyond its data. */
  public static final int BSEND_OVERHEAD;

  /** Room for the name of an object, in bytes. */
  public static final int MAX_OBJECT_NAME;

  /** Room for the name of a port, in bytes. */
  public static final int MAX_PORT_NAME;

  /** Room for the name of a data representation, in bytes. */
  public static final int MAX_DATAREP_STRING;

  /** Room for the key of a hint, in bytes. */
  public static final int MAX_INFO_KEY;

  /** Room for the value of a hint, in bytes. */
  public static final int MAX_INFO_VAL;

  /** Order of array elements: rows first. */
  public static final int ORDER_C;

  /** Order of array elements: columns first. */
  public static final int ORDER_FORTRAN;

  /** Distribution of a dimension: in blocks. */
  public static final int DISTRIBUTE_BLOCK;

  /** Distribution of a dimension: in turn. */
  public static final int DISTRIBUTE_CYCLIC;

  /** Distribution of a dimension: none. */
  public static final int DISTRIBUTE_NONE;

  /** Distribution argument: the default. */
  public static final int DISTRIBUTE_DFLT_DARG;

  /** File mode: create it if it does not exist. */
  public static final int MODE_CREATE;

  /** File mode: read only. */
  public static final int MODE_RDONLY;

  /** File mode: write only. */
  public static final int MODE_WRONLY;

  /** File mode: read and write. */
  public static final int MODE_RDWR;

  /** File mode: delete it on close. */
  public static final int MODE_DELETE_ON_CLOSE;

  /** File mode: nobody else opens it. */
  public static final int MODE_UNIQUE_OPEN;

  /** File mode: fail if it exists. */
  public static final int MODE_EXCL;

  /** File mode: start at its end. */
  public static final int MODE_APPEND;

  /** File mode: sequential access only. */
  public static final int MODE_SEQUENTIAL;

  /** Displacement of a view: where the shared pointer is. */
  public static final int DISPLACEMENT_CURRENT;

  /** Offset from the start. */
  public static final int SEEK_SET;

  /** Offset from the current position. */
  public static final int SEEK_CUR;

  /** Offset from the end. */
  public static final int SEEK_END;

  /** Window assertion: the matching call has been made, or no lock conflicts. */
  public static final int MODE_NOCHECK;

  /** Window assertion: no access of this process comes before the fence. */
  public static final int MODE_NOPRECEDE;

  /** Window assertion: no put or accumulate to this process comes before the next fence. */
  public static final int MODE_NOPUT;

  /** Window assertion: this process has not stored to its memory. */
  public static final int MODE_NOSTORE;

  /** Window assertion: no access of this process comes after the fence. */
  public static final int MODE_NOSUCCEED;

  /** Window lock: for one process. */
  public static final int LOCK_EXCLUSIVE;

  /** Window lock: for several processes. */
  public static final int LOCK_SHARED;

  /** Error handler: end the whole program; the default for communicators and windows. */
  public static final Errhandler ERRORS_ARE_FATAL;

  /** Error handler: end the processes of the communicator. */
  public static final Errhandler ERRORS_ABORT;

  /** Error handler: throw an {@link MPIException}; the default for files. */
  public static final Errhandler ERRORS_RETURN;

  /** Error class: no error. */
  public static final int SUCCESS;

  /** Error class: invalid buffer. */
  public static final int ERR_BUFFER;

  /** Error class: invalid count. */
  public static final int ERR_COUNT;

  /** Error class: invalid type. */
  public static final int ERR_TYPE;

  /** Error class: invalid tag. */
  public static final int ERR_TAG;

  /** Error class: invalid communicator. */
  public static final int ERR_COMM;

  /** Error class: invalid rank. */
  public static final int ERR_RANK;

  /** Error class: invalid request. */
  public static final int ERR_REQUEST;

  /** Error class: invalid root. */
  public static final int ERR_ROOT;

  /** Error class: invalid group. */
  public static final int ERR_GROUP;

  /** Error class: invalid operation. */
  public static final int ERR_OP;

  /** Error class: invalid topology. */
  public static final int ERR_TOPOLOGY;

  /** Error class: invalid dimension. */
  public static final int ERR_DIMS;

  /** Error class: invalid argument of another kind. */
  public static final int ERR_ARG;

  /** Error class: unknown error. */
  public static final int ERR_UNKNOWN;

  /** Error class: the message is longer than the room for it. */
  public static final int ERR_TRUNCATE;

  /** Error class: known error of another kind. */
  public static final int ERR_OTHER;

  /** Error class: error inside the library. */
  public static final int ERR_INTERN;

  /** Error class: the error code is in the status. */
  public static final int ERR_IN_STATUS;

  /** Error class: the operation is neither complete nor failed. */
  public static final int ERR_PENDING;

  /** Error class: permission denied. */
  public static final int ERR_ACCESS;

  /** Error class: invalid file mode. */
  public static final int ERR_AMODE;

  /** Error class: invalid assertion. */
  public static final int ERR_ASSERT;

  /** Error class: invalid file name. */
  public static final int ERR_BAD_FILE;

  /** Error class: invalid window address. */
  public static final int ERR_BASE;

  /** Error class: error in a data conversion. */
  public static final int ERR_CONVERSION;

  /** Error class: invalid displacement. */
  public static final int ERR_DISP;

  /** Error class: data representation already defined. */
  public static final int ERR_DUP_DATAREP;

  /** Error class: the file exists. */
  public static final int ERR_FILE_EXISTS;

  /** Error class: the file is in use. */
  public static final int ERR_FILE_IN_USE;

  /** Error class: invalid file. */
  public static final int ERR_FILE;

  /** Error class: the key is too long. */
  public static final int ERR_INFO_KEY;

  /** Error class: there is no such key. */
  public static final int ERR_INFO_NOKEY;

  /** Error class: the value is too long. */
  public static final int ERR_INFO_VALUE;

  /** Error class: invalid hints. */
  public static final int ERR_INFO;

  /** Error class: other input or output error. */
  public static final int ERR_IO;

  /** Error class: invalid attribute key. */
  public static final int ERR_KEYVAL;

  /** Error class: invalid kind of lock. */
  public static final int ERR_LOCKTYPE;

  /** Error class: no such service. */
  public static final int ERR_NAME;

  /** Error class: out of memory. */
  public static final int ERR_NO_MEM;

  /** Error class: arguments of a collective call differ. */
  public static final int ERR_NOT_SAME;

  /** Error class: not enough space. */
  public static final int ERR_NO_SPACE;

  /** Error class: no such file. */
  public static final int ERR_NO_SUCH_FILE;

  /** Error class: invalid port. */
  public static final int ERR_PORT;

  /** Error class: a peer process has been aborted. */
  public static final int ERR_PROC_ABORTED;

  /** Error class: quota exceeded. */
  public static final int ERR_QUOTA;

  /** Error class: the file or file system is read-only. */
  public static final int ERR_READ_ONLY;

  /** Error class: conflicting accesses to a window. */
  public static final int ERR_RMA_CONFLICT;

  /** Error class: accesses and synchronization of a window do not match. */
  public static final int ERR_RMA_SYNC;

  /** Error class: invalid service name. */
  public static final int ERR_SERVICE;

  /** Error class: invalid size. */
  public static final int ERR_SIZE;

  /** Error class: processes could not be started. */
  public static final int ERR_SPAWN;

  /** Error class: unsupported data representation. */
  public static final int ERR_UNSUPPORTED_DATAREP;

  /** Error class: unsupported operation. */
  public static final int ERR_UNSUPPORTED_OPERATION;

  /** Error class: invalid window. */
  public static final int ERR_WIN;

  /** The last predefined error class. */
  public static final int ERR_LASTCODE;

  /** Error class: out of system resources. */
  public static final int ERR_SYSRESOURCE;

  static {
    NativeLibrary.load();
    COMM_WORLD = new Intracomm();
    COMM_SELF = new Intracomm();
    MAX = new Op(1);
    MIN = new Op(2);
    SUM = new Op(3);
    PROD = new Op(4);
    LAND = new Op(5);
    BAND = new Op(6);
    LOR = new Op(7);
    BOR = new Op(8);
    LXOR = new Op(9);
    BXOR = new Op(10);
    MINLOC = new Op(11);
    MAXLOC = new Op(12);
    REPLACE = new Op(13);
    NO_OP = new Op(14);
    DATATYPE_NULL = new Datatype();
    BYTE = new Datatype();
    CHAR = new Datatype();
    SHORT = new Datatype();
    BOOLEAN = new Datatype();
    INT = new Datatype();
    LONG = new Datatype();
    FLOAT = new Datatype();
    DOUBLE = new Datatype();
    PACKED = new Datatype();
    FLOAT_COMPLEX = new Datatype();
    DOUBLE_COMPLEX = new Datatype();
    INT2 = new Datatype();
    SHORT_INT = new Datatype();
    LONG_INT = new Datatype();
    FLOAT_INT = new Datatype();
    DOUBLE_INT = new Datatype();
    int2 = newInt2();
    shortInt = newShortInt();
    longInt = newLongInt();
    floatInt = newFloatInt();
    doubleInt = newDoubleInt();
    initVersion();
    REQUEST_NULL = new Request(Request.getNull());
    GROUP_EMPTY = new Group(Group.getEmpty());
    INFO_ENV = Info.newEnv();
    INFO_NULL = new Info(Info.NULL);
    ERRORS_ARE_FATAL = new Errhandler(Errhandler.getFatal());
    ERRORS_ABORT = new Errhandler(Errhandler.getAbort());
    ERRORS_RETURN = new Errhandler(Errhandler.getReturn());
    Constant c = new Constant();
    THREAD_SINGLE = c.THREAD_SINGLE;
    THREAD_FUNNELED = c.THREAD_FUNNELED;
    THREAD_SERIALIZED = c.THREAD_SERIALIZED;
    THREAD_MULTIPLE = c.THREAD_MULTIPLE;
    GRAPH = c.GRAPH;
    DIST_GRAPH = c.DIST_GRAPH;
    CART = c.CART;
    ANY_SOURCE = c.ANY_SOURCE;
    ANY_TAG = c.ANY_TAG;
    PROC_NULL = c.PROC_NULL;
    UNDEFINED = c.UNDEFINED;
    IDENT = c.IDENT;
    CONGRUENT = c.CONGRUENT;
    SIMILAR = c.SIMILAR;
    UNEQUAL = c.UNEQUAL;
    TAG_UB = c.TAG_UB;
    HOST = c.HOST;
    IO = c.IO;
    WTIME_IS_GLOBAL = c.WTIME_IS_GLOBAL;
    APPNUM = c.APPNUM;
    LASTUSEDCODE = c.LASTUSEDCODE;
    UNIVERSE_SIZE = c.UNIVERSE_SIZE;
    WIN_BASE = c.WIN_BASE;
    WIN_SIZE = c.WIN_SIZE;
    WIN_DISP_UNIT = c.WIN_DISP_UNIT;
    VERSION = c.VERSION;
    SUBVERSION = c.SUBVERSION;
    ROOT = c.ROOT;
    KEYVAL_INVALID = c.KEYVAL_INVALID;
    BSEND_OVERHEAD = c.BSEND_OVERHEAD;
    MAX_OBJECT_NAME = c.MAX_OBJECT_NAME;
    MAX_PORT_NAME = c.MAX_PORT_NAME;
    MAX_DATAREP_STRING = c.MAX_DATAREP_STRING;
    MAX_INFO_KEY = c.MAX_INFO_KEY;
    MAX_INFO_VAL = c.MAX_INFO_VAL;
    ORDER_C = c.ORDER_C;
    ORDER_FORTRAN = c.ORDER_FORTRAN;
    DISTRIBUTE_BLOCK = c.DISTRIBUTE_BLOCK;
    DISTRIBUTE_CYCLIC = c.DISTRIBUTE_CYCLIC;
    DISTRIBUTE_NONE = c.DISTRIBUTE_NONE;
    DISTRIBUTE_DFLT_DARG = c.DISTRIBUTE_DFLT_DARG;
    MODE_CREATE = c.MODE_CREATE;
    MODE_RDONLY = c.MODE_RDONLY;
    MODE_WRONLY = c.MODE_WRONLY;
    MODE_RDWR = c.MODE_RDWR;
    MODE_DELETE_ON_CLOSE = c.MODE_DELETE_ON_CLOSE;
    MODE_UNIQUE_OPEN = c.MODE_UNIQUE_OPEN;
    MODE_EXCL = c.MODE_EXCL;
    MODE_APPEND = c.MODE_APPEND;
    MODE_SEQUENTIAL = c.MODE_SEQUENTIAL;
    DISPLACEMENT_CURRENT = c.DISPLACEMENT_CURRENT;
    SEEK_SET = c.SEEK_SET;
    SEEK_CUR = c.SEEK_CUR;
    SEEK_END = c.SEEK_END;
    MODE_NOCHECK = c.MODE_NOCHECK;
    MODE_NOPRECEDE = c.MODE_NOPRECEDE;
    MODE_NOPUT = c.MODE_NOPUT;
    MODE_NOSTORE = c.MODE_NOSTORE;
    MODE_NOSUCCEED = c.MODE_NOSUCCEED;
    LOCK_EXCLUSIVE = c.LOCK_EXCLUSIVE;
    LOCK_SHARED = c.LOCK_SHARED;
    SUCCESS = c.SUCCESS;
    ERR_BUFFER = c.ERR_BUFFER;
    ERR_COUNT = c.ERR_COUNT;
    ERR_TYPE = c.ERR_TYPE;
    ERR_TAG = c.ERR_TAG;
    ERR_COMM = c.ERR_COMM;
    ERR_RANK = c.ERR_RANK;
    ERR_REQUEST = c.ERR_REQUEST;
    ERR_ROOT = c.ERR_ROOT;
    ERR_GROUP = c.ERR_GROUP;
    ERR_OP = c.ERR_OP;
    ERR_TOPOLOGY = c.ERR_TOPOLOGY;
    ERR_DIMS = c.ERR_DIMS;
    ERR_ARG = c.ERR_ARG;
    ERR_UNKNOWN = c.ERR_UNKNOWN;
    ERR_TRUNCATE = c.ERR_TRUNCATE;
    ERR_OTHER = c.ERR_OTHER;
    ERR_INTERN = c.ERR_INTERN;
    ERR_IN_STATUS = c.ERR_IN_STATUS;
    ERR_PENDING = c.ERR_PENDING;
    ERR_ACCESS = c.ERR_ACCESS;
    ERR_AMODE = c.ERR_AMODE;
    ERR_ASSERT = c.ERR_ASSERT;
    ERR_BAD_FILE = c.ERR_BAD_FILE;
    ERR_BASE = c.ERR_BASE;
    ERR_CONVERSION = c.ERR_CONVERSION;
    ERR_DISP = c.ERR_DISP;
    ERR_DUP_DATAREP = c.ERR_DUP_DATAREP;
    ERR_FILE_EXISTS = c.ERR_FILE_EXISTS;
    ERR_FILE_IN_USE = c.ERR_FILE_IN_USE;
    ERR_FILE = c.ERR_FILE;
    ERR_INFO_KEY = c.ERR_INFO_KEY;
    ERR_INFO_NOKEY = c.ERR_INFO_NOKEY;
    ERR_INFO_VALUE = c.ERR_INFO_VALUE;
    ERR_INFO = c.ERR_INFO;
    ERR_IO = c.ERR_IO;
    ERR_KEYVAL = c.ERR_KEYVAL;
    ERR_LOCKTYPE = c.ERR_LOCKTYPE;
    ERR_NAME = c.ERR_NAME;
    ERR_NO_MEM = c.ERR_NO_MEM;
    ERR_NOT_SAME = c.ERR_NOT_SAME;
    ERR_NO_SPACE = c.ERR_NO_SPACE;
    ERR_NO_SUCH_FILE = c.ERR_NO_SUCH_FILE;
    ERR_PORT = c.ERR_PORT;
    ERR_PROC_ABORTED = c.ERR_PROC_ABORTED;
    ERR_QUOTA = c.ERR_QUOTA;
    ERR_READ_ONLY = c.ERR_READ_ONLY;
    ERR_RMA_CONFLICT = c.ERR_RMA_CONFLICT;
    ERR_RMA_SYNC = c.ERR_RMA_SYNC;
    ERR_SERVICE = c.ERR_SERVICE;
    ERR_SIZE = c.ERR_SIZE;
    ERR_SPAWN = c.ERR_SPAWN;
    ERR_UNSUPPORTED_DATAREP = c.ERR_UNSUPPORTED_DATAREP;
    ERR_UNSUPPORTED_OPERATION = c.ERR_UNSUPPORTED_OPERATION;
    ERR_WIN = c.ERR_WIN;
    ERR_LASTCODE = c.ERR_LASTCODE;
    ERR_SYSRESOURCE = c.ERR_SYSRESOURCE;
  }

  /** Makes an object of no use: all members are static. */
  public MPI() {}

  private static native Int2 newInt2();

  private static native ShortInt newShortInt();

  private static native LongInt newLongInt();

  private static native FloatInt newFloatInt();

  private static native DoubleInt newDoubleInt();

  private static native void initVersion();

  private static void initCommon() throws MPIException {
    initialized = true;
    DATATYPE_NULL.setBasic(Datatype.NULL);
    BYTE.setBasic(Datatype.BYTE);
    CHAR.setBasic(Datatype.CHAR);
    SHORT.setBasic(Datatype.SHORT);
    BOOLEAN.setBasic(Datatype.BOOLEAN);
    INT.setBasic(Datatype.INT);
    LONG.setBasic(Datatype.LONG);
    FLOAT.setBasic(Datatype.FLOAT);
    DOUBLE.setBasic(Datatype.DOUBLE);
    PACKED.setBasic(Datatype.PACKED);
    INT2.setBasic(Datatype.INT2, BYTE);
    SHORT_INT.setBasic(Datatype.SHORT_INT, BYTE);
    LONG_INT.setBasic(Datatype.LONG_INT, BYTE);
    FLOAT_INT.setBasic(Datatype.FLOAT_INT, BYTE);
    DOUBLE_INT.setBasic(Datatype.DOUBLE_INT, BYTE);
    FLOAT_COMPLEX.setBasic(Datatype.FLOAT_COMPLEX, FLOAT);
    DOUBLE_COMPLEX.setBasic(Datatype.DOUBLE_COMPLEX, DOUBLE);
    COMM_WORLD.setType(Comm.WORLD);
    COMM_SELF.setType(Comm.SELF);
  }

  /**
   * Starts MPI for a process that has one thread.
   *
   * <p>MPI_INIT, MPI 3.1 section 8.7.
   *
   * @param args arguments of {@code main}
   * @return the arguments without those that were MPI's
   * @throws MPIException if MPI has been started already
   */
  public static String[] Init(String[] args) throws MPIException {
    if (initialized) {
      throw new MPIException("MPI is initialized already; call MPI.Init or MPI.InitThread once");
    }
    String[] rest = Init_jni(args);
    initCommon();
    return rest;
  }

  private static native String[] Init_jni(String[] args);

  /**
   * Starts MPI for a process that may have several threads.
   *
   * <p>MPI_INIT_THREAD, MPI 3.1 section 12.4.3.
   *
   * @param args arguments of {@code main}
   * @param required the thread level wanted: {@link #THREAD_SINGLE} to {@link #THREAD_MULTIPLE}
   * @return the thread level that the library provides
   * @throws MPIException if MPI has been started already, or the library reports an error
   */
  public static int InitThread(String[] args, int required) throws MPIException {
    if (initialized) {
      throw new MPIException("MPI is initialized already; call MPI.Init or MPI.InitThread once");
    }
    int provided = InitThread_jni(args, required);
    initCommon();
    return provided;
  }

  private static native int InitThread_jni(String[] args, int required) throws MPIException;

  /**
   * The thread level provided.
   *
   * <p>MPI_QUERY_THREAD, MPI 3.1 section 12.4.3.
   *
   * @return {@link #THREAD_SINGLE} to {@link #THREAD_MULTIPLE}
   */
  public static int queryThread() throws MPIException {
    check();
    return queryThread_jni();
  }

  private static native int queryThread_jni() throws MPIException;

  /**
   * Whether the calling thread is the one that started MPI.
   *
   * <p>MPI_IS_THREAD_MAIN, MPI 3.1 section 12.4.3.
   *
   * @return true when it is
   */
  public static boolean isThreadMain() throws MPIException {
    check();
    return isThreadMain_jni();
  }

  private static native boolean isThreadMain_jni() throws MPIException;

  /**
   * Ends MPI. Collective over all processes that are connected.
   *
   * <p>MPI_FINALIZE, MPI 3.1 section 8.7.
   */
  public static void Finalize() throws MPIException {
    check();
    Finalize_jni();
    finalized = true;
  }

  private static native void Finalize_jni() throws MPIException;

  /**
   * Time since some moment in the past.
   *
   * <p>MPI_WTIME, MPI 3.1 section 8.6.
   *
   * @return the time, in seconds
   */
  public static double wtime() throws MPIException {
    check();
    return wtime_jni();
  }

  private static native double wtime_jni();

  /**
   * Resolution of {@link #wtime}.
   *
   * <p>MPI_WTICK, MPI 3.1 section 8.6.
   *
   * @return the resolution, in seconds
   */
  public static double wtick() throws MPIException {
    check();
    return wtick_jni();
  }

  private static native double wtick_jni();

  /**
   * Version of the standard that the library implements.
   *
   * <p>MPI_GET_VERSION, MPI 3.1 section 8.1.1.
   *
   * @return the version
   */
  public static Version getVersion() {
    if (finalized) {
      // The native half has forgotten the class at Finalize.
      initVersion();
    }
    return getVersionJNI();
  }

  private static native Version getVersionJNI();

  /**
   * Name and version of the library.
   *
   * <p>MPI_GET_LIBRARY_VERSION, MPI 3.1 section 8.1.1.
   *
   * @return a text for people
   */
  public static String getLibVersion() {
    return getLibVersionJNI();
  }

  private static native String getLibVersionJNI();

  /**
   * Name of the processor that this process runs on.
   *
   * <p>MPI_GET_PROCESSOR_NAME, MPI 3.1 section 8.1.2.
   *
   * @return the name, usually the host's
   */
  public static String getProcessorName() throws MPIException {
    check();
    byte[] name = new byte[MAX_PROCESSOR_NAME];
    int length = getProcessorName(name);
    return new String(name, 0, length, StandardCharsets.UTF_8);
  }

  private static native int getProcessorName(byte[] name);

  /**
   * Whether MPI has been started; may be called at any time.
   *
   * <p>MPI_INITIALIZED, MPI 3.1 section 8.7.
   *
   * @return true when it has
   * @throws MPIException if the library reports an error
   */
  public static native boolean isInitialized() throws MPIException;

  /**
   * Whether MPI has been ended; may be called at any time.
   *
   * <p>MPI_FINALIZED, MPI 3.1 section 8.7.
   *
   * @return true when it has
   * @throws MPIException if the library reports an error
   */
  public static native boolean isFinalized() throws MPIException;

  /**
   * Gives MPI room for messages sent in buffered mode.
   *
   * <p>MPI_BUFFER_ATTACH, MPI 3.1 section 3.6.
   *
   * @param buffer room for the data and {@link #BSEND_OVERHEAD} bytes for each message
   */
  public static void attachBuffer(byte[] buffer) throws MPIException {
    check();
    MPI.buffer = buffer;
    attachBuffer_jni(buffer);
  }

  private static native void attachBuffer_jni(byte[] buffer);

  /**
   * Waits until all buffered messages are delivered, and takes the room back.
   *
   * <p>MPI_BUFFER_DETACH, MPI 3.1 section 3.6.
   *
   * @return what {@link #attachBuffer} was given; {@code null} when there was none
   */
  public static byte[] detachBuffer() throws MPIException {
    check();
    byte[] attached = buffer;
    detachBuffer_jni(attached);
    buffer = null;
    return attached;
  }

  private static native void detachBuffer_jni(byte[] buffer);

  /**
   * Does nothing; a profiling library may give it a meaning.
   *
   * <p>MPI_PCONTROL, MPI 3.1 section 14.2.4.
   *
   * @param level level of profiling
   * @param obj anything
   */
  public static void pControl(int level, Object obj) {}

  /**
   * Refuses to continue unless MPI is running.
   *
   * @throws MPIException if MPI has not been started, or has been ended
   */
  protected static void check() throws MPIException {
    if (!initialized) {
      throw new MPIException("MPI is not initialized; call MPI.Init first");
    }
    if (finalized) {
      throw new MPIException("MPI is finalized; MPI.Finalize must be the last call");
    }
  }

  /**
   * Turns the value of an attribute into bytes.
   *
   * @param value the value; must be {@link java.io.Serializable}
   * @return the value, serialized
   * @throws MPIException if it is not
   */
  protected static byte[] attrSet(Object value) throws MPIException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(value);
    } catch (IOException e) {
      throw new MPIException(e);
    }
    return bytes.toByteArray();
  }

  /**
   * Turns bytes back into the value of an attribute.
   *
   * @param value what {@link #attrSet} has made
   * @return a copy of the value; {@code null} for {@code null}
   * @throws MPIException if the class of the value is not found
   */
  protected static Object attrGet(byte[] value) throws MPIException {
    if (value == null) {
      return null;
    }
    try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(value))) {
      return in.readObject();
    } catch (IOException | ClassNotFoundException e) {
      throw new MPIException(e);
    }
  }

  /**
   * Makes a direct buffer of {@code byte} values in native byte order.
   *
   * @param capacity its size, in elements
   * @return the buffer
   */
  public static ByteBuffer newByteBuffer(int capacity) {
    return ByteBuffer.allocateDirect(capacity).order(nativeOrder);
  }

  /**
   * Makes a direct buffer of {@code char} values in native byte order.
   *
   * @param capacity its size, in elements
   * @return the buffer
   */
  public static CharBuffer newCharBuffer(int capacity) {
    assert capacity <= Integer.MAX_VALUE / Character.BYTES : "capacity=" + capacity;
    return newByteBuffer(capacity * Character.BYTES).asCharBuffer();
  }

  /**
   * Makes a direct buffer of {@code short} values in native byte order.
   *
   * @param capacity its size, in elements
   * @return the buffer
   */
  public static ShortBuffer newShortBuffer(int capacity) {
    assert capacity <= Integer.MAX_VALUE / Short.BYTES : "capacity=" + capacity;
    return newByteBuffer(capacity * Short.BYTES).asShortBuffer();
  }

  /**
   * Makes a direct buffer of {@code int} values in native byte order.
   *
   * @param capacity its size, in elements
   * @return the buffer
   */
  public static IntBuffer newIntBuffer(int capacity) {
    assert capacity <= Integer.MAX_VALUE / Integer.BYTES : "capacity=" + capacity;
    return newByteBuffer(capacity * Integer.BYTES).asIntBuffer();
  }

  /**
   * Makes a direct buffer of {@code long} values in native byte order.
   *
   * @param capacity its size, in elements
   * @return the buffer
   */
  public static LongBuffer newLongBuffer(int capacity) {
    assert capacity <= Integer.MAX_VALUE / Long.BYTES : "capacity=" + capacity;
    return newByteBuffer(capacity * Long.BYTES).asLongBuffer();
  }

  /**
   * Makes a direct buffer of {@code float} values in native byte order.
   *
   * @param capacity its size, in elements
   * @return the buffer
   */
  public static FloatBuffer newFloatBuffer(int capacity) {
    assert capacity <= Integer.MAX_VALUE / Float.BYTES : "capacity=" + capacity;
    return newByteBuffer(capacity * Float.BYTES).asFloatBuffer();
  }

  /**
   * Makes a direct buffer of {@code double} values in native byte order.
   *
   * @param capacity its size, in elements
   * @return the buffer
   */
  public static DoubleBuffer newDoubleBuffer(int capacity) {
    assert capacity <= Integer.MAX_VALUE / Double.BYTES : "capacity=" + capacity;
    return newByteBuffer(capacity * Double.BYTES).asDoubleBuffer();
  }

  /**
   * Refuses a buffer that nonblocking calls cannot use.
   *
   * @param buf the buffer; {@code null} for zero items
   * @throws IllegalArgumentException if it is not direct
   */
  protected static void assertDirectBuffer(Buffer buf) {
    if (isHeapBuffer(buf)) {
      throw new IllegalArgumentException(
          "The buffer must be direct, make it by MPI.new...Buffer: " + buf);
    }
  }

  /**
   * Refuses buffers that nonblocking calls cannot use.
   *
   * @param sendBuf one buffer; {@code null} for zero items
   * @param recvBuf the other; {@code null} for zero items
   * @throws IllegalArgumentException if one is not direct
   */
  protected static void assertDirectBuffer(Buffer sendBuf, Buffer recvBuf) {
    assertDirectBuffer(sendBuf);
    assertDirectBuffer(recvBuf);
  }

  /**
   * Whether an object is a direct buffer.
   *
   * @param obj array, buffer or {@code null}
   * @return true when it is
   */
  protected static boolean isDirectBuffer(Object obj) {
    return obj instanceof Buffer buf && buf.isDirect();
  }

  /**
   * Whether an object is a heap buffer.
   *
   * @param obj array, buffer or {@code null}
   * @return true when it is
   */
  protected static boolean isHeapBuffer(Object obj) {
    return obj instanceof Buffer buf && !buf.isDirect();
  }

  /**
   * The part of a buffer from an element on, to the end of its memory, whatever its limit. It is in
   * native byte order, as MPI's data is, even if {@code buf} is not.
   *
   * @param buf the buffer
   * @param offset where the part begins, in elements from the start of the buffer
   * @return a buffer that shares the content
   */
  public static ByteBuffer slice(ByteBuffer buf, int offset) {
    return buf.duplicate().clear().position(offset).slice().order(nativeOrder);
  }

  /**
   * The part of a buffer from an element on, to the end of its memory, whatever its limit.
   *
   * @param buf the buffer
   * @param offset where the part begins, in elements from the start of the buffer
   * @return a buffer that shares the content
   */
  public static CharBuffer slice(CharBuffer buf, int offset) {
    return buf.duplicate().clear().position(offset).slice();
  }

  /**
   * The part of a buffer from an element on, to the end of its memory, whatever its limit.
   *
   * @param buf the buffer
   * @param offset where the part begins, in elements from the start of the buffer
   * @return a buffer that shares the content
   */
  public static ShortBuffer slice(ShortBuffer buf, int offset) {
    return buf.duplicate().clear().position(offset).slice();
  }

  /**
   * The part of a buffer from an element on, to the end of its memory, whatever its limit.
   *
   * @param buf the buffer
   * @param offset where the part begins, in elements from the start of the buffer
   * @return a buffer that shares the content
   */
  public static IntBuffer slice(IntBuffer buf, int offset) {
    return buf.duplicate().clear().position(offset).slice();
  }

  /**
   * The part of a buffer from an element on, to the end of its memory, whatever its limit.
   *
   * @param buf the buffer
   * @param offset where the part begins, in elements from the start of the buffer
   * @return a buffer that shares the content
   */
  public static LongBuffer slice(LongBuffer buf, int offset) {
    return buf.duplicate().clear().position(offset).slice();
  }

  /**
   * The part of a buffer from an element on, to the end of its memory, whatever its limit.
   *
   * @param buf the buffer
   * @param offset where the part begins, in elements from the start of the buffer
   * @return a buffer that shares the content
   */
  public static FloatBuffer slice(FloatBuffer buf, int offset) {
    return buf.duplicate().clear().position(offset).slice();
  }

  /**
   * The part of a buffer from an element on, to the end of its memory, whatever its limit.
   *
   * @param buf the buffer
   * @param offset where the part begins, in elements from the start of the buffer
   * @return a buffer that shares the content
   */
  public static DoubleBuffer slice(DoubleBuffer buf, int offset) {
    return buf.duplicate().clear().position(offset).slice();
  }

  /**
   * The part of an array from an element on.
   *
   * @param buf the array
   * @param offset where the part begins, in elements
   * @return a heap buffer that shares the content
   */
  public static ByteBuffer slice(byte[] buf, int offset) {
    return ByteBuffer.wrap(buf, offset, buf.length - offset).slice().order(nativeOrder);
  }

  /**
   * The part of an array from an element on.
   *
   * @param buf the array
   * @param offset where the part begins, in elements
   * @return a heap buffer that shares the content
   */
  public static CharBuffer slice(char[] buf, int offset) {
    return CharBuffer.wrap(buf, offset, buf.length - offset).slice();
  }

  /**
   * The part of an array from an element on.
   *
   * @param buf the array
   * @param offset where the part begins, in elements
   * @return a heap buffer that shares the content
   */
  public static ShortBuffer slice(short[] buf, int offset) {
    return ShortBuffer.wrap(buf, offset, buf.length - offset).slice();
  }

  /**
   * The part of an array from an element on.
   *
   * @param buf the array
   * @param offset where the part begins, in elements
   * @return a heap buffer that shares the content
   */
  public static IntBuffer slice(int[] buf, int offset) {
    return IntBuffer.wrap(buf, offset, buf.length - offset).slice();
  }

  /**
   * The part of an array from an element on.
   *
   * @param buf the array
   * @param offset where the part begins, in elements
   * @return a heap buffer that shares the content
   */
  public static LongBuffer slice(long[] buf, int offset) {
    return LongBuffer.wrap(buf, offset, buf.length - offset).slice();
  }

  /**
   * The part of an array from an element on.
   *
   * @param buf the array
   * @param offset where the part begins, in elements
   * @return a heap buffer that shares the content
   */
  public static FloatBuffer slice(float[] buf, int offset) {
    return FloatBuffer.wrap(buf, offset, buf.length - offset).slice();
  }

  /**
   * The part of an array from an element on.
   *
   * @param buf the array
   * @param offset where the part begins, in elements
   * @return a heap buffer that shares the content
   */
  public static DoubleBuffer slice(double[] buf, int offset) {
    return DoubleBuffer.wrap(buf, offset, buf.length - offset).slice();
  }
}
