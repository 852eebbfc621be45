package org.legio.observability;

import java.lang.instrument.Instrumentation;
import org.jspecify.annotations.Nullable;
import org.legio.core.settings.Configuration;
import org.legio.core.settings.Setting;
import org.legio.observability.flight.FlightRecording;
import org.legio.observability.mbeans.MBeans;
import org.legio.observability.watch.WatchedRank;
import org.legio.protection.Resilience;
import org.legio.ulfm.Ulfm;

/** What lets others see what happens in this rank: events, MBeans, what a launcher shows. */
public final class Observability {
  private final String launcher;
  private final @Nullable MBeans mbeans;
  private @Nullable WatchedRank watched;
  private @Nullable FlightRecording recording;

  private Observability(String launcher, @Nullable MBeans mbeans) {
    this.launcher = launcher;
    this.mbeans = mbeans;
  }

  /** Prepares what has been asked for, before the program's {@code main}. */
  public static Observability prepare(
      Configuration configuration, Instrumentation instrumentation) {
    String when = configuration.get(Setting.MBEANS);
    return new Observability(
        configuration.get(Setting.WATCH),
        when.equals("false") ? null : MBeans.install(instrumentation, when.equals("true")));
  }

  /** The same, with its agreements seen. */
  public Ulfm of(Ulfm ulfm) {
    return FlightRecording.of(ulfm);
  }

  /** MPI has been initialised. */
  public void begins(Resilience resilience) {
    FlightRecording begun = new FlightRecording(resilience.report());
    resilience.report().tell(begun);
    begun.look();
    recording = begun;
    if (mbeans != null) {
      mbeans.show(resilience.report());
    }
    if (!launcher.equals("off")) {
      watched = WatchedRank.start(launcher, resilience);
    }
  }

  /** MPI has been finalised. */
  public void ends() {
    if (recording != null) {
      recording.look();
    }
    if (watched != null) {
      watched.end();
    }
  }
}
