package org.legio.bench.figures;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.legio.bench.plan.MpiRuntime;

/**
 * What the name of a sample's configuration says.
 *
 * @param mpi the MPI; empty if only one was measured
 * @param layout the layer beneath the program
 * @param deaths the number of deaths; empty where it is no matter of the configuration
 */
record Setup(String mpi, String layout, String deaths) {
  private static final Pattern DEATHS = Pattern.compile(" \\((\\d+) deaths?\\)$");

  static Setup of(String configuration) {
    String prefix = MpiRuntime.prefixOf(configuration);
    String rest = configuration.substring(prefix.length());
    Matcher deaths = DEATHS.matcher(rest);
    return new Setup(
        prefix.replace(": ", ""), deaths.replaceFirst(""), deaths.find(0) ? deaths.group(1) : "");
  }

  /** The same without the number of deaths. */
  String name() {
    return mpi.isEmpty() ? layout : mpi + ": " + layout;
  }
}
