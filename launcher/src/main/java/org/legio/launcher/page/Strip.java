package org.legio.launcher.page;

/**
 * Builds a drawing that is as wide as there is room, whose text stays as large as it is. Places
 * across are shares of the width, from 0 to 1; heights are pixels.
 */
public final class Strip extends Drawing {
  private static final double PERCENT = 100;
  private static final int GAP = 6;

  private final String kind;
  private final int height;

  /**
   * Begins a drawing.
   *
   * @param kind the kind of drawing, for the style sheet
   */
  public Strip(String kind, int height) {
    this.kind = kind;
    this.height = height;
  }

  /** Draws a bar around a height. */
  public void bar(String kind, double from, double to, double middle, double half) {
    add(
        "<rect class=\"%s\" x=\"%.4f%%\" y=\"%.1f\" width=\"%.4f%%\" height=\"%.1f\"/>",
        kind, PERCENT * from, middle - half, PERCENT * (to - from), 2 * half);
  }

  /** Draws a line from one height to another. */
  public void upright(String kind, double x, double from, double to) {
    add(
        "<line class=\"%s\" x1=\"%.4f%%\" y1=\"%.1f\" x2=\"%.4f%%\" y2=\"%.1f\"/>",
        kind, PERCENT * x, from, PERCENT * x, to);
  }

  /** Draws a mark, whose outline is given as the data of a path around 0 0. */
  public void mark(String kind, double x, double y, String outline) {
    add(
        "<svg class=\"mark\" x=\"%.4f%%\" y=\"%.1f\"><path class=\"%s\" d=\"%s\"/></svg>",
        PERCENT * x, y, kind, outline);
  }

  /** Writes text at a point; the anchor is start, middle or end. */
  public void text(String kind, double x, double y, String anchor, String text) {
    text(kind, x, 0, y, anchor, text);
  }

  /** Writes text that ends shortly before a place. */
  public void before(String kind, double x, double y, String text) {
    text(kind, x, -GAP, y, "end", text);
  }

  /** Writes text that begins shortly behind a place. */
  public void behind(String kind, double x, double y, String text) {
    text(kind, x, GAP, y, "start", text);
  }

  private void text(String kind, double x, int by, double y, String anchor, String text) {
    add(
        "<text class=\"%s\" x=\"%.4f%%\" dx=\"%d\" y=\"%.1f\" text-anchor=\"%s\">%s</text>",
        kind, PERCENT * x, by, y, anchor, HtmlText.escape(text));
  }

  @Override
  String attributes() {
    return "class=\"%s\" width=\"100%%\" height=\"%d\"".formatted(kind, height);
  }
}
