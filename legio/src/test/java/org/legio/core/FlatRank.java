package org.legio.core;

import java.util.Map;
import org.legio.core.creation.Layout;
import org.legio.core.settings.Configuration;
import org.legio.protection.Resilience;
import org.legio.simulator.Rank;
import org.legio.ulfm.ports.Pmpi;

/** Protects a simulated rank, in the flat layout. */
public final class FlatRank {
  private FlatRank() {}

  /** By the defaults of all settings. */
  public static Resilience protect(Rank rank) throws Exception {
    return protect(rank, Map.of());
  }

  public static Resilience protect(Rank rank, Map<String, String> settings) throws Exception {
    return protect(rank, rank.pmpi(), settings);
  }

  /**
   * Protects a rank that calls another MPI than its own.
   *
   * @param pmpi what it calls
   */
  public static Resilience protect(Rank rank, Pmpi pmpi, Map<String, String> settings)
      throws Exception {
    return Resilience.protect(
        pmpi,
        rank.ulfm(),
        rank.binding(),
        rank.job(),
        Configuration.parse(settings, Map.of()),
        Layout.FLAT);
  }
}
