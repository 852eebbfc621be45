package org.legio.runtime.engine;

/** The error classes of Open MPI 5 that the runtime raises. */
public final class MpiError {
  static final int SUCCESS = 0;
  static final int BUFFER = 1;
  public static final int COUNT = 2;
  static final int TYPE = 3;
  static final int TAG = 4;
  static final int COMM = 5;
  static final int RANK = 6;
  static final int REQUEST = 7;
  static final int ROOT = 8;
  static final int GROUP = 9;
  public static final int OP = 10;
  static final int TOPOLOGY = 11;
  static final int DIMS = 12;
  public static final int ARG = 13;
  static final int TRUNCATE = 15;
  public static final int OTHER = 16;
  static final int IN_STATUS = 18;
  public static final int ACCESS = 20;
  public static final int AMODE = 21;
  static final int ASSERT = 22;
  static final int BAD_FILE = 23;
  static final int DISP = 26;
  public static final int FILE_EXISTS = 28;
  public static final int FILE = 30;
  static final int INFO_KEY = 31;
  static final int INFO_NOKEY = 32;
  static final int INFO_VALUE = 33;
  static final int INFO = 34;
  static final int IO = 35;
  static final int KEYVAL = 36;
  static final int LOCKTYPE = 37;
  public static final int NO_SUCH_FILE = 42;
  public static final int READ_ONLY = 45;
  static final int RMA_CONFLICT = 46;
  static final int RMA_SYNC = 47;
  public static final int UNSUPPORTED_DATAREP = 51;
  static final int UNSUPPORTED_OPERATION = 52;
  static final int WIN = 53;
  static final int PROC_FAILED = 75;
  static final int PROC_FAILED_PENDING = 76;
  static final int REVOKED = 77;

  private MpiError() {}

  static String name(int errorClass) {
    return switch (errorClass) {
      case BUFFER -> "MPI_ERR_BUFFER";
      case COUNT -> "MPI_ERR_COUNT";
      case TYPE -> "MPI_ERR_TYPE";
      case TAG -> "MPI_ERR_TAG";
      case COMM -> "MPI_ERR_COMM";
      case RANK -> "MPI_ERR_RANK";
      case REQUEST -> "MPI_ERR_REQUEST";
      case ROOT -> "MPI_ERR_ROOT";
      case GROUP -> "MPI_ERR_GROUP";
      case ACCESS -> "MPI_ERR_ACCESS";
      case AMODE -> "MPI_ERR_AMODE";
      case BAD_FILE -> "MPI_ERR_BAD_FILE";
      case FILE_EXISTS -> "MPI_ERR_FILE_EXISTS";
      case FILE -> "MPI_ERR_FILE";
      case IO -> "MPI_ERR_IO";
      case NO_SUCH_FILE -> "MPI_ERR_NO_SUCH_FILE";
      case ARG -> "MPI_ERR_ARG";
      case OP -> "MPI_ERR_OP";
      case TOPOLOGY -> "MPI_ERR_TOPOLOGY";
      case DIMS -> "MPI_ERR_DIMS";
      case OTHER -> "MPI_ERR_OTHER";
      case IN_STATUS -> "MPI_ERR_IN_STATUS";
      case ASSERT -> "MPI_ERR_ASSERT";
      case DISP -> "MPI_ERR_DISP";
      case INFO_KEY -> "MPI_ERR_INFO_KEY";
      case INFO_NOKEY -> "MPI_ERR_INFO_NOKEY";
      case INFO_VALUE -> "MPI_ERR_INFO_VALUE";
      case INFO -> "MPI_ERR_INFO";
      case KEYVAL -> "MPI_ERR_KEYVAL";
      case LOCKTYPE -> "MPI_ERR_LOCKTYPE";
      case RMA_CONFLICT -> "MPI_ERR_RMA_CONFLICT";
      case RMA_SYNC -> "MPI_ERR_RMA_SYNC";
      case UNSUPPORTED_DATAREP -> "MPI_ERR_UNSUPPORTED_DATAREP";
      case UNSUPPORTED_OPERATION -> "MPI_ERR_UNSUPPORTED_OPERATION";
      case WIN -> "MPI_ERR_WIN";
      case READ_ONLY -> "MPI_ERR_READ_ONLY";
      case TRUNCATE -> "MPI_ERR_TRUNCATE";
      case PROC_FAILED -> "MPI_ERR_PROC_FAILED";
      case PROC_FAILED_PENDING -> "MPI_ERR_PROC_FAILED_PENDING";
      case REVOKED -> "MPI_ERR_REVOKED";
      default -> "MPI error class " + errorClass;
    };
  }
}
