package org.legio.embedded;

import org.legio.lanes.OwnProcess;
import org.legio.ulfm.LastWords;

/** The {@link Jvm} that this code runs in. */
final class OwnJvm implements Jvm {
  private final LastWords lastWords = new LastWords();

  @Override
  public long pid() {
    return OwnProcess.id();
  }

  @Override
  public Conductor conductor(Engine engine, JobMemory job) {
    return new Conductor(engine, job);
  }

  @Override
  public void say(String message) {
    lastWords.say(message);
  }

  @Override
  public void say() {
    lastWords.say();
  }

  @Override
  public void halt(int status) {
    Runtime.getRuntime().halt(status);
  }
}
