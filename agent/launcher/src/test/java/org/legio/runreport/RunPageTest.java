package org.legio.runreport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

class RunPageTest {
  private static final String BROWSER = "chromium";

  private static String report(int ranks, List<Integer> dead) {
    String lost =
        dead.stream()
            .map(
                rank ->
                    """
                    {"rank": %d, "noticedAfterSeconds": %d.5, "noticedAt": "2026-01-01T00:00:00Z",
                     "call": "reduce"}"""
                        .formatted(rank, 1 + dead.indexOf(rank)))
            .collect(Collectors.joining(","));
    return """
        {"ranks": %d, "reporter": 0, "began": "2026-01-01T00:00:00Z", "seconds": 9.5,
         "lost": [%s], "shareLost": 0.1,
         "repairs": [{"communicator": "<WORLD & more>", "lost": [1], "lostInWorld": [1], "left": 3,
           "size": 4, "call": "reduce", "beganAfterSeconds": 1.6, "milliseconds": 12.25}],
         "skipped": {"send": 2}, "firstSkipped": [{"call": "send", "role": "destination", "rank": 1,
           "isDead": true, "afterSeconds": 2.0}],
         "repeated": {}, "published": 678, "voted": 123, "agreed": 45, "passedThrough": 0,
         "spheres": [{"replicas": 2, "lost": 1, "restarts": 3, "catchUpMilliseconds": 417,
           "behind": 55}], "keptBytes": 1572864, "fullness": 0.25}
        """
        .formatted(ranks, lost);
  }

  private static String html(int ranks, List<Integer> dead) throws IOException {
    RunRecord run = RunRecord.parse(report(ranks, dead));
    return new RunPage("-cp a.jar 'A & <B>'", 0, 10.25, Optional.of(run), "").html();
  }

  private static Document parsed(String html) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(html)));
  }

  /** What a pointer over each thing of a kind shows. */
  private static List<String> titles(Document page, String kind) {
    NodeList groups = page.getElementsByTagName("g");
    return IntStream.range(0, groups.getLength())
        .mapToObj(i -> (Element) groups.item(i))
        .filter(group -> group.getAttribute("class").equals(kind))
        .map(group -> group.getElementsByTagName("title").item(0).getTextContent())
        .toList();
  }

  private static List<String> texts(Document page, String element) {
    NodeList found = page.getElementsByTagName(element);
    return IntStream.range(0, found.getLength())
        .mapToObj(i -> found.item(i).getTextContent())
        .toList();
  }

  @Test
  void eachRankHasARowAndEachEventAPlace() throws Exception {
    Document page = parsed(html(4, List.of(1, 3)));
    assertThat(titles(page, "rank"))
        .containsExactly(
            "rank 0: alive to the end",
            "rank 1: dead, noticed after 1.500 s in reduce",
            "rank 2: alive to the end",
            "rank 3: dead, noticed after 2.500 s in reduce");
    assertThat(titles(page, "ranks")).isEmpty();
    assertThat(titles(page, "repair"))
        .containsExactly("R1: <WORLD & more> lost [1] in reduce, repaired in 12.3 ms");
    assertThat(titles(page, "skip"))
        .containsExactly("send skipped after 2.000 s: its destination, rank 1, is dead");
    assertThat(texts(page, "td"))
        .contains("2 of 4 (50.0 %): [1, 3]", "-cp a.jar 'A & <B>'", "R1", "12.3")
        .contains("417", "55")
        .contains("678 on a board, 123 by votes there, 45 by agreements of MPI's");
  }

  @Test
  void whatIsKeptIsSaid() throws Exception {
    assertThat(texts(parsed(html(1, List.of())), "p"))
        .contains(
            "Kept: 1.5 MB of messages, votes and decisions; the fullest part of the room for them was"
                + " 25 % full.");
  }

  @Test
  void ofManyRanksThoseWithoutEventsShareRows() throws Exception {
    Document page = parsed(html(300, List.of(7, 8, 299)));
    assertThat(titles(page, "rank"))
        .extracting(title -> title.replaceFirst(":.*", ""))
        .containsExactly("rank 0", "rank 7", "rank 8", "rank 299");
    assertThat(titles(page, "ranks"))
        .containsExactly("ranks 1 to 6: alive to the end", "ranks 9 to 298: alive to the end");
  }

  @Test
  void thePageNeedsNothingElse() throws IOException {
    assertThat(html(4, List.of(1)).replace("http://www.w3.org/2000/svg", ""))
        .doesNotContain("http", "src=", "href=", "@import", "url(", "<script");
  }

  @Test
  void aJobWithoutAReportIsSaidToHaveNone() throws Exception {
    Document page =
        parsed(new RunPage("-cp a.jar A", 137, 3, Optional.empty(), "mpirun was killed").html());
    assertThat(texts(page, "p")).containsExactly("The job has ended without a report.");
    assertThat(texts(page, "pre")).containsExactly("mpirun was killed");
    assertThat(texts(page, "td")).contains("137");
  }

  @Test
  void whatIsNoReportIsRefusedWithWhatIsWrong() {
    assertThatThrownBy(() -> RunRecord.parse("[1]")).hasMessageContaining("not an object of JSON");
    assertThatThrownBy(() -> RunRecord.parse("{\"ranks\": \"a\"}"))
        .hasMessageContaining("\"ranks\" is not a number but a");
    assertThatThrownBy(() -> RunRecord.parse("{\"ranks\": 4")).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> RunRecord.parse("{\"ranks\": 4}"))
        .hasMessageContaining("there is no \"reporter\" among [ranks]");
  }

  /** In a browser: the dead rank's cross is where its bar ends, and the page is not blank. */
  @Test
  void aBrowserShowsIt(@TempDir Path folder) throws Exception {
    Optional<Path> browser = which(BROWSER);
    assumeTrue(
        browser.isPresent(), BROWSER + " is not on PATH: the page is not tried in a browser");
    Path page = Files.writeString(folder.resolve("run.html"), html(8, List.of(1, 3)));
    Path picture = folder.resolve("run.png");
    Process process = new ProcessBuilder(line(browser.get(), folder, picture, page)).start();
    try {
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).as("ended within 60 s").isTrue();
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly().waitFor();
    }
    var image = ImageIO.read(picture.toFile());
    long crosses = 0;
    long bars = 0;
    for (int x = 0; x < image.getWidth(); x++) {
      for (int y = 0; y < image.getHeight(); y++) {
        int color = image.getRGB(x, y) & 0xffffff;
        crosses += color == 0xd55e00 ? 1 : 0;
        bars += color == 0x56b4e9 ? 1 : 0;
      }
    }
    assertThat(crosses).as("pixels of crosses").isGreaterThan(20);
    assertThat(bars).as("pixels of bars").isGreaterThan(10_000);
  }

  private static List<String> line(Path browser, Path folder, Path picture, Path page) {
    return new ArrayList<>(
        List.of(
            browser.toString(),
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--user-data-dir=" + folder.resolve("profile"),
            "--window-size=1400,1200",
            "--screenshot=" + picture,
            page.toUri().toString()));
  }

  private static Optional<Path> which(String command) {
    return Stream.of(System.getenv("PATH").split(File.pathSeparator))
        .map(folder -> Path.of(folder, command))
        .filter(Files::isExecutable)
        .findFirst();
  }
}
