package org.legio.page;

import java.util.List;

/** Builds a page of HTML that needs no other file. */
public final class Html {
  private static final String STYLE =
      """
      body { font-family: sans-serif; color: #222; max-width: 1340px; margin: 2em auto; padding: 0 1em; }
      figure { display: inline-block; width: 640px; max-width: 100%; margin: 0 8px 1.5em 0; vertical-align: top; }
      figure.wide { display: block; width: 100%; }
      figcaption { font-weight: bold; margin: 0.5em 0; }
      svg { width: 100%; height: auto; border: 1px solid #ddd; }
      table { border-collapse: collapse; margin: 0.5em 0 1.5em; font-size: 13px; }
      th, td { border: 1px solid #ccc; padding: 3px 9px; text-align: right; }
      th, td:first-child { background: #f4f4f4; }
      td:first-child, .words td { text-align: left; }
      .words td:first-child { white-space: nowrap; }
      pre { background: #f4f4f4; padding: 0.7em; overflow-x: auto; white-space: pre-wrap; }
      .failure { border-left: 4px solid #d55e00; padding-left: 1em; }
      """;

  private final StringBuilder body = new StringBuilder();
  private final String title;

  public Html(String title) {
    this.title = title;
    add("h1", title);
  }

  /** Adds an element with text in it. */
  public Html add(String element, String text) {
    body.append('<').append(element).append('>').append(escape(text));
    body.append("</").append(element).append(">\n");
    return this;
  }

  /** Adds a failure and its message. */
  public void failure(String what, String said) {
    body.append("<div class=\"failure\">");
    add("p", what).add("pre", said);
    body.append("</div>\n");
  }

  /** Adds a drawing with a caption. */
  public void figure(String caption, String svg) {
    body.append("<figure><figcaption>").append(escape(caption)).append("</figcaption>\n");
    body.append(svg).append("</figure>\n");
  }

  /** Adds a drawing that is as wide as the page. */
  public void wideFigure(String caption, String svg) {
    body.append("<figure class=\"wide\"><figcaption>").append(escape(caption));
    body.append("</figcaption>\n").append(svg).append("</figure>\n");
  }

  /** Adds a table, whose first row is its head. Words are aligned left, numbers right. */
  public void table(boolean isOfWords, List<List<String>> rows) {
    body.append(isOfWords ? "<table class=\"words\">\n" : "<table>\n");
    String cell = isOfWords ? "td" : "th";
    for (List<String> row : rows) {
      body.append("<tr>");
      for (String text : row) {
        body.append('<').append(cell).append('>').append(escape(text));
        body.append("</").append(cell).append('>');
      }
      body.append("</tr>\n");
      cell = "td";
    }
    body.append("</table>\n");
  }

  static String escape(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  @Override
  public String toString() {
    return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n<title>"
        + escape(title)
        + "</title>\n<style>\n"
        + STYLE
        + "</style>\n</head>\n<body>\n"
        + body
        + "</body>\n</html>\n";
  }
}
