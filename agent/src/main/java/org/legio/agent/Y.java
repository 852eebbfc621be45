package org.legio.agent;

/** Place holder. */
final class Y {
  private Y() {}
}
