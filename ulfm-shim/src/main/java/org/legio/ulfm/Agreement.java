package org.legio.ulfm;

/** What the living members of a communicator have agreed on; the same at all of them. */
public enum Agreement {
  /** All vote yes, and nobody has died whose death was not acknowledged. */
  YES,
  /** All the living vote yes, but somebody has died. */
  YES_WITH_DEATHS,
  /** Somebody votes no. */
  NO
}
