package org.legio.ulfm;

/** A call as a value, which says by itself which operation it is of. */
public interface CallValue {

  /** Which operation. */
  ValueOperation operation();
}
