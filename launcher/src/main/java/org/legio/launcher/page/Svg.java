package org.legio.launcher.page;

/**
 * Builds a drawing that grows and shrinks with the page as a whole. Colors are values of CSS, for
 * instance {@code var(--frame)}.
 */
public final class Svg extends Drawing {
  private final int width;
  private final int height;

  public Svg(int width, int height) {
    this.width = width;
    this.height = height;
  }

  public void line(double x1, double y1, double x2, double y2, String color) {
    add("<path d=\"M%.1f %.1f L%.1f %.1f\" stroke=\"%s\"/>", x1, y1, x2, y2, color);
  }

  /** Draws a path of dashes; they have the form of {@code stroke-dasharray}. */
  public void path(String data, String color, String dashes) {
    add(
        "<path d=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\" stroke-dasharray=\"%s\"/>",
        data, color, dashes);
  }

  /** Draws the outline of a mark around a point, filled or not. */
  public void mark(double x, double y, String outline, String fill, String stroke) {
    add(
        "<path class=\"mark\" transform=\"translate(%.1f %.1f)\" d=\"%s\" fill=\"%s\""
            + " stroke=\"%s\"/>",
        x, y, outline, fill, stroke);
  }

  /** Writes text at a point; the anchor is start, middle or end. */
  public void text(double x, double y, String anchor, String text) {
    add(
        "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>",
        x, y, anchor, HtmlText.escape(text));
  }

  /** Writes text that reads upwards. */
  public void upwards(double x, double y, String text) {
    add(
        "<text transform=\"translate(%.1f %.1f) rotate(-90)\" text-anchor=\"middle\">%s</text>",
        x, y, HtmlText.escape(text));
  }

  @Override
  String attributes() {
    return "class=\"plot\" viewBox=\"0 0 %d %d\"".formatted(width, height);
  }
}
