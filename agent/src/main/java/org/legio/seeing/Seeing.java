package org.legio.seeing;

import java.lang.instrument.Instrumentation;
import java.util.Optional;
import org.legio.core.Configuration;
import org.legio.core.Resilience;
import org.legio.core.Setting;
import org.legio.seeing.flight.FlightRecording;
import org.legio.seeing.mbeans.MBeans;
import org.legio.seeing.watch.WatchedRank;
import org.legio.ulfm.Ulfm;

/** What lets others see what happens in this rank: events, MBeans, what a launcher shows. */
public final class Seeing {
  private final String watch;
  private final Optional<MBeans> mbeans;
  private Optional<WatchedRank> watched = Optional.empty();

  private Seeing(String watch, Optional<MBeans> mbeans) {
    this.watch = watch;
    this.mbeans = mbeans;
  }

  /** Prepares what has been asked for, before the program's {@code main}. */
  public static Seeing prepare(Configuration configuration, Instrumentation instrumentation) {
    String when = configuration.get(Setting.MBEANS);
    return new Seeing(
        configuration.get(Setting.WATCH),
        when.equals("false")
            ? Optional.empty()
            : Optional.of(MBeans.install(instrumentation, when.equals("true"))));
  }

  /** The same, with its agreements seen. */
  public Ulfm of(Ulfm ulfm) {
    return FlightRecording.of(ulfm);
  }

  /** MPI has been initialised. */
  public void begins(Resilience resilience) {
    resilience.report().tell(new FlightRecording());
    mbeans.ifPresent(beans -> beans.show(resilience.report()::counters));
    if (!watch.equals("off")) {
      watched = Optional.of(WatchedRank.start(watch, resilience));
    }
  }

  /** MPI has been finalised. */
  public void ends() {
    watched.ifPresent(WatchedRank::end);
  }
}
