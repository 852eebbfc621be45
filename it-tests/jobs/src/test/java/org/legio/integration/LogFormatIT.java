package org.legio.integration;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Messages of Legio can be JSON; what the program prints is left as it is. */
class LogFormatIT {
  private static final Pattern OBJECT =
      Pattern.compile("\\{\"time\":\".*?\"}$", Pattern.MULTILINE); // behind half a line, perhaps

  @TempDir private Path folder;

  @Test
  void messagesAreObjectsAndTheProgramsLinesAreNot() throws IOException {
    Outcome outcome =
        Job.of("Ending", "exit1", 1, folder.resolve("time-of-death"))
            .on(4)
            .policies("log-format=json")
            .run();
    String errors = outcome.stderr();
    assertThat(errors).as("%s", outcome).contains("rank 1: last whole line on stderr\n");
    assertThat(errors).as("%s", outcome).doesNotContain("legio: ", "[WARN]");
    List<String> objects = OBJECT.matcher(errors).results().map(MatchResult::group).toList();
    assertThat(objects)
        .as("%s", outcome)
        .anyMatch(object -> object.contains("\"rank\":1,\"message\":\"rank 1 ends before"))
        .anyMatch(
            object -> object.contains("\"level\":\"warn\"") && object.contains("repaired in"));
    for (String object : objects) {
      JsonNode message = new ObjectMapper().readTree(object);
      assertThat(Instant.parse(message.path("time").asText())).isBefore(Instant.now());
      assertThat(message.path("message").asText()).isNotEmpty();
    }
  }
}
