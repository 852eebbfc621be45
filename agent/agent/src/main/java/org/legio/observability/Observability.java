package org.legio.observability;

import java.lang.instrument.Instrumentation;
import org.jspecify.annotations.Nullable;
import org.legio.core.settings.Configuration;
import org.legio.core.settings.Setting;
import org.legio.observability.flight.FlightRecording;
import org.legio.observability.mbeans.MBeans;
import org.legio.observability.metrics.MetricsFile;
import org.legio.observability.watch.WatchedRank;
import org.legio.protection.Resilience;
import org.legio.ulfm.Ulfm;

/** What lets others see what happens in this rank: events, MBeans, metrics, a launcher's lines. */
public final class Observability {
  private final Configuration configuration;
  private final @Nullable MBeans mbeans;
  private @Nullable MetricsFile metrics;
  private @Nullable WatchedRank watched;
  private @Nullable FlightRecording recording;

  private Observability(Configuration configuration, @Nullable MBeans mbeans) {
    this.configuration = configuration;
    this.mbeans = mbeans;
  }

  /** Prepares what has been asked for, before the program's {@code main}. */
  public static Observability prepare(
      Configuration configuration, Instrumentation instrumentation) {
    String when = configuration.get(Setting.MBEANS);
    return new Observability(
        configuration,
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
    String file = configuration.get(Setting.METRICS);
    if (!file.equals("off")) {
      metrics = MetricsFile.start(file, configuration.get(Setting.LAYOUT), resilience.report());
    }
    String launcher = configuration.get(Setting.WATCH);
    if (!launcher.equals("off")) {
      watched = WatchedRank.start(launcher, resilience);
    }
  }

  /** MPI has been finalised. */
  public void ends() {
    if (recording != null) {
      recording.look();
    }
    if (metrics != null) {
      metrics.end();
    }
    if (watched != null) {
      watched.end();
    }
  }
}
