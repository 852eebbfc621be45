package org.legio.core.topology;

/** A wrong argument of the program's; to be turned into the binding's own exception. */
final class InvalidArgument extends Exception {
  private static final long serialVersionUID = 1;

  private final TopologyError error;

  InvalidArgument(TopologyError error) {
    super(error.message());
    this.error = error;
  }

  TopologyError error() {
    return error;
  }
}
