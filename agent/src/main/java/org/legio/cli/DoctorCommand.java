package org.legio.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** Says what is found and what to do about what is not. */
@Command(name = "doctor", description = "Say what is found here and what is missing.")
final class DoctorCommand implements Callable<Integer> {
  DoctorCommand(Context context) {}

  @Override
  public Integer call() {
    throw new CannotRunException("not there yet");
  }
}
