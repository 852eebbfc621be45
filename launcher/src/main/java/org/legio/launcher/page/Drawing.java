package org.legio.launcher.page;

import java.util.Locale;

/** Builds a drawing as SVG, whose kinds of things the style sheet colors. */
public abstract class Drawing {
  private final StringBuilder body = new StringBuilder();

  /**
   * Begins a group of elements, up to {@link #end}.
   *
   * @param kind the kind of thing that the group shows; the style sheet and tests find it by this
   * @param title the tooltip
   */
  public final void begin(String kind, String title) {
    add("<g class=\"%s\"><title>%s</title>", kind, HtmlText.escape(title));
  }

  /** Ends the group that {@link #begin} has begun. */
  public final void end() {
    add("</g>");
  }

  final void add(String format, Object... arguments) {
    body.append(String.format(Locale.ROOT, format, arguments)).append('\n');
  }

  /** The attributes of the element {@code svg}. */
  abstract String attributes();

  @Override
  public final String toString() {
    return "<svg xmlns=\"http://www.w3.org/2000/svg\" " + attributes() + ">\n" + body + "</svg>\n";
  }
}
