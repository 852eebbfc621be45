package org.legio.launcher.embedded;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStream;

/**
 * The two streams that all ranks of a job print to.
 *
 * @param out their standard output
 * @param err their standard error
 */
record RankStreams(SharedOutput out, SharedOutput err) {
  /** This process's own. */
  static final RankStreams OF_THIS_PROCESS =
      to(new FileOutputStream(FileDescriptor.out), new FileOutputStream(FileDescriptor.err));

  /** Streams that end in others. */
  static RankStreams to(OutputStream out, OutputStream err) {
    return new RankStreams(
        new SharedOutput("standard output", out), new SharedOutput("standard error", err));
  }
}
