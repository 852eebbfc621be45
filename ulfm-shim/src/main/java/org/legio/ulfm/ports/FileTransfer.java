package org.legio.ulfm.ports;

import org.legio.ulfm.ports.Signature.Part;

/**
 * The ways to read and write files: one row each, the same for the forms that return a request and
 * those that do not. MPI standard 4.0, section 14.4.
 */
public enum FileTransfer implements ValueOperation {
  /** {@code MPI_File_read_at}. */
  READ_AT("readAt", Place.GIVEN, Form.ALONE),
  /** {@code MPI_File_read_at_all}. */
  READ_AT_ALL("readAtAll", Place.GIVEN, Form.TOGETHER),
  /** {@code MPI_File_read_at_all_begin}. */
  READ_AT_ALL_BEGIN("readAtAllBegin", Place.GIVEN, Form.BEGIN),
  /** {@code MPI_File_read_at_all_end}. */
  READ_AT_ALL_END("readAtAllEnd", Place.GIVEN, Form.END),
  /** {@code MPI_File_read}. */
  READ("read", Place.OWN, Form.ALONE),
  /** {@code MPI_File_read_all}. */
  READ_ALL("readAll", Place.OWN, Form.TOGETHER),
  /** {@code MPI_File_read_all_begin}. */
  READ_ALL_BEGIN("readAllBegin", Place.OWN, Form.BEGIN),
  /** {@code MPI_File_read_all_end}. */
  READ_ALL_END("readAllEnd", Place.OWN, Form.END),
  /** {@code MPI_File_read_shared}. */
  READ_SHARED("readShared", Place.SHARED, Form.ALONE),
  /** {@code MPI_File_read_ordered}. */
  READ_ORDERED("readOrdered", Place.SHARED, Form.TOGETHER),
  /** {@code MPI_File_read_ordered_begin}. */
  READ_ORDERED_BEGIN("readOrderedBegin", Place.SHARED, Form.BEGIN),
  /** {@code MPI_File_read_ordered_end}. */
  READ_ORDERED_END("readOrderedEnd", Place.SHARED, Form.END),
  /** {@code MPI_File_write_at}. */
  WRITE_AT("writeAt", Place.GIVEN, Form.ALONE),
  /** {@code MPI_File_write_at_all}. */
  WRITE_AT_ALL("writeAtAll", Place.GIVEN, Form.TOGETHER),
  /** {@code MPI_File_write_at_all_begin}. */
  WRITE_AT_ALL_BEGIN("writeAtAllBegin", Place.GIVEN, Form.BEGIN),
  /** {@code MPI_File_write_at_all_end}. */
  WRITE_AT_ALL_END("writeAtAllEnd", Place.GIVEN, Form.END),
  /** {@code MPI_File_write}. */
  WRITE("write", Place.OWN, Form.ALONE),
  /** {@code MPI_File_write_all}. */
  WRITE_ALL("writeAll", Place.OWN, Form.TOGETHER),
  /** {@code MPI_File_write_all_begin}. */
  WRITE_ALL_BEGIN("writeAllBegin", Place.OWN, Form.BEGIN),
  /** {@code MPI_File_write_all_end}. */
  WRITE_ALL_END("writeAllEnd", Place.OWN, Form.END),
  /** {@code MPI_File_write_shared}. */
  WRITE_SHARED("writeShared", Place.SHARED, Form.ALONE),
  /** {@code MPI_File_write_ordered}. */
  WRITE_ORDERED("writeOrdered", Place.SHARED, Form.TOGETHER),
  /** {@code MPI_File_write_ordered_begin}. */
  WRITE_ORDERED_BEGIN("writeOrderedBegin", Place.SHARED, Form.BEGIN),
  /** {@code MPI_File_write_ordered_end}. */
  WRITE_ORDERED_END("writeOrderedEnd", Place.SHARED, Form.END);

  /** How an operation finds its place in the file. */
  public enum Place {
    /** The call gives the place. */
    GIVEN,
    /** At the member's own pointer. */
    OWN,
    /** At the pointer that all share. */
    SHARED
  }

  /** Which members take part, and in how many calls. */
  public enum Form {
    /** One member. */
    ALONE,
    /** All members. */
    TOGETHER,
    /** All members, in two calls; this is the first. */
    BEGIN,
    /** All members, in two calls; this is the second. */
    END
  }

  private final String call;
  private final Place place;
  private final Form form;

  FileTransfer(String call, Place place, Form form) {
    this.call = call;
    this.place = place;
    this.form = form;
  }

  @Override
  public ValueOperations kind() {
    return ValueOperations.FILE_TRANSFERS;
  }

  @Override
  public String call() {
    return call;
  }

  @Override
  public String nonBlockingCall() {
    boolean hasOne = form == Form.ALONE || (form == Form.TOGETHER && place != Place.SHARED);
    return hasOne ? ValueOperation.prefixed('i', call) : "";
  }

  @Override
  public String owner() {
    return "mpi.File";
  }

  @Override
  public Signature signature(boolean isBlocking) {
    boolean isWhole = isBlocking && (form == Form.ALONE || form == Form.TOGETHER);
    Signature signature = new Signature();
    if (place == Place.GIVEN && form != Form.END) {
      signature.with(Part.POSITION);
    }
    signature.with("data", isWhole ? Part.MEMORY : Part.NATIVE_MEMORY);
    if (form != Form.END) {
      signature.with("data", isWhole ? Part.ITEMS : Part.NATIVE_ITEMS);
    }
    return isBlocking && form != Form.BEGIN ? signature.with(Part.STATUS) : signature;
  }

  /** How it finds its place in the file. */
  public Place place() {
    return place;
  }

  /** Which members take part, and in how many calls. */
  public Form form() {
    return form;
  }

  /** Whether it reads; it writes otherwise. */
  public boolean isRead() {
    return compareTo(WRITE_AT) < 0;
  }

  /** The operation that moves the same data, but at another place or in another form. */
  public FileTransfer as(Place otherPlace, Form otherForm) {
    for (FileTransfer each : values()) {
      if (each.isRead() == isRead() && each.place == otherPlace && each.form == otherForm) {
        return each;
      }
    }
    throw new IllegalArgumentException(this + " has no row " + otherPlace + ", " + otherForm);
  }
}
