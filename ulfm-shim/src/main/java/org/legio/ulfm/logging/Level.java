package org.legio.ulfm.logging;

/** How much a message matters; named as the constants of {@code java.util.logging.Level}. */
public enum Level {
  /** Of use to those who look for an error in JNA. */
  FINER(System.Logger.Level.TRACE),
  FINE(System.Logger.Level.DEBUG),
  /** What has been asked for, for instance by {@code -Djna.debug_load=true}. */
  INFO(System.Logger.Level.INFO),
  /** Something does not work as it should. */
  WARNING(System.Logger.Level.WARNING),
  /** Something does not work at all. */
  SEVERE(System.Logger.Level.ERROR);

  final System.Logger.Level passedOnAs;

  Level(System.Logger.Level passedOnAs) {
    this.passedOnAs = passedOnAs;
  }
}
