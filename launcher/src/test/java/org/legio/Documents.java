package org.legio;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The project's pages, and what they name in the project's sources. */
final class Documents {
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
  private static final Pattern CODE = Pattern.compile("`([^`]+)`");
  private static final Pattern HEADING = Pattern.compile("^#+ +(.+)$", Pattern.MULTILINE);
  private static final Pattern FENCED =
      Pattern.compile("^```.*?^```$", Pattern.MULTILINE | Pattern.DOTALL);
  private static final Pattern CLASS_NAME =
      Pattern.compile("([A-Z][A-Za-z0-9]*[a-z][A-Za-z0-9]*)(?:\\.[A-Za-z]\\w*)?(?:\\(.*\\))?");
  private static final Pattern DECLARATION =
      Pattern.compile("\\b(?:class|interface|record|enum) ([A-Z]\\w*)");
  private static final Pattern PAGE_IN_SOURCE =
      Pattern.compile("\\bdocs/[\\w/-]+\\.(?:md|csv|svg)\\b");

  private final Path root;
  private final Map<Path, String> pages;
  private final List<Path> sources;

  private Documents(Path root, Map<Path, String> pages, List<Path> sources) {
    this.root = root;
    this.pages = pages;
    this.sources = sources;
  }

  /**
   * Reads the pages beside the sources and all below {@code docs}.
   *
   * @param folder the project's
   */
  static Documents of(Path folder) throws IOException {
    Path root = folder.toAbsolutePath().normalize();
    Map<Path, String> pages = new HashMap<>();
    for (Path page : filesBelow(root, ".md", 1)) {
      pages.put(page, Files.readString(page));
    }
    for (Path page : filesBelow(root.resolve("docs"), ".md", Integer.MAX_VALUE)) {
      pages.put(page, Files.readString(page));
    }
    return new Documents(root, pages, sourcesOf(root));
  }

  private static List<Path> sourcesOf(Path root) throws IOException {
    return filesBelow(root, ".java", Integer.MAX_VALUE).stream()
        .filter(file -> !root.relativize(file).toString().contains("target/"))
        .toList();
  }

  /** Relative links that lead to no file, or to no heading of it. */
  List<String> deadLinks() {
    List<String> dead = new ArrayList<>();
    pages.forEach(
        (page, text) ->
            links(text)
                .filter(link -> !leadsSomewhere(page, link))
                .forEach(link -> dead.add(root.relativize(page) + ": " + link)));
    return sorted(dead);
  }

  private boolean leadsSomewhere(Path page, String link) {
    int hash = link.indexOf('#');
    String file = hash < 0 ? link : link.substring(0, hash);
    Path target = file.isEmpty() ? page : target(page, file);
    if (!Files.exists(target)) {
      return false;
    }
    return hash < 0 || anchors(pages.getOrDefault(target, "")).contains(link.substring(hash + 1));
  }

  private static Path target(Path page, String file) {
    return page.resolveSibling(file).normalize();
  }

  private static List<String> anchors(String text) {
    return HEADING
        .matcher(text)
        .results()
        .map(heading -> heading.group(1).toLowerCase(Locale.ROOT))
        .map(heading -> heading.replaceAll("[^\\w\\s-]", "").replace(' ', '-'))
        .toList();
  }

  /** Pages that no way of links from the README leads to. */
  List<String> unreached() {
    Set<Path> unreached = new TreeSet<>(pages.keySet());
    Deque<Path> ahead = new ArrayDeque<>(List.of(root.resolve("README.md")));
    while (!ahead.isEmpty()) {
      Path page = ahead.remove();
      if (unreached.remove(page)) {
        links(pages.getOrDefault(page, ""))
            .forEach(link -> ahead.add(target(page, link.replaceAll("#.*", ""))));
      }
    }
    return unreached.stream().map(page -> root.relativize(page).toString()).toList();
  }

  /**
   * Classes in code type that the sources do not declare.
   *
   * @param others classes that are not the project's
   */
  List<String> unknownClasses(Set<String> others) throws IOException {
    Set<String> known = new HashSet<>(others);
    for (Path source : sources) {
      DECLARATION
          .matcher(Files.readString(source))
          .results()
          .forEach(declaration -> known.add(declaration.group(1)));
    }
    List<String> unknown = new ArrayList<>();
    pages.forEach(
        (page, text) ->
            CODE.matcher(FENCED.matcher(text).replaceAll(""))
                .results()
                .map(code -> CLASS_NAME.matcher(code.group(1)))
                .filter(name -> name.matches() && !known.contains(name.group(1)))
                .forEach(name -> unknown.add(root.relativize(page) + ": " + name.group())));
    return sorted(unknown);
  }

  /** Pages that a source names, in a comment or in what it prints, and that are not there. */
  List<String> pagesMissedBySources() throws IOException {
    List<String> missed = new ArrayList<>();
    for (Path source : sources) {
      PAGE_IN_SOURCE
          .matcher(Files.readString(source))
          .results()
          .map(page -> page.group())
          .filter(page -> !Files.exists(root.resolve(page)))
          .forEach(page -> missed.add(source.getFileName() + ": " + page));
    }
    return sorted(missed);
  }

  private static Stream<String> links(String text) {
    return LINK.matcher(FENCED.matcher(text).replaceAll(""))
        .results()
        .map(link -> link.group(1))
        .filter(link -> !link.contains("://"));
  }

  private static List<String> sorted(Collection<String> findings) {
    return findings.stream().distinct().sorted().toList();
  }

  private static List<Path> filesBelow(Path folder, String ending, int depth) throws IOException {
    try (Stream<Path> files = Files.walk(folder, depth)) {
      return files.filter(file -> file.toString().endsWith(ending)).sorted().toList();
    }
  }
}
