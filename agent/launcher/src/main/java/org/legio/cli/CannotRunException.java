package org.legio.cli;

/** Says in one line why a command cannot do its work here, and what to do about it. */
final class CannotRunException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  CannotRunException(String message) {
    super(message);
  }

  CannotRunException(String message, Throwable cause) {
    super(message, cause);
  }
}
