package org.legio.inprocess;

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

  /** The key of the greatest tag among the world's attributes. */
  static final int TAG_UB = 0;

  /** The key that says whether faults are tolerated, among the world's attributes. */
  static final int FAULT_TOLERANCE = 12;

  private Predefined() {}
}
