package org.legio.figures;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Counts properties of the code that make it easy to read. The limits are the present numbers: they
 * may go down, but never up.
 */
class FiguresTest {
  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
  private static final int MANY_PARAMETERS = 8;
  private static final int LONG_METHOD = 30;
  private static final int VERY_LONG_METHOD = 50;

  private static List<Path> mainFolders(String... modules) {
    return Stream.of(modules).map(module -> ROOT.resolve(module).resolve("src/main/java")).toList();
  }

  private static final String[] ALL = {
    "ulfm-shim",
    "legio",
    "hierarchical",
    "agent/agent",
    "agent/launcher",
    "native-stubs/lanes",
    "native-stubs/runtime",
    "it-tests"
  };

  @Test
  void theCoreIsShort() throws IOException {
    SourceFiles core = SourceFiles.below(mainFolders("legio", "hierarchical"));
    System.out.printf("figures: %d main lines of legio and hierarchical%n", core.lines());
    for (SourceFiles.Source source : core.longest(5)) {
      System.out.printf("figures: %5d %s%n", source.lines(), ROOT.relativize(source.file()));
    }
    assertThat(core.longest(1).get(0).lines()).isLessThan(500);
  }

  @Test
  void argumentListsAreShort() throws IOException {
    List<SourceFiles.Method> longLists =
        SourceFiles.below(mainFolders(ALL)).methods().stream()
            .filter(method -> method.parameters() >= MANY_PARAMETERS)
            .toList();
    System.out.printf("figures: %d methods with 8 or more parameters%n", longLists.size());
    assertThat(longLists.size()).isLessThanOrEqualTo(52);
  }

  @Test
  void methodsAreShort() throws IOException {
    for (String module : List.of("legio", "hierarchical")) {
      List<SourceFiles.Method> methods = SourceFiles.below(mainFolders(module)).methods();
      long over30 = methods.stream().filter(method -> method.lines() > LONG_METHOD).count();
      long over50 = methods.stream().filter(method -> method.lines() > VERY_LONG_METHOD).count();
      System.out.printf(
          "figures: %s: %d methods, %.1f %% over 50 lines, %.1f %% over 30%n",
          module, methods.size(), 100.0 * over50 / methods.size(), 100.0 * over30 / methods.size());
      assertThat(over50).as(module).isZero();
      assertThat(over30).as(module).isLessThanOrEqualTo(methods.size() / 50);
    }
  }
}
