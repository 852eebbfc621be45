package org.legio.core;

/**
 * Leads out of a block of calls in which somebody has died, to where its members meet. An error,
 * for programs do not catch it by mistake; it never reaches who has called the block.
 */
final class BlockFailed extends Error {
  private static final long serialVersionUID = 1L;

  BlockFailed(String call) {
    super(
        "legio: a rank has died before or in " + call + "; the block is repeated",
        null,
        false,
        false);
  }
}
