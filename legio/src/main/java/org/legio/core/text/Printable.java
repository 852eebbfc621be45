package org.legio.core.text;

/** Text of a program, or from a connection, on its way to a terminal or a log. */
public final class Printable {
  private static final int MOST = 300;
  private static final String ELLIPSIS = "...";

  private Printable() {}

  /**
   * The text without what a terminal would obey: each control or formatting character, an end of
   * line included, becomes a question mark. What is longer than 300 characters is cut.
   */
  public static String text(String any) {
    String shown = any.length() <= MOST ? any : any.substring(0, MOST) + ELLIPSIS;
    for (int i = 0; i < shown.length(); i++) {
      if (isObeyed(shown.charAt(i))) {
        return replaced(shown);
      }
    }
    return shown;
  }

  private static String replaced(String text) {
    StringBuilder replaced = new StringBuilder(text);
    for (int i = 0; i < text.length(); i++) {
      if (isObeyed(text.charAt(i))) {
        replaced.setCharAt(i, '?');
      }
    }
    return replaced.toString();
  }

  private static boolean isObeyed(char c) {
    return Character.isISOControl(c)
        || Character.getType(c) == Character.FORMAT
        || Character.getType(c) == Character.LINE_SEPARATOR
        || Character.getType(c) == Character.PARAGRAPH_SEPARATOR;
  }
}
