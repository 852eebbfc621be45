package org.legio.ulfm.ports;

import org.jspecify.annotations.Nullable;

/** A call that reads or writes a file: in which way, what, where, and where its status goes. */
public final class FileCall implements CallValue {
  private FileTransfer operation = FileTransfer.READ;
  private final MessageData data = new MessageData();
  private long position;
  private long @Nullable [] status;

  /** Begins another call, of this operation. */
  public FileCall of(FileTransfer operation) {
    this.operation = operation;
    return this;
  }

  /** Sets the place in the file, in elementary types of the view. */
  public FileCall position(long position) {
    this.position = position;
    return this;
  }

  /** Sets the status that MPI fills in. */
  public FileCall status(long[] status) {
    this.status = status;
    return this;
  }

  @Override
  public FileTransfer operation() {
    return operation;
  }

  /** The data that is read or written. */
  public MessageData data() {
    return data;
  }

  /**
   * The place in the file, in elementary types of the view. Unused where a file pointer gives the
   * place.
   */
  public long position() {
    return position;
  }

  /** The status that MPI fills in; null where the call has none. */
  public long @Nullable [] status() {
    return status;
  }
}
