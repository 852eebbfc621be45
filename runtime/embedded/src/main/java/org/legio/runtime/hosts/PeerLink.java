package org.legio.runtime.hosts;

import org.legio.runtime.net.Link;

/** Keeps the memory of this host in step with that of another one. */
interface PeerLink {
  /** What carries it. */
  Link link();

  /**
   * Tells what has changed here, as far as there is room.
   *
   * @param areLocksTested whether the kernel is asked which processes live
   * @return whether there was anything
   */
  boolean tell(boolean areLocksTested);

  /** What the link has done so far, to the host of a number. */
  LinkFigures figures(int host);

  /** All living hosts have the same of the other host's processes: they end for this one. */
  void letAllGo();
}
