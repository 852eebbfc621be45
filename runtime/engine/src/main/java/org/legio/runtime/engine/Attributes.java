package org.legio.runtime.engine;

import java.util.BitSet;

/** The numbers by which programs find the attributes that they have attached to MPI's objects. */
final class Attributes {
  /** Below are the numbers of the attributes that MPI has itself. */
  private static final int FIRST = 10;

  private final BitSet keys = new BitSet();
  private int made;

  int newKey() {
    int key = FIRST + made++;
    keys.set(key);
    return key;
  }

  boolean isKey(int key) {
    return key >= FIRST && keys.get(key);
  }

  void free(int key) {
    keys.clear(key);
  }
}
