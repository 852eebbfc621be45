package org.legio.runtime.net;

import java.io.IOException;

/** Bytes that no process of this job has sent: the connection that brought them ends. */
public final class MalformedException extends IOException {
  private static final long serialVersionUID = 1L;

  public MalformedException(String message) {
    super(message);
  }

  MalformedException(String message, Throwable cause) {
    super(message, cause);
  }
}
