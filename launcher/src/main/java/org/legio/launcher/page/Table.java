package org.legio.launcher.page;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A table with a head. Columns of numbers are aligned right, those of words left. */
public final class Table {
  /** What stands in a cell between the text and a detail, which goes beneath it. */
  public static final String DETAIL = "\n";

  private record Column(String name, boolean isNumber) {}

  private final List<Column> columns = new ArrayList<>();
  private final List<List<String>> rows = new ArrayList<>();

  /** Adds columns of words. */
  public Table words(String... names) {
    return columns(false, names);
  }

  /** Adds columns of numbers. */
  public Table numbers(String... names) {
    return columns(true, names);
  }

  private Table columns(boolean areNumbers, String... names) {
    Stream.of(names).map(name -> new Column(name, areNumbers)).forEach(columns::add);
    return this;
  }

  /** Adds a row: a cell for each column. */
  public void row(Object... cells) {
    row(Stream.of(cells).map(String::valueOf).toList());
  }

  /** Adds a row: a cell for each column. */
  public void row(List<String> cells) {
    if (cells.size() != columns.size()) {
      throw new IllegalArgumentException(
          cells.size() + " cells " + cells + " for " + columns.size() + " columns");
    }
    rows.add(cells);
  }

  /** Whether it has no rows. */
  public boolean isEmpty() {
    return rows.isEmpty();
  }

  /** The table as HTML, in a box of its own that scrolls when it is wider than the page. */
  String html() {
    StringBuilder html = new StringBuilder("<div class=\"scroll\"><table>\n<thead>");
    row(html, "th", columns.stream().map(Column::name).toList());
    html.append("</thead>\n<tbody>\n");
    rows.forEach(row -> row(html, "td", row));
    return html.append("</tbody></table></div>\n").toString();
  }

  private void row(StringBuilder html, String element, List<String> cells) {
    html.append("<tr>");
    for (int i = 0; i < cells.size(); i++) {
      html.append('<').append(element);
      html.append(columns.get(i).isNumber ? " class=\"number\">" : ">");
      html.append(cell(cells.get(i))).append("</").append(element).append('>');
    }
    html.append("</tr>\n");
  }

  private static String cell(String text) {
    int end = text.indexOf(DETAIL);
    return end < 0
        ? HtmlText.escape(text)
        : HtmlText.escape(text.substring(0, end))
            + " <small>"
            + HtmlText.escape(text.substring(end + DETAIL.length()))
            + "</small>";
  }
}
