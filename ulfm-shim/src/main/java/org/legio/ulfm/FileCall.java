package org.legio.ulfm;

import org.jspecify.annotations.Nullable;

/** A call that reads or writes a file: in which way, what, where, and where its status goes. */
public final class FileCall implements CallValue {
  private FileTransfer operation = FileTransfer.READ;
  private final MessageData data = new MessageData();
  private long position;
  private long @Nullable [] status;

  /** Says which operation. */
  public FileCall of(FileTransfer operation) {
    this.operation = operation;
    return this;
  }

  /** Says where in the file: in elementary types of the view. */
  public FileCall position(long position) {
    this.position = position;
    return this;
  }

  /** Says where MPI is to say what has come. */
  public FileCall status(long[] status) {
    this.status = status;
    return this;
  }

  @Override
  public FileTransfer operation() {
    return operation;
  }

  /** What is read or written. */
  public MessageData data() {
    return data;
  }

  /** Where in the file; of no meaning where a pointer says it. */
  public long position() {
    return position;
  }

  /** Where MPI says what has come; null where the call has none. */
  public long @Nullable [] status() {
    return status;
  }
}
