package org.legio.core;

/** Place holder. */
final class Y {
  private Y() {}
}
