package org.legio;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The pages' links lead somewhere, and the classes that they name exist. */
class DocumentsTest {
  private static final Path ROOT = Path.of("..");

  /** In a name of its own, so that the example below does not read like a page that is missed. */
  private static final String DOCS = "docs/";

  /** What pages name and others have written: the JDK, MPI, libraries, tools. */
  private static final Set<String> OTHERS =
      Set.of(
          "Dockerfile",
          "Error",
          "FlightRecorder",
          "ArrayIndexOutOfBoundsException",
          "IllegalArgumentException",
          "Object",
          "Runtime",
          "SecurityManager",
          "SecurityManagerExposer",
          "System",
          "Thread",
          "UnsupportedOperationException");

  @Test
  void linksLeadSomewhere() throws IOException {
    assertThat(Documents.of(ROOT).deadLinks()).isEmpty();
  }

  @Test
  void classesInCodeTypeExist() throws IOException {
    assertThat(Documents.of(ROOT).unknownClasses(OTHERS)).isEmpty();
  }

  @Test
  void everyPageIsReachedFromTheReadme() throws IOException {
    assertThat(Documents.of(ROOT).unreached()).isEmpty();
  }

  @Test
  void pagesThatSourcesNameExist() throws IOException {
    assertThat(Documents.of(ROOT).pagesMissedBySources()).isEmpty();
  }

  @Test
  void findsWhatIsBroken(@TempDir Path root) throws IOException {
    write(
        root, "README.md", "[index](" + DOCS + "README.md) [gone](" + DOCS + "gone.md) `Hull.up`");
    write(root, DOCS + "README.md", "# Index\n[one](one.md#its-top) [same](#index) `app.Hull`\n");
    write(root, DOCS + "one.md", "# Its top\n[no](README.md#end) `Hull.sink(now)` `Mast`\n");
    write(root, DOCS + "two.md", "`Hull` `JdkClass.any()`\n");
    String source =
        "package org.legio.yard;\n/** See %sthree.md, %sone.md. */\nclass Hull { void up() {} }";
    write(root, "app/Hull.java", source.formatted(DOCS, DOCS));

    Documents documents = Documents.of(root);

    assertThat(documents.deadLinks())
        .containsExactly("README.md: " + DOCS + "gone.md", DOCS + "one.md: README.md#end");
    assertThat(documents.unreached()).containsExactly(DOCS + "two.md");
    assertThat(documents.unknownClasses(Set.of("JdkClass"))).containsExactly(DOCS + "one.md: Mast");
    assertThat(documents.pagesMissedBySources()).containsExactly("Hull.java: " + DOCS + "three.md");
  }

  private static void write(Path root, String file, String text) throws IOException {
    Path path = root.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }
}
