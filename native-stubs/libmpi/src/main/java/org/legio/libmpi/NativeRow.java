package org.legio.libmpi;

import java.util.ArrayList;
import java.util.List;

/**
 * One row of the table of natives.
 *
 * @param parameters the names of the native's parameters
 * @param target what does the work: a function's name, {@code Class.method}, {@code &HANDLE} or
 *     {@code -}
 * @param arguments what it is given
 * @param swap names of parameters, in pairs, that an in-place call swaps elsewhere than at the root
 */
record NativeRow(
    List<String> parameters, String target, List<Argument> arguments, List<String> swap) {
  private static final String SWAP = " swap ";

  /**
   * An argument: a name, or a method of {@link Arguments} with the names that it is applied to.
   *
   * @param names empty for a plain name
   * @param isCall whether it is a method
   */
  record Argument(String name, List<String> names, boolean isCall) {}

  /** Whether a function of the MPI library does the work. */
  boolean isFunction() {
    return !isMethod() && !isHandle() && !isNothing();
  }

  /** Whether a static method of this package does the work. */
  boolean isMethod() {
    return target.indexOf('.') > 0;
  }

  /** Whether the native returns a predefined handle. */
  boolean isHandle() {
    return target.startsWith("&");
  }

  /** Whether the native has nothing to do. */
  boolean isNothing() {
    return target.equals("-");
  }

  /** Reads a row behind the native's name: {@code (parameters) target(arguments) swap ...}. */
  static NativeRow parse(String text) {
    int end = text.indexOf(')');
    List<String> parameters = words(text.substring(1, end));
    String rest = text.substring(end + 1).strip();
    List<String> swap = List.of();
    int behind = rest.indexOf(SWAP);
    if (behind > 0) {
      swap = pairs(rest.substring(behind + SWAP.length()));
      rest = rest.substring(0, behind);
    }
    int open = rest.indexOf('(');
    return open < 0
        ? new NativeRow(parameters, rest, List.of(), swap)
        : new NativeRow(
            parameters,
            rest.substring(0, open),
            arguments(rest.substring(open + 1, rest.length() - 1)),
            swap);
  }

  private static List<String> pairs(String text) {
    List<String> sides = words(text);
    String[] some = sides.get(0).split(",");
    String[] others = sides.get(1).split(",");
    List<String> pairs = new ArrayList<>();
    for (int i = 0; i < some.length; i++) {
      pairs.add(some[i]);
      pairs.add(others[i]);
    }
    return pairs;
  }

  private static List<Argument> arguments(String text) {
    List<Argument> arguments = new ArrayList<>();
    int at = 0;
    while (at < text.length()) {
      int space = text.indexOf(' ', at);
      int open = text.indexOf('(', at);
      if (open >= 0 && (space < 0 || open < space)) {
        int close = text.indexOf(')', open);
        arguments.add(
            new Argument(text.substring(at, open), words(text.substring(open + 1, close)), true));
        at = close + 2;
      } else {
        int end = space < 0 ? text.length() : space;
        arguments.add(new Argument(text.substring(at, end), List.of(), false));
        at = end + 1;
      }
    }
    return arguments;
  }

  private static List<String> words(String text) {
    List<String> words = new ArrayList<>();
    for (String word : text.split(" ")) {
      if (!word.isEmpty()) {
        words.add(word);
      }
    }
    return words;
  }
}
