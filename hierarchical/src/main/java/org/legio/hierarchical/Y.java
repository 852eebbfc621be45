package org.legio.hierarchical;

/** Place holder. */
final class Y {
  private Y() {}
}
