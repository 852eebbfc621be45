package org.legio.ulfm.ports;

/** A call of MPI as a value: it carries its arguments and names its operation. */
public interface CallValue {

  /** The operation that is called. */
  ValueOperation operation();
}
