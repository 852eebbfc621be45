package org.legio.page;

import java.util.Locale;

/** Builds a drawing as SVG. */
public final class Svg {
  private final StringBuilder body = new StringBuilder();
  private final int width;
  private final int height;

  public Svg(int width, int height) {
    this.width = width;
    this.height = height;
  }

  public void line(double x1, double y1, double x2, double y2, String color) {
    add("<path d=\"M%.1f %.1f L%.1f %.1f\" stroke=\"%s\"/>", x1, y1, x2, y2, color);
  }

  public void path(String data, String color) {
    add("<path d=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"/>", data, color);
  }

  public void dot(double x, double y, String color) {
    add("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"2.5\" fill=\"%s\"/>", x, y, color);
  }

  public void ring(double x, double y, String color) {
    add("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4\" fill=\"none\" stroke=\"%s\"/>", x, y, color);
  }

  /** Draws a rectangle between two corners. */
  public void box(double x1, double y1, double x2, double y2, String fill, String stroke) {
    add(
        "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\" stroke=\"%s\"/>",
        Math.min(x1, x2), Math.min(y1, y2), Math.abs(x2 - x1), Math.abs(y2 - y1), fill, stroke);
  }

  /** Writes text at a point; the anchor is start, middle or end. */
  public void text(double x, double y, String anchor, String text) {
    add("<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>", x, y, anchor, escape(text));
  }

  /** Writes text that reads upwards. */
  public void upwards(double x, double y, String text) {
    add(
        "<text transform=\"translate(%.1f %.1f) rotate(-90)\" text-anchor=\"middle\">%s</text>",
        x, y, escape(text));
  }

  /**
   * Begins a group of elements, up to {@link #end}.
   *
   * @param kind the kind of thing that the group shows; scripts and tests find it by this
   * @param title the tooltip
   */
  public void begin(String kind, String title) {
    add("<g class=\"%s\"><title>%s</title>", kind, escape(title));
  }

  /** Begins a group that is drawn pale. */
  public void beginPale(String kind, String title) {
    add("<g class=\"%s\" opacity=\"0.35\"><title>%s</title>", kind, escape(title));
  }

  /** Ends the group that {@link #begin} or {@link #beginPale} has begun. */
  public void end() {
    add("</g>");
  }

  private void add(String format, Object... arguments) {
    body.append(String.format(Locale.ROOT, format, arguments)).append('\n');
  }

  private static String escape(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  @Override
  public String toString() {
    return String.format(
            Locale.ROOT,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\""
                + " font-family=\"sans-serif\" font-size=\"12\" fill=\"#333\">%n",
            width,
            height)
        + "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n"
        + body
        + "</svg>\n";
  }
}
