package org.legio.runtime.engine;

import java.util.List;

/**
 * A member's place in a tree over a communicator.
 *
 * @param parent the next member toward the root; {@link #NONE} at the root
 * @param children the next ones away from it, that of the largest subtree first
 */
record Tree(int parent, List<Integer> children) {
  static final int NONE = -1;

  boolean isRoot() {
    return parent == NONE;
  }
}
