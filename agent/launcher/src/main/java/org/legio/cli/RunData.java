package org.legio.cli;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.legio.runreport.RunRecord;

/**
 * The data of a run that a page is made of: what a rank has reported, completed by the launcher.
 *
 * @param members as they are in the file
 */
record RunData(JsonObject members) {
  /** The member that the launcher adds. */
  private static final String LAUNCH = "launch";

  private static final Gson JSON = new GsonBuilder().setPrettyPrinting().create();

  /**
   * Reads a file.
   *
   * @throws IOException if it cannot be read or is not one of JSON
   */
  static RunData read(Path file) throws IOException {
    try {
      return new RunData(JsonParser.parseString(Files.readString(file)).getAsJsonObject());
    } catch (JsonParseException | IllegalStateException e) {
      throw new IOException("not a report of a run: " + e.getMessage(), e);
    }
  }

  /** Adds the members of other data; they take the place of members of the same name. */
  void add(RunData other) {
    other.members.entrySet().forEach(member -> members.add(member.getKey(), member.getValue()));
  }

  /** Adds what only the launcher knows. */
  void add(RunLaunch launch) {
    members.add(LAUNCH, JSON.toJsonTree(launch));
  }

  /** Writes a file. */
  void write(Path file) throws IOException {
    Files.writeString(file, JSON.toJson(members) + "\n");
  }

  /** What the launcher has added; empty if the file was written without it. */
  Optional<RunLaunch> launch() throws IOException {
    try {
      return Optional.ofNullable(JSON.fromJson(members.get(LAUNCH), RunLaunch.class));
    } catch (JsonParseException e) {
      throw new IOException("not a report of a run: " + e.getMessage(), e);
    }
  }

  /** What the rank has reported. */
  RunRecord record() throws IOException {
    return RunRecord.parse(members.toString());
  }
}
