package org.legio.launcher.report;

import org.legio.launcher.page.Html;

/** Records of runs for tests. */
public final class Records {
  private Records() {}

  /** One as JSON, by its file. */
  public static String text(String file) {
    return Html.resource(Records.class, file);
  }
}
