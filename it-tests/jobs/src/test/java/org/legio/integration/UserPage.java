package org.legio.integration;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A page of the documents, or a section of it: the code that it shows between fences, and what it
 * sets off by an indent of four.
 */
record UserPage(String name, String text) {
  /** The folder of the sources. */
  static final Path ROOT =
      Path.of(System.getProperty("legio.jar"))
          .toAbsolutePath()
          .normalize()
          .getParent()
          .getParent()
          .getParent();

  private static final Pattern FENCED = Pattern.compile("(?s)```(\\w+)\n(.*?)```");
  private static final Pattern COMMENT = Pattern.compile("\\s{2,}#.*");

  /** Reads a page, named from the sources' folder. */
  static UserPage of(String name) throws IOException {
    return new UserPage(name, Files.readString(ROOT.resolve(name)));
  }

  /** All pages that users read. */
  static List<UserPage> all() throws IOException {
    List<UserPage> all = new ArrayList<>();
    all.add(of("README.md"));
    for (String folder : List.of("docs/guide", "docs/reference")) {
      try (Stream<Path> pages = Files.list(ROOT.resolve(folder))) {
        for (Path page : pages.sorted().toList()) {
          all.add(of(ROOT.relativize(page).toString()));
        }
      }
    }
    return all;
  }

  /** The part below a heading of the second level. */
  UserPage section(String heading) {
    int begin = text.indexOf("## " + heading + "\n");
    if (begin < 0) {
      throw new AssertionError(name + " has no section " + heading);
    }
    int end = text.indexOf("\n## ", begin);
    return new UserPage(name, text.substring(begin, end < 0 ? text.length() : end));
  }

  /** The first code in a language. */
  String code(String language) {
    Matcher fenced = FENCED.matcher(text);
    while (fenced.find()) {
      if (fenced.group(1).equals(language)) {
        return fenced.group(2);
      }
    }
    throw new AssertionError(name + " shows no " + language);
  }

  /** What is set off by an indent, without comments behind it; a line may end with a backslash. */
  List<String> indented() {
    return FENCED
        .matcher(text)
        .replaceAll("")
        .replace("\\\n", "")
        .lines()
        .filter(line -> line.startsWith("    "))
        .map(line -> COMMENT.matcher(line.strip()).replaceAll(""))
        .toList();
  }

  /** The indented lines that begin with one of these words. */
  List<String> commands(String... words) {
    return indented().stream()
        .filter(line -> Stream.of(words).anyMatch(word -> line.startsWith(word + " ")))
        .toList();
  }
}
