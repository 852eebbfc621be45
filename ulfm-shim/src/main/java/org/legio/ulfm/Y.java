package org.legio.ulfm;

/** Place holder. */
final class Y {
  private Y() {}
}
