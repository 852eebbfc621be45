package org.legio.launcher.report;

import org.legio.launcher.page.Html;

/**
 * A time line with its key and with the choice of a zoom. The style sheet zooms; the script only
 * keeps in view what was looked at.
 */
final class TimeLineFigure {
  private TimeLineFigure() {}

  /** The figure as HTML. */
  static String of(RankReport run) {
    TimeLine line = TimeLine.of(run);
    return """
    <figure class="time-line"><figcaption><h2>Ranks over time</h2></figcaption>
    <div class="zoom">Zoom: %s</div>
    <div class="rows">%s<div class="scroll" tabindex="0" role="group" aria-label="time line" data-first="%s">
    %s</div></div>
    <p>Seconds since MPI was initialized, as seen by rank %d. What others did among themselves is not
    in it. A death is drawn when it was noticed, but never behind a repair because of it.</p>
    %s</figure>
    <script>//<![CDATA[
    %s//]]></script>
    """
        .formatted(
            zoom(),
            line.names(),
            line.firstEvent(),
            line.lanes(),
            run.reporter().rank(),
            key(),
            Html.resource(TimeLineFigure.class, "zoom.js"));
  }

  private static String zoom() {
    StringBuilder html = new StringBuilder();
    for (int zoom : TimeLine.ZOOMS) {
      html.append("<label><input type=\"radio\" name=\"zoom\" class=\"zoom-").append(zoom);
      html.append(zoom == 1 ? "\" checked=\"checked\"/>" : "\"/>");
      html.append(" ").append(zoom).append("×</label>");
    }
    return html.toString();
  }

  private static String key() {
    StringBuilder html = new StringBuilder("<ul class=\"key\">\n");
    for (Key entry : Key.values()) {
      html.append("<li><svg viewBox=\"0 0 26 14\">").append(entry.sample).append("</svg>");
      html.append(entry.text).append("</li>\n");
    }
    return html.append("</ul>\n").toString();
  }

  /** What the drawing is made of. */
  private enum Key {
    ALIVE("<rect class=\"alive\" x=\"1\" y=\"2\" width=\"24\" height=\"10\"/>", "alive"),
    DEATH(
        "<path class=\"death\" transform=\"translate(13 7)\" d=\"" + TimeLine.CROSS + "\"/>",
        "death"),
    DEAD("<rect class=\"dead\" x=\"1\" y=\"2\" width=\"24\" height=\"10\"/>", "dead"),
    REPAIR(
        "<rect class=\"repairing\" x=\"8\" y=\"2\" width=\"10\" height=\"10\"/>",
        "repair, named as in the table"),
    SKIP(
        "<path class=\"skipped\" transform=\"translate(13 7)\" d=\"" + TimeLine.DOT + "\"/>",
        "operation skipped, as a rank it needed was dead");

    private final String sample;
    private final String text;

    Key(String sample, String text) {
      this.sample = sample;
      this.text = text;
    }
  }
}
