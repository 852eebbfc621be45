package org.legio.inprocess;

/** The handles of MPI's predefined objects, the same at all ranks. */
final class Predefined {
  static final long COMM_NULL = 0x6000_0010L;
  static final long REQUEST_NULL = 0x6000_0020L;
  static final long REQUEST_EMPTY = 0x6000_0030L;
  static final long ERRORS_ARE_FATAL = 0x6000_0040L;
  static final long ERRORS_RETURN = 0x6000_0050L;
  static final long GROUP_EMPTY = 0x6000_0060L;
  static final long GROUP_NULL = 0x6000_0070L;
  static final long MESSAGE_NULL = 0x6000_0080L;
  static final long MESSAGE_NO_PROC = 0x6000_0090L;
  static final long WIN_NULL = 0x6000_00A0L;
  static final long FILE_NULL = 0x6000_00B0L;
  static final long INFO_NULL = 0x6000_00C0L;

  static final long INFO_ENV = 0x6000_00D0L;
  static final long DATATYPE_NULL = 0x6000_00E0L;
  static final long OP_NULL = 0x6000_00F0L;
  static final long ERRORS_ABORT = 0x6000_0100L;

  private Predefined() {}
}
