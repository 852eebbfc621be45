package org.legio.seeing;

import java.lang.instrument.Instrumentation;
import org.jspecify.annotations.Nullable;
import org.legio.core.Configuration;
import org.legio.core.Setting;
import org.legio.protection.Resilience;
import org.legio.seeing.flight.FlightRecording;
import org.legio.seeing.mbeans.MBeans;
import org.legio.seeing.watch.WatchedRank;
import org.legio.ulfm.Ulfm;

/** What lets others see what happens in this rank: events, MBeans, what a launcher shows. */
public final class Seeing {
  private final String launcher;
  private final @Nullable MBeans mbeans;
  private @Nullable WatchedRank watched;

  private Seeing(String launcher, @Nullable MBeans mbeans) {
    this.launcher = launcher;
    this.mbeans = mbeans;
  }

  /** Prepares what has been asked for, before the program's {@code main}. */
  public static Seeing prepare(Configuration configuration, Instrumentation instrumentation) {
    String when = configuration.get(Setting.MBEANS);
    return new Seeing(
        configuration.get(Setting.WATCH),
        when.equals("false") ? null : MBeans.install(instrumentation, when.equals("true")));
  }

  /** The same, with its agreements seen. */
  public Ulfm of(Ulfm ulfm) {
    return FlightRecording.of(ulfm);
  }

  /** MPI has been initialised. */
  public void begins(Resilience resilience) {
    resilience.report().tell(new FlightRecording());
    if (mbeans != null) {
      mbeans.show(resilience.report());
    }
    if (!launcher.equals("off")) {
      watched = WatchedRank.start(launcher, resilience);
    }
  }

  /** MPI has been finalised. */
  public void ends() {
    if (watched != null) {
      watched.end();
    }
  }
}
