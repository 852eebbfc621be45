package org.legio.launcher.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.io.StringReader;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

class RunPageTest {
  private static String report(int ranks, List<Integer> dead) {
    String lost =
        dead.stream()
            .map(
                rank ->
                    """
                    {"rank": %d, "noticedAfterSeconds": %d.5, "noticedAt": "2026-01-01T00:00:00Z",
                     "call": "reduce"}\
                    """
                        .formatted(rank, 1 + dead.indexOf(rank)))
            .collect(Collectors.joining(","));
    return """
    {"ranks": %d, "reporter": 0, "began": "2026-01-01T00:00:00Z", "seconds": 9.5,
     "lost": [%s], "shareLost": 0.1,
     "repairs": [{"communicator": "<WORLD & more>", "lost": [1], "lostInWorld": [1], "left": 3,
       "size": 4, "call": "reduce", "beganAfterSeconds": 1.6, "milliseconds": 12.25}],
     "skipped": {"send": 2}, "firstSkipped": [{"call": "send", "role": "destination", "rank": 1,
       "afterSeconds": 2.0}],
     "repeated": {}, "published": 678, "voted": 123, "agreed": 45, "passedThrough": 0,
     "samples": 250, "shareInCalls": 0.2, "partners": 2,
     "replicaGroups": [{"replicas": 2, "lost": 1, "restarts": 3, "catchUpMilliseconds": 417,
       "behind": 55, "evicted": 2, "leaderChanges": 7}], "keptBytes": 1572864, "fullness": 0.25}
    """
        .formatted(ranks, lost);
  }

  private static String html(int ranks, List<Integer> dead) throws IOException {
    return new RunPage(RunRecord.parse(report(ranks, dead))).html();
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
        .contains("2 of 4 (50.0 %)", "<WORLD & more>", "R1", "12.3")
        .contains("417", "55")
        .contains("678 on a board, 123 by votes there, 45 by agreements of MPI's");
  }

  /** In the record, rank 2's death is noticed after the repair because of it has begun. */
  @Test
  void aDeathIsNotDrawnBehindItsRepair() throws Exception {
    Document page = parsed(new RunPage(RunRecord.parse(Records.text("two-deaths.json"))).html());
    double death = share(only(page, "rank", "rank 2"), "svg", "x");
    assertThat(death).isPositive().isEqualTo(share(only(page, "repair", "R1"), "line", "x1"));
    assertThat(share(only(page, "rank", "rank 3"), "svg", "x"))
        .isLessThan(share(only(page, "repair", "R2"), "line", "x1"));
  }

  private static Element only(Document page, String kind, String title) {
    NodeList groups = page.getElementsByTagName("g");
    return IntStream.range(0, groups.getLength())
        .mapToObj(i -> (Element) groups.item(i))
        .filter(group -> group.getAttribute("class").equals(kind))
        .filter(group -> group.getTextContent().strip().startsWith(title))
        .findFirst()
        .orElseThrow();
  }

  private static double share(Element group, String element, String attribute) {
    Element first = (Element) group.getElementsByTagName(element).item(0);
    return Double.parseDouble(first.getAttribute(attribute).replace("%", ""));
  }

  @Test
  void whatIsKeptIsSaid() throws Exception {
    assertThat(texts(parsed(html(1, List.of())), "td"))
        .contains(
            "1.5 MB of messages, votes and decisions; the fullest part of the room for them was"
                + " 25 % full");
  }

  @Test
  void timeInCallsTellsWhatReplicasWouldCost() throws Exception {
    assertThat(texts(parsed(html(4, List.of())), "td"))
        .contains("20 % at rank 0 (250 samples), with 2 of 3 other ranks")
        .noneMatch(text -> text.contains("on twice the processors"));
    String withoutReplicas = new RunPage(RunRecord.parse(Records.text("two-deaths.json"))).html();
    assertThat(texts(parsed(withoutReplicas), "td"))
        .contains(
            "at most about 1.7 times as long, on twice the processors (bin/legio plan compares"
                + " other ways)");
  }

  @Test
  void ofManyRanksThoseWithoutEventsShareRows() throws Exception {
    Document page = parsed(html(300, List.of(1, 7, 8, 299)));
    assertThat(titles(page, "rank"))
        .extracting(title -> title.replaceFirst(":.*", ""))
        .containsExactly("rank 0", "rank 1", "rank 7", "rank 8", "rank 299");
    assertThat(titles(page, "ranks"))
        .containsExactly("ranks 2-6: alive to the end", "ranks 9-298: alive to the end");
  }

  @Test
  void thePageNeedsNothingElse() throws IOException {
    assertThat(html(4, List.of(1)).replace("http://www.w3.org/2000/svg", ""))
        .doesNotContain("http", "src=", "href=", "@import", "url(");
  }

  /** What the launcher adds to a job without a report. */
  private static RunRecord unreported(int status) throws IOException {
    JsonObject all = JsonParser.parseString(Records.text("two-deaths.json")).getAsJsonObject();
    JsonObject job = all.getAsJsonObject("job");
    job.addProperty("status", status);
    job.add("finished", new JsonArray());
    job.add("faults", new JsonArray());
    JsonObject alone = new JsonObject();
    alone.add("job", job);
    return RunRecord.parse(alone.toString());
  }

  @Test
  void aJobWithoutAReportIsSaidToHaveNone() throws Exception {
    Document page = parsed(new RunPage(unreported(3)).html());
    assertThat(texts(page, "p"))
        .contains(
            "Rank 3 exited with status 3; the job was aborted, with status 3, before a rank could"
                + " report.",
            "The job has ended without a report.");
    assertThat(texts(page, "td"))
        .contains(
            "3: the job was aborted; standard error says why", "was killed, or ended with the job");
    assertThat(page.getElementsByTagName("svg").getLength()).isZero();
  }

  @Test
  void whatTheLauncherKnowsIsSummedUpBeforeTheDetails() throws Exception {
    Document page = parsed(new RunPage(RunRecord.parse(Records.text("two-deaths.json"))).html());
    assertThat(texts(page, "p"))
        .first()
        .isEqualTo(
            "2 of 4 ranks came to the end; rank 2 was killed at its third allReduce, rank 3 exited"
                + " with status 3; the others repaired and went on; 2 operations that needed dead"
                + " ranks were skipped.");
    assertThat(texts(page, "td"))
        .startsWith("0: those that are left came to the end; deaths are forgiven")
        .contains(
            "bin/legio run -n 4 --kill 2@allReduce:3 --report run.html -- -cp 'a b.jar'"
                + " org.example.App",
            "bcast.root-failed=ignore",
            "ranks 0, 1",
            "finished");
    assertThat(texts(page, "h2"))
        .startsWith("How each rank ended", "Ranks over time", "Deaths", "Repairs");
  }

  @Test
  void whatIsNoReportIsRefusedWithWhatIsWrong() {
    assertThatThrownBy(() -> RunRecord.parse("[1]")).hasMessageContaining("not an object of JSON");
    assertThatThrownBy(() -> RunRecord.parse("{\"job\": {}}")).hasMessageContaining("there is no");
    assertThatThrownBy(() -> RunRecord.parse("")).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> RunRecord.parse("{\"ranks\": \"a\"}"))
        .hasMessageContaining("\"ranks\" is not a number but a");
    assertThatThrownBy(() -> RunRecord.parse("{\"ranks\": 4")).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> RunRecord.parse("{\"ranks\": 4}"))
        .hasMessageContaining("there is no \"reporter\" among [ranks]");
  }
}
