package org.legio.observability;

import java.lang.instrument.Instrumentation;
import org.jspecify.annotations.Nullable;
import org.legio.observability.flight.FlightRecording;
import org.legio.observability.mbeans.MBeans;
import org.legio.observability.watch.WatchedRank;
import org.legio.protection.Resilience;
import org.legio.ulfm.ports.Ulfm;

/** What lets others see what happens in this rank: events, an MBean, a launcher's lines. */
public final class Observability {
  private final MBeans mbeans;
  private @Nullable WatchedRank watched;
  private @Nullable FlightRecording recording;

  private Observability(MBeans mbeans) {
    this.mbeans = mbeans;
  }

  /** Prepares it, before the program's {@code main}. */
  public static Observability prepare(Instrumentation instrumentation) {
    return new Observability(MBeans.install(instrumentation));
  }

  /** The same, with its agreements seen. */
  public Ulfm of(Ulfm ulfm) {
    return FlightRecording.of(ulfm);
  }

  /** MPI has been initialized. */
  public void begins(Resilience resilience) {
    FlightRecording begun = new FlightRecording(resilience.report());
    resilience.report().tell(begun);
    begun.look();
    recording = begun;
    mbeans.show(resilience.report());
    String launcher = System.getenv(WatchedRank.VARIABLE);
    if (launcher != null) {
      watched = WatchedRank.start(launcher, resilience);
    }
  }

  /** MPI has been finalized. */
  public void ends() {
    if (recording != null) {
      recording.look();
    }
    if (watched != null) {
      watched.end();
    }
  }
}
