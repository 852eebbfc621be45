package org.legio;

import java.io.IOException;
import java.io.UncheckedIOException;
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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The project's pages, and what they name in the project's sources. */
final class Documents {
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
  private static final Pattern CODE = Pattern.compile("`([^`]+)`");
  private static final Pattern HEADING = Pattern.compile("^#+ +(.+)$", Pattern.MULTILINE);
  private static final Pattern FENCED =
      Pattern.compile("^```.*?^```$", Pattern.MULTILINE | Pattern.DOTALL);
  private static final Pattern CLASS_NAME =
      Pattern.compile("([A-Z][A-Za-z0-9]*[a-z][A-Za-z0-9]*)(?:\\.([A-Za-z]\\w*))?(?:\\(.*\\))?");
  private static final Pattern QUALIFIED = Pattern.compile("org\\.legio(?:\\.\\w+)+");
  private static final Pattern DECLARATION =
      Pattern.compile("\\b(?:class|interface|record|enum) ([A-Z]\\w*)([^{;\"]*)\\{");
  private static final Pattern TYPE = Pattern.compile("\\b[A-Z]\\w*");
  private static final Pattern PAGE_IN_SOURCE =
      Pattern.compile("\\bdocs/[\\w/-]+\\.(?:md|csv|svg)\\b");

  private final Path root;
  private final Path index;
  private final Map<Path, String> pages;
  private final List<Path> sources;

  private Documents(Path root, Map<Path, String> pages, List<Path> sources) {
    this.root = root;
    this.index = root.resolve("docs").resolve("README.md");
    this.pages = pages;
    this.sources = sources;
  }

  /**
   * Reads {@code README.md} and all pages below {@code docs}.
   *
   * @param folder the project's
   */
  static Documents of(Path folder) throws IOException {
    Path root = folder.toAbsolutePath().normalize();
    Map<Path, String> pages = new HashMap<>();
    pages.put(root.resolve("README.md"), Files.readString(root.resolve("README.md")));
    for (Path page : filesBelow(root.resolve("docs"), ".md")) {
      pages.put(page, Files.readString(page));
    }
    return new Documents(root, pages, sourcesOf(root));
  }

  private static List<Path> sourcesOf(Path root) throws IOException {
    return filesBelow(root, ".java").stream()
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

  /** Pages below {@code docs} that no way of links from the index leads to. */
  List<String> unreached() {
    Set<Path> unreached = new TreeSet<>(pages.keySet());
    unreached.remove(root.resolve("README.md"));
    Deque<Path> ahead = new ArrayDeque<>(List.of(index));
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
   * Names in code type that look like the project's, but are not in its sources: a class, a method
   * of a class, a package.
   *
   * @param others classes that are not the project's
   */
  List<String> unknownNames(Set<String> others) throws IOException {
    Names names = Names.of(sources, others);
    List<String> unknown = new ArrayList<>();
    pages.forEach(
        (page, text) ->
            CODE.matcher(FENCED.matcher(text).replaceAll(""))
                .results()
                .map(code -> code.group(1))
                .filter(code -> !names.isKnown(code))
                .forEach(code -> unknown.add(root.relativize(page) + ": " + code)));
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

  private static List<Path> filesBelow(Path folder, String ending) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(file -> file.toString().endsWith(ending)).sorted().toList();
    }
  }

  /**
   * The classes, methods and packages that there are.
   *
   * @param textOfClass the sources that declare a class of this name
   * @param headOfClass what these declarations say between the name and the brace
   */
  private record Names(
      Map<String, String> textOfClass,
      Map<String, String> headOfClass,
      Set<String> packages,
      Set<String> others) {

    static Names of(List<Path> sources, Set<String> others) throws IOException {
      Map<String, String> textOfClass = new HashMap<>();
      Map<String, String> headOfClass = new HashMap<>();
      Set<String> packages = new TreeSet<>();
      for (Path source : sources) {
        String text = Files.readString(source);
        packages.add(packageOf(source));
        DECLARATION
            .matcher(text)
            .results()
            .forEach(
                name -> {
                  textOfClass.merge(name.group(1), text, String::concat);
                  headOfClass.merge(name.group(1), name.group(2), String::concat);
                });
      }
      return new Names(textOfClass, headOfClass, packages, others);
    }

    private static String packageOf(Path source) {
      try (Stream<String> lines = Files.lines(source)) {
        return lines
            .filter(line -> line.startsWith("package "))
            .map(line -> line.substring("package ".length(), line.indexOf(';')))
            .findFirst()
            .orElse("");
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    boolean isKnown(String code) {
      if (QUALIFIED.matcher(code).matches()) {
        return isKnownQualified(code);
      }
      Matcher name = CLASS_NAME.matcher(code);
      return !name.matches() || isKnown(name.group(1), name.group(2));
    }

    private boolean isKnownQualified(String name) {
      int dot = name.lastIndexOf('.');
      return packages.stream().anyMatch(one -> one.equals(name) || one.startsWith(name + "."))
          || (packages.contains(name.substring(0, dot))
              && textOfClass.containsKey(name.substring(dot + 1)));
    }

    private boolean isKnown(String owner, @Nullable String member) {
      return textOfClass.containsKey(owner)
          ? member == null || has(owner, member, new HashSet<>())
          : others.contains(owner);
    }

    /** Whether a class, or one above it, declares a method. */
    private boolean has(String owner, String method, Set<String> seen) {
      Pattern declaration =
          Pattern.compile("[\\w\\]>?](?<!\\b(?:return|new|throw|else|assert)) +" + method + "\\(");
      return seen.add(owner)
          && (declaration.matcher(textOfClass.getOrDefault(owner, "")).find()
              || TYPE.matcher(headOfClass.getOrDefault(owner, ""))
                  .results()
                  .anyMatch(above -> has(above.group(), method, seen)));
    }
  }
}
