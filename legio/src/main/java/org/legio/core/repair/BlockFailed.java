package org.legio.core.repair;

/**
 * Leaves a block of calls in which a rank has died, so that its members come to the agreement at
 * its end. It is an error, because programs do not catch errors by mistake; it never reaches the
 * caller of the block.
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
