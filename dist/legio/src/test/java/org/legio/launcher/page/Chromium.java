package org.legio.launcher.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A browser without a screen.
 *
 * @param program its path
 */
record Chromium(Path program) {
  static final String NAME = "chromium";
  private static final int DEADLINE_SECONDS = 60;

  /** The one on {@code PATH}. */
  static Optional<Chromium> find() {
    return Stream.of(System.getenv("PATH").split(File.pathSeparator))
        .map(folder -> Path.of(folder, NAME))
        .filter(Files::isExecutable)
        .findFirst()
        .map(Chromium::new);
  }

  /** The document that a page has become once it and its scripts have been loaded. */
  String document(Path page, Path scratch) throws IOException, InterruptedException {
    Path document = scratch.resolve("document.html");
    Process process =
        new ProcessBuilder(line(page, scratch))
            .redirectOutput(document.toFile())
            .redirectError(scratch.resolve("errors").toFile())
            .start();
    try {
      assertThat(process.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS))
          .as("%s has ended within %d s", NAME, DEADLINE_SECONDS)
          .isTrue();
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly().waitFor();
    }
    return Files.readString(document);
  }

  private List<String> line(Path page, Path scratch) {
    return List.of(
        program.toString(),
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--no-first-run",
        "--user-data-dir=" + scratch.resolve("profile"),
        "--window-size=1400,1000",
        "--dump-dom",
        page.toUri().toString());
  }
}
