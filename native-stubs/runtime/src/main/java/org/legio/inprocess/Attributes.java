package org.legio.inprocess;

/** The numbers by which programs find the attributes that they have attached to MPI's objects. */
final class Attributes {
  /** Below are the numbers of the attributes that MPI has itself. */
  private static final int FIRST = 10;

  private int made;

  int newKey() {
    return FIRST + made++;
  }

  boolean isKey(int key) {
    return key >= FIRST && key < FIRST + made;
  }
}
