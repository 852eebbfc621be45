package org.legio.launcher.embedded;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.legio.runtime.shm.JobMemory;

/** Measures how long processes that are restarted take to do again what had been done. */
final class CatchUps {
  /** One that is not done: the process, its number of life, and how far its last life had come. */
  private record CatchUp(int process, int incarnation, long decisions, long beganNs) {}

  /** Is told what is done. */
  @FunctionalInterface
  interface Listener {
    void caughtUp(int process, long milliseconds);
  }

  private final JobMemory memory;
  private final Listener listener;
  private final List<CatchUp> underWay = new ArrayList<>();

  CatchUps(JobMemory memory, Listener listener) {
    this.memory = memory;
    this.listener = listener;
  }

  /** A process is about to be restarted; its memory still tells of the life before. */
  void begin(int process, int incarnation) {
    begin(process, incarnation, memory.followed(process));
  }

  /** The same, of one whose life before was on a host that is lost, and had come so far. */
  void begin(int process, int incarnation, long decisions) {
    underWay.removeIf(each -> each.process == process);
    underWay.add(new CatchUp(process, incarnation, decisions, System.nanoTime()));
    memory.beginCatchUp(process);
  }

  /** Notes those that are done. */
  void look() {
    underWay.removeIf(this::isDone);
  }

  private boolean isDone(CatchUp each) {
    boolean isDone =
        memory.restarted(each.process) >= each.incarnation
            && memory.followed(each.process) >= each.decisions;
    if (isDone) {
      listener.caughtUp(
          each.process, TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - each.beganNs));
    }
    return isDone;
  }
}
