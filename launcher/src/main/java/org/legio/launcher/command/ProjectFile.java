package org.legio.launcher.command;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** A file of a new project: where it goes, and which text of this jar it is made of. */
enum ProjectFile {
  POM("pom.xml", "pom.xml"),
  PROGRAM("src/main/java/app/App.java", "App.java"),
  TEST("src/test/java/app/AppIT.java", "AppIT.java"),
  README("README.md", "README.md"),
  IGNORED(".gitignore", "gitignore");

  private final String place;
  private final String template;

  ProjectFile(String place, String template) {
    this.place = place;
    this.template = template;
  }

  /**
   * Writes it into a project's folder.
   *
   * @param values what stands for each name in braces
   * @throws IOException if it cannot be written
   */
  void write(Path folder, Map<String, String> values) throws IOException {
    String text = text();
    for (Map.Entry<String, String> value : values.entrySet()) {
      text = text.replace("{" + value.getKey() + "}", value.getValue());
    }
    Path file = folder.resolve(place);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private String text() throws IOException {
    String resource = "project/" + template;
    try (InputStream in = ProjectFile.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException("legio.jar has no " + resource);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
