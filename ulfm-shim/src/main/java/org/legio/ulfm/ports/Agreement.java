package org.legio.ulfm.ports;

/** The result of an agreement of a communicator's living members; the same at all of them. */
public enum Agreement {
  /** All vote yes, and all deaths so far have been acknowledged. */
  YES,
  /** All living members vote yes, but a member has died and its death is not acknowledged yet. */
  YES_WITH_DEATHS,
  /** At least one member votes no. */
  NO
}
