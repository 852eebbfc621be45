package org.legio.launcher.page;

/** A list of names and what is to be said of each. */
public final class Facts {
  private final StringBuilder rows = new StringBuilder();

  /** Adds a fact. */
  public Facts add(String name, String value) {
    return row(name, HtmlText.escape(value));
  }

  /** Adds a fact that is to be typed as it stands, for instance a command line. */
  public Facts addCode(String name, String value) {
    return row(name, "<code>" + HtmlText.escape(value) + "</code>");
  }

  private Facts row(String name, String value) {
    rows.append("<tr><th>").append(HtmlText.escape(name)).append("</th><td>").append(value);
    rows.append("</td></tr>\n");
    return this;
  }

  String html() {
    return "<table class=\"facts\">\n" + rows + "</table>\n";
  }
}
