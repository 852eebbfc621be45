package org.legio.launcher.page;

/** Text as a part of a page. */
public final class HtmlText {
  private HtmlText() {}

  /** Text as it stands in HTML, also between quotes. */
  public static String escape(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
