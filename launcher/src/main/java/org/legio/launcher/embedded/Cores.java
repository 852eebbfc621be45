package org.legio.launcher.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Binds processes to cores, by the program {@code taskset} of Linux. */
final class Cores {
  private static final String PROGRAM = "taskset";
  private static final Path STATUS = Path.of("/proc/self/status");
  private static final String ALLOWED = "Cpus_allowed_list:";

  private final List<Integer> allowed;

  /**
   * Looks which cores this process may use.
   *
   * @throws IllegalArgumentException if processes cannot be bound here
   */
  Cores() {
    if (SearchPath.find(PROGRAM).isEmpty()) {
      throw new IllegalArgumentException(
          "--bind-to core: the program taskset is not on PATH (it is Linux's, in util-linux);"
              + " install it, or write --bind-to none");
    }
    try (Stream<String> lines = Files.lines(STATUS)) {
      allowed =
          numbers(
              lines
                  .filter(line -> line.startsWith(ALLOWED))
                  .map(line -> line.substring(ALLOWED.length()).strip())
                  .findFirst()
                  .orElse("0"));
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "--bind-to core: " + STATUS + " does not say which cores there are; write --bind-to none",
          e);
    }
  }

  /** The numbers of a list such as {@code 0-3,8}. */
  static List<Integer> numbers(String list) {
    List<Integer> numbers = new ArrayList<>();
    for (String part : list.split(",", -1)) {
      String[] ends = part.split("-", 2);
      int last = Integer.parseInt(ends[ends.length - 1]);
      for (int core = Integer.parseInt(ends[0]); core <= last; core++) {
        numbers.add(core);
      }
    }
    return numbers;
  }

  /**
   * What comes before the command of a process.
   *
   * @param place its number among those of this host
   */
  List<String> prefix(int place) {
    return List.of(PROGRAM, "-c", String.valueOf(allowed.get(place % allowed.size())));
  }
}
