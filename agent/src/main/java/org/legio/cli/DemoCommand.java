package org.legio.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** Shows a job that loses ranks and goes on. */
@Command(name = "demo", description = "Estimate pi on 8 ranks, kill two of them on the way.")
final class DemoCommand implements Callable<Integer> {
  DemoCommand(Context context) {}

  @Override
  public Integer call() {
    throw new CannotRunException("not there yet");
  }
}
