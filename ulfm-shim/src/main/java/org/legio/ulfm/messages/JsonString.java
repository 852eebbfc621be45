package org.legio.ulfm.messages;

import java.util.Locale;

/** Writes text as a string of JSON. */
public final class JsonString {
  private JsonString() {}

  /** The text between quotes; quotes, backslashes, controls and surrogates in it are escaped. */
  public static String quoted(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        quoted.append('\\').append(c);
      } else if (c < ' ' || Character.isSurrogate(c)) {
        quoted.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
      } else {
        quoted.append(c);
      }
    }
    return quoted.append('"').toString();
  }
}
