package org.legio.junit;

import java.util.Locale;

/** How Legio lays out the ranks of a job. */
public enum Layout {
  /** As Legio chooses by itself. */
  DEFAULT,
  /** All ranks repair together. */
  FLAT,
  /** Groups of ranks repair alone, with one more group that connects them. */
  HIERARCHICAL;

  /** The value of Legio's setting. */
  String setting() {
    return name().toLowerCase(Locale.ROOT);
  }
}
