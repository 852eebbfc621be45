package org.legio.runtime.process;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.legio.runtime.lanes.OwnProcess;
import org.legio.runtime.shm.JobMemory;
import org.legio.runtime.shm.Jvm;
import org.legio.runtime.shm.OutputMark;
import org.legio.runtime.shm.ProgressEngine;
import org.legio.runtime.shm.ProgressThread;
import org.legio.ulfm.messages.LastWords;
import org.legio.ulfm.messages.Messages;

/** The {@link Jvm} that this code runs in. */
final class OwnJvm implements Jvm {
  private final LastWords lastWords = new LastWords();

  @Override
  public long pid() {
    return OwnProcess.id();
  }

  @Override
  public ProgressThread progressThread(ProgressEngine engine, JobMemory job) {
    return new ProgressThread(engine, job);
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
  public void mark(OutputMark mark) {
    if (Messages.areMarked()) {
      System.out.flush();
      System.err.flush();
      write(mark, FileDescriptor.out);
      write(mark, FileDescriptor.err);
    }
  }

  @SuppressWarnings("StreamResourceLeak") // it is standard output
  private static void write(OutputMark mark, FileDescriptor to) {
    try {
      new FileOutputStream(to).write(mark.bytes());
    } catch (IOException e) {
      throw new UncheckedIOException("standard output cannot be written", e);
    }
  }

  @Override
  public void halt(int status) {
    Runtime.getRuntime().halt(status);
  }
}
