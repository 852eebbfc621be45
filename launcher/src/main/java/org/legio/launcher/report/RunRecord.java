package org.legio.launcher.report;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What is known of a run: all that a page is made from, and what is in the file of JSON beside it.
 *
 * @param job what its launcher knows; empty if it was started without {@code bin/legio}
 * @param report what a rank has seen; empty if none came so far as to write it
 */
public record RunRecord(Optional<JobRecord> job, Optional<RankReport> report) {
  /** The member of the JSON that has what the launcher knows. */
  private static final String JOB = "job";

  /** A member of what a rank writes. */
  private static final String REPORTER = "reporter";

  private static final Gson JSON =
      new GsonBuilder()
          .registerTypeAdapterFactory(new CompleteRecords())
          .disableHtmlEscaping()
          .setPrettyPrinting()
          .create();

  /**
   * Reads a file of JSON.
   *
   * @throws IOException if it cannot be read, or is not about a run
   */
  public static RunRecord read(Path file) throws IOException {
    return parse(Files.readString(file));
  }

  /**
   * Reads a text of JSON.
   *
   * @throws IOException if the text is not about a run
   */
  public static RunRecord parse(String text) throws IOException {
    try {
      JsonElement all = JsonParser.parseString(text);
      boolean hasJob = all.isJsonObject() && all.getAsJsonObject().has(JOB);
      boolean hasReport = !hasJob || all.getAsJsonObject().has(REPORTER);
      return new RunRecord(
          hasJob
              ? Optional.of(JSON.fromJson(all.getAsJsonObject().get(JOB), JobRecord.class))
              : Optional.empty(),
          hasReport ? Optional.of(JSON.fromJson(all, RankReport.class)) : Optional.empty());
    } catch (JsonParseException e) {
      throw new IOException("not a report of a run: " + e.getMessage(), e);
    }
  }

  /** Adds what the launcher knows to what a rank has written, which may be nothing. */
  public static String withJob(JsonObject written, JobRecord job) {
    written.add(JOB, JSON.toJsonTree(job));
    return JSON.toJson(written) + "\n";
  }

  /** How many ranks were started. */
  int ranks() {
    return job.map(JobRecord::ranks).or(() -> report.map(RankReport::ranks)).orElseThrow();
  }
}
