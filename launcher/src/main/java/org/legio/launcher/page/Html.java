package org.legio.launcher.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Builds a page of HTML that needs no other file. */
public final class Html {
  private final StringBuilder body = new StringBuilder();
  private final String title;

  public Html(String title) {
    this.title = title;
    add("h1", title);
  }

  /** Adds an element with text in it. */
  public Html add(String element, String text) {
    body.append('<').append(element).append('>').append(HtmlText.escape(text));
    body.append("</").append(element).append(">\n");
    return this;
  }

  /** Adds the sentence that says what the page comes to. */
  public Html lead(String text) {
    body.append("<p class=\"lead\">").append(HtmlText.escape(text)).append("</p>\n");
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
    body.append("<figure><figcaption>").append(HtmlText.escape(caption)).append("</figcaption>\n");
    body.append(svg).append("</figure>\n");
  }

  /** Adds a piece of HTML. */
  public void piece(String html) {
    body.append(html);
  }

  /** Adds a table. */
  public Html table(Table table) {
    body.append(table.html());
    return this;
  }

  /** Adds facts. */
  public void facts(Facts facts) {
    body.append(facts.html());
  }

  /** A text that is packaged beside a class. */
  public static String resource(Class<?> beside, String name) {
    try (InputStream in = beside.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException(name + " is missing beside " + beside.getName());
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public String toString() {
    return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
        + "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n<title>"
        + HtmlText.escape(title)
        + "</title>\n<style>\n"
        + resource(Html.class, "page.css")
        + "</style>\n</head>\n<body>\n"
        + body
        + "</body>\n</html>\n";
  }
}
