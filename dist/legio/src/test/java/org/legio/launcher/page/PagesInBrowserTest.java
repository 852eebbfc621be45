package org.legio.launcher.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.legio.bench.report.BenchReport;
import org.legio.bench.samples.Sample;
import org.legio.launcher.report.Records;
import org.legio.launcher.report.RunPage;
import org.legio.launcher.report.RunRecord;

/**
 * Has a browser show the pages, each in frames as wide as screens are, in light and in dark, and
 * look at them by a script.
 */
class PagesInBrowserTest {
  private static final List<Integer> WIDTHS = List.of(420, 800, 1280);
  private static final List<String> MODES = List.of("light", "dark");

  private static final String NO_BROWSER =
      Chromium.NAME + " is not on PATH: no page is looked at in a browser; install that package";

  private static String run(String file) throws IOException {
    return new RunPage(RunRecord.parse(Records.text(file))).html();
  }

  /** A page with each kind of plot, and with results that cannot be relied on. */
  private static String bench() {
    List<Sample> samples = new ArrayList<>();
    List<String> configurations =
        List.of("without agent", "flat", "flat without board", "hierarchical", "ULFM by hand");
    for (String configuration : configurations) {
      double factor = 1 + configurations.indexOf(configuration) / 10.0;
      for (int round = 0; round < 4; round++) {
        double value = factor * (10 + round);
        double noise = round < 2 && configuration.equals("hierarchical") ? 3 : 1;
        for (int bytes : List.of(4, 4096, 4 << 20)) {
          samples.add(
              new Sample(
                  "sizes",
                  configuration,
                  "bcast",
                  2,
                  bytes,
                  round,
                  new Sample.Measured(value, "us", noise)));
        }
        samples.add(
            new Sample(
                "applications",
                configuration,
                "docking",
                4,
                0,
                round,
                new Sample.Measured(value, "ms", noise)));
        for (String phase : List.of("total", "detection", "agree", "shrink", "rebuild", "repeat")) {
          String operation = "death of a master: " + phase;
          samples.add(
              new Sample(
                  "repair",
                  configuration,
                  operation,
                  4,
                  0,
                  round,
                  new Sample.Measured(value, "ms", noise)));
        }
      }
    }
    samples.add(
        new Sample("sizes", "hierarchical", "bcast", 2, 4, 4, new Sample.Measured(1, "us", 9)));
    return new BenchReport(
            Map.of("command", "bin/legio bench --quick --out 'a folder'", "cores", "2"),
            samples,
            List.of())
        .html();
  }

  /** A page whose style is so wrong that each check has something to find. */
  private static String spoilt(String page) {
    return page.replace(
        "</style>",
        "body { color: #888; } .number { text-align: left; } .scroll { overflow: visible; }"
            + " svg.names { width: 2em; } td { white-space: nowrap; }</style>");
  }

  private static String frames(Map<String, String> pages) {
    StringBuilder html = new StringBuilder("<!DOCTYPE html><meta charset=\"utf-8\"/><body>");
    pages.forEach(
        (name, page) -> {
          for (int width : WIDTHS) {
            for (String mode : MODES) {
              html.append("<iframe title=\"%s, %d px, %s\"".formatted(name, width, mode));
              html.append(" style=\"width: %dpx; height: 900px; ".formatted(width));
              html.append("border: 0; color-scheme: %s\" srcdoc=\"".formatted(mode));
              html.append(HtmlText.escape(page)).append("\"></iframe>\n");
            }
          }
        });
    String checks = Html.resource(PagesInBrowserTest.class, "checks.js");
    return html.append("<script>").append(checks).append("</script>").toString();
  }

  @Test
  void pagesAreRightOnNarrowAndWideScreensInLightAndDark(@TempDir Path folder) throws Exception {
    Optional<Chromium> browser = Chromium.find();
    if (browser.isEmpty()) {
      System.out.println("legio: " + NO_BROWSER);
    }
    assumeTrue(browser.isPresent(), NO_BROWSER);
    Map<String, String> pages = new LinkedHashMap<>();
    pages.put("run", run("two-deaths.json"));
    pages.put("bench", bench());
    pages.put("spoilt", spoilt(run("two-deaths.json")));
    Path page = Files.writeString(folder.resolve("frames.html"), frames(pages));
    List<String> found = browser.orElseThrow().document(page, folder).lines().toList();
    List<String> wrong = found.stream().filter(line -> line.contains("wrong in ")).toList();
    assertThat(wrong).filteredOn(line -> !line.contains("wrong in spoilt")).isEmpty();
    assertThat(String.join("\n", wrong))
        .as("what was spoilt is found")
        .contains("has contrast", "is aligned left", "wide, the screen", "outside of its drawing");
    List<String> checked = found.stream().filter(line -> line.contains("checked ")).toList();
    assertThat(checked)
        .hasSize(pages.size() * WIDTHS.size() * MODES.size())
        .as("something of each kind was looked at")
        .noneMatch(line -> line.contains(":0"));
    assertThat(checked)
        .filteredOn(line -> line.contains("px, dark"))
        .as("the background")
        .allMatch(line -> line.contains("rgb(21, 24, 28)"));
  }
}
