package org.legio.bench.figures;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.legio.bench.plan.Figure;
import org.legio.bench.samples.Sample;
import org.legio.bench.samples.Sample.Measured;

class FigureTest {
  private static final FigureTable.Origin ORIGIN =
      new FigureTable.Origin("2026-11-27; commit 0; bin/legio bench", "m100", 8, "Open MPI");

  @TempDir private Path folder;

  private static Sample repair(String configuration, int ranks, int round, double ms) {
    return new Sample(
        "repair",
        configuration,
        "death of a master: total",
        ranks,
        0,
        round,
        new Measured(ms, "ms", 1));
  }

  private static Sample sample(String part, String configuration, String operation, int bytes) {
    return new Sample(part, configuration, operation, 4, bytes, 0, new Measured(3, "us", 1));
  }

  @Test
  void namesLayoutLocalSizeAndDeathsInColumns() {
    List<String> lines =
        new FigureTable(ORIGIN)
            .lines(
                List.of(
                    repair("hierarchical:optimum", 256, 0, 20.5),
                    repair("hierarchical:4", 256, 0, 21),
                    repair("ULFM by hand", 256, 1, 22),
                    sample("ep", "flat (2 deaths)", "EP class C", 0),
                    sample("applications", "hierarchical:3 (1 death)", "EP class C", 0),
                    sample("sizes", "embedded: without agent", "bcast", 64)));
    assertThat(lines)
        .containsExactly(
            "# 2026-11-27; commit 0; bin/legio bench",
            "cluster,hosts,mpi,operation,ranks,bytes,layout,local_size,deaths,round,repetition,"
                + "value,unit,noise",
            "m100,8,Open MPI,death of a master: total,256,0,hierarchical,8,,1,1,20.5000,ms,1.00",
            "m100,8,Open MPI,death of a master: total,256,0,hierarchical,4,,1,1,21.0000,ms,1.00",
            "m100,8,Open MPI,death of a master: total,256,0,ULFM by hand,,,2,1,22.0000,ms,1.00",
            "m100,8,Open MPI,EP class C,4,0,flat,,2,1,1,3.0000,us,1.00",
            "m100,8,Open MPI,EP class C,4,0,hierarchical,3,1,1,1,3.0000,us,1.00",
            "m100,8,embedded,bcast,4,64,without agent,,,1,1,3.0000,us,1.00");
  }

  @Test
  void countsRepetitionsWithinEachRound() {
    List<String> lines =
        new FigureTable(ORIGIN)
            .lines(
                List.of(repair("flat", 4, 0, 1), repair("flat", 4, 0, 2), repair("flat", 4, 1, 3)));
    assertThat(lines.subList(2, 5))
        .extracting(line -> line.replaceAll(".*flat,,,(\\d+,\\d+),.*", "$1"))
        .containsExactly("1,1", "1,2", "2,1");
  }

  @Test
  void drawsABoxForEachConfigurationAndNumberOfRanks() throws Exception {
    List<Sample> samples = new ArrayList<>();
    for (int ranks : List.of(8, 4)) {
      for (String configuration : List.of("flat", "hierarchical:2")) {
        for (int round = 0; round < 5; round++) {
          samples.add(repair(configuration, ranks, round, 10 * ranks + round));
        }
      }
    }
    String svg = FigureDrawing.of(Figure.REPAIR, samples);
    requireXml(svg);
    assertThat(svg)
        .contains("5.6 repair time against ranks: death of a master: total", ">time, ms</text>")
        .containsSubsequence(">4</text>", ">8</text>")
        .as("programs that convert SVG know no variables")
        .doesNotContain("var(");
    assertThat(svg.split(" Z\" fill=\"none\"", -1)).as("two in the legend").hasSize(1 + 2 + 4);
  }

  @Test
  void drawsLinesOverSizesInAPanelForEachNumberOfRanks() throws Exception {
    String svg =
        FigureDrawing.of(
            Figure.BCAST_BY_SIZE,
            List.of(
                sample("sizes", "flat", "bcast", 4),
                sample("sizes", "flat", "bcast", 1024),
                sample("sizes", "without agent", "bcast", 4)));
    requireXml(svg);
    assertThat(svg).contains("5.1 MPI_Bcast against message size: 4 ranks", ">1 KB</text>");
  }

  @Test
  void drawsDeathsInPanelsOfTheirOwn() throws Exception {
    String svg =
        FigureDrawing.of(
            Figure.EP,
            List.of(
                sample("ep", "flat (0 deaths)", "EP class A", 0),
                sample("ep", "flat (1 death)", "EP class A", 0),
                sample("ep", "flat (2 deaths)", "EP class A", 0),
                sample("ep", "flat (0 deaths)", "EP class B", 0)));
    requireXml(svg);
    assertThat(svg)
        .contains(
            "width=\"1440\" height=\"728\"",
            "EP class A</text>",
            "EP class A, 1 death</text>",
            "EP class A, 2 deaths</text>",
            "EP class B</text>",
            ">flat</text>")
        .doesNotContain("flat (");
  }

  private static void requireXml(String svg) throws Exception {
    Path file = Files.createTempFile("figure", ".svg");
    try {
      Files.writeString(file, svg);
      DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(file.toFile());
    } finally {
      Files.delete(file);
    }
  }

  @Test
  void writesOnlyFiguresThatThereAreSamplesFor() {
    List<Sample> samples = List.of(sample("ranks", "flat", "bcast", 4), repair("flat", 4, 0, 1));
    List<Path> drawings =
        new FigureFolder(folder, ORIGIN)
            .write(Set.of(Figure.BCAST, Figure.BARRIER, Figure.BCAST_BY_SIZE), samples);
    assertThat(drawings).containsExactly(folder.resolve("figure-5.3.svg"));
    assertThat(folder.resolve("figure-5.3.csv"))
        .content()
        .contains("bcast")
        .doesNotContain("death of");
  }
}
