package org.legio.runtime.lanes;

import java.io.IOException;
import java.nio.file.Path;

/** Sweeps a folder again and again, until its parent writes a line or ends. */
final class SweepProgram {
  private SweepProgram() {}

  public static void main(String[] args) throws IOException {
    System.out.println("ready");
    int sweeps = 0;
    int removed = 0;
    while (System.in.available() == 0) {
      removed += StaleFiles.sweep(Path.of(args[0])).size();
      sweeps++;
      if (ProcessHandle.current().parent().isEmpty()) {
        return;
      }
    }
    System.out.printf("swept %d times, removed %d%n", sweeps, removed);
  }
}
