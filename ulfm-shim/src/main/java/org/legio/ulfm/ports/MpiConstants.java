package org.legio.ulfm.ports;

/** Open MPI's special values. They are the same in all its versions that have ULFM. */
public final class MpiConstants {
  /** {@code MPI_ANY_SOURCE}. */
  public static final int ANY_SOURCE = -1;

  /** {@code MPI_ANY_TAG}. */
  public static final int ANY_TAG = -1;

  /** {@code MPI_PROC_NULL}. */
  public static final int PROC_NULL = -2;

  /** {@code MPI_ROOT}: the root of a collective operation between two groups, at the root. */
  public static final int ROOT = -4;

  /** {@code MPI_UNDEFINED}: among others, the substitute rank of a dead rank. */
  public static final int UNDEFINED = -32766;

  /** How many values a status has in the binding's natives. */
  public static final int STATUS_FIELDS = 6;

  /** {@code MPI_THREAD_FUNNELED}. */
  public static final int THREAD_FUNNELED = 1;

  /** {@code MPI_THREAD_MULTIPLE}. */
  public static final int THREAD_MULTIPLE = 3;

  /** The datatype handle that stands for {@code MPI_IN_PLACE} in the binding's natives. */
  public static final long IN_PLACE = 0;

  /** {@code MPI_MODE_CREATE}. */
  public static final int MODE_CREATE = 1;

  /** {@code MPI_MODE_DELETE_ON_CLOSE}. */
  public static final int MODE_DELETE_ON_CLOSE = 16;

  /** {@code MPI_MODE_EXCL}. */
  public static final int MODE_EXCL = 64;

  /** {@code MPI_MODE_APPEND}. */
  public static final int MODE_APPEND = 128;

  /** {@code MPI_SEEK_SET}. */
  public static final int SEEK_SET = 600;

  /** {@code MPI_SEEK_CUR}. */
  public static final int SEEK_CUR = 602;

  /** {@code MPI_SEEK_END}. */
  public static final int SEEK_END = 604;

  /** The base type of {@code MPI.BYTE}; with base type 0 the binding takes buffers for null. */
  public static final int BYTE_BASE_TYPE = 1;

  /** The base type of {@code MPI.INT}. */
  public static final int INT_BASE_TYPE = 5;

  /** {@code MPI_IDENT}. */
  public static final int IDENT = 0;

  /** {@code MPI_CONGRUENT}. */
  public static final int CONGRUENT = 1;

  /** {@code MPI_SIMILAR}. */
  public static final int SIMILAR = 2;

  /** {@code MPI_UNEQUAL}. */
  public static final int UNEQUAL = 3;

  /** {@code MPI_CART}. */
  public static final int CART = 1;

  /** {@code MPI_GRAPH}. */
  public static final int GRAPH = 2;

  /** {@code MPI_DIST_GRAPH}. */
  public static final int DIST_GRAPH = 3;

  /** {@code MPI_MODE_NOCHECK}. */
  public static final int MODE_NOCHECK = 1;

  /** {@code MPI_MODE_NOPRECEDE}. */
  public static final int MODE_NOPRECEDE = 2;

  /** {@code MPI_MODE_NOPUT}. */
  public static final int MODE_NOPUT = 4;

  /** {@code MPI_MODE_NOSTORE}. */
  public static final int MODE_NOSTORE = 8;

  /** {@code MPI_MODE_NOSUCCEED}. */
  public static final int MODE_NOSUCCEED = 16;

  /** {@code MPI_LOCK_EXCLUSIVE}. */
  public static final int LOCK_EXCLUSIVE = 1;

  /** {@code MPI_LOCK_SHARED}. */
  public static final int LOCK_SHARED = 2;

  /** The error class {@code MPI_ERR_COMM}. */
  public static final int ERR_COMM = 5;

  /** The error class {@code MPI_ERR_REQUEST}. */
  public static final int ERR_REQUEST = 7;

  /** The error class {@code MPI_ERR_ROOT}. */
  public static final int ERR_ROOT = 8;

  /** The error class {@code MPI_ERR_TRUNCATE}. */
  public static final int ERR_TRUNCATE = 15;

  /** The error class {@code MPI_ERR_OTHER}. */
  public static final int ERR_OTHER = 16;

  /** The error class {@code MPI_ERR_INTERN}. */
  public static final int ERR_INTERN = 17;

  /** The error class {@code MPI_ERR_IN_STATUS}. */
  public static final int ERR_IN_STATUS = 18;

  /** The error class {@code MPI_ERR_INFO_KEY}. */
  public static final int ERR_INFO_KEY = 31;

  /** The error class {@code MPI_ERR_INFO_VALUE}. */
  public static final int ERR_INFO_VALUE = 33;

  /** The error class {@code MPI_ERR_IO}. */
  public static final int ERR_IO = 35;

  /** The error class {@code MPI_ERR_UNSUPPORTED_OPERATION}. */
  public static final int ERR_UNSUPPORTED_OPERATION = 52;

  /** The error class {@code MPI_ERR_PROC_FAILED_PENDING}. */
  public static final int ERR_PROC_FAILED_PENDING = 76;

  /** The error class {@code MPI_ERR_REVOKED}. */
  public static final int ERR_REVOKED = 77;

  /** The error class {@code MPI_ERR_RANK}. */
  public static final int ERR_RANK = 6;

  /** The error class {@code MPI_ERR_ASSERT}. */
  public static final int ERR_ASSERT = 22;

  /** The error class {@code MPI_ERR_LOCKTYPE}. */
  public static final int ERR_LOCKTYPE = 37;

  /** The error class {@code MPI_ERR_RMA_SYNC}. */
  public static final int ERR_RMA_SYNC = 47;

  /** The error class {@code MPI_ERR_PROC_FAILED}. */
  public static final int ERR_PROC_FAILED = 75;

  private MpiConstants() {}
}
