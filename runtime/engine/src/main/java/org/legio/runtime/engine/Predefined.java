package org.legio.runtime.engine;

import java.util.Map;
import org.legio.ulfm.ports.MpiConstants;

/** The handles of MPI's predefined objects, the same at all ranks. */
public final class Predefined {
  public static final long COMM_NULL = 0x6000_0010L;
  public static final long REQUEST_NULL = 0x6000_0020L;
  public static final long REQUEST_EMPTY = 0x6000_0030L;
  public static final long ERRORS_ARE_FATAL = 0x6000_0040L;
  public static final long ERRORS_RETURN = 0x6000_0050L;
  public static final long GROUP_EMPTY = 0x6000_0060L;
  public static final long GROUP_NULL = 0x6000_0070L;
  public static final long MESSAGE_NULL = 0x6000_0080L;
  public static final long MESSAGE_NO_PROC = 0x6000_0090L;
  public static final long WIN_NULL = 0x6000_00A0L;
  public static final long FILE_NULL = 0x6000_00B0L;
  public static final long INFO_NULL = 0x6000_00C0L;
  public static final long INFO_ENV = 0x6000_00D0L;
  public static final long DATATYPE_NULL = 0x7000_0000L;
  public static final long OP_NULL = 0x6000_00F0L;
  public static final long ERRORS_ABORT = 0x6000_0100L;

  // The keys of the world's attributes, and what Open MPI says of a job on one host.

  private static final int TAG_UB = 0;
  private static final int HOST = 1;
  private static final int IO = 2;
  private static final int WTIME_IS_GLOBAL = 3;
  private static final int APPNUM = 4;
  private static final int LASTUSEDCODE = 5;
  private static final int UNIVERSE_SIZE = 6;
  private static final int FAULT_TOLERANCE = 12;

  private static final int FALSE = 0;
  private static final int TRUE = 1;
  private static final int FIRST_PROGRAM = 0;
  private static final int LAST_CODE = 92;

  /** The attributes of the world of so many ranks (MPI 4.1, section 9.1.2). */
  static Map<Integer, Integer> attributesOfWorld(int size) {
    return Map.of(
        TAG_UB, Calls.GREATEST_TAG,
        HOST, MpiConstants.PROC_NULL,
        IO, MpiConstants.ANY_SOURCE,
        WTIME_IS_GLOBAL, FALSE,
        APPNUM, FIRST_PROGRAM,
        LASTUSEDCODE, LAST_CODE,
        UNIVERSE_SIZE, size,
        FAULT_TOLERANCE, TRUE);
  }

  private Predefined() {}
}
