package org.legio.launcher.machine;

/** Says in one line why a command cannot do its work here, and what to do about it. */
public final class CannotRunException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public CannotRunException(String message) {
    super(message);
  }

  public CannotRunException(String message, Throwable cause) {
    super(message, cause);
  }
}
