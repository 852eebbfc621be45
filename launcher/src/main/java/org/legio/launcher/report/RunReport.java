package org.legio.launcher.report;

import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.legio.launcher.machine.CannotRunException;

/**
 * Writes the page about a run. It is made from the JSON beside it: what a rank has written, and
 * what the launcher knows.
 *
 * @param page the absolute path of the page
 */
public record RunReport(Path page) {
  /**
   * Prepares a page after a check that it can be written.
   *
   * @throws IllegalArgumentException with a one-line message, if it cannot be written
   */
  public static RunReport at(Path page) {
    Path folder = page.getParent();
    if (folder == null || !Files.isDirectory(folder) || !Files.isWritable(folder)) {
      throw new IllegalArgumentException(
          "--report " + page + ": " + folder + " is not a folder that can be written to");
    }
    if (page.toString().contains(",")) {
      throw new IllegalArgumentException(
          "--report " + page + ": the agent's arguments are separated by commas; name it without");
    }
    if (page.toString().endsWith(".json") || Files.isDirectory(page)) {
      throw new IllegalArgumentException(
          "--report " + page + " is to be a page; name it for instance run.html");
    }
    return new RunReport(page);
  }

  /** The file that the rank writes. */
  public Path json() {
    return beside(page, ".json");
  }

  /** The file of the same name with another ending. */
  public static Path beside(Path file, String ending) {
    return file.resolveSibling(
        file.getFileName().toString().replaceFirst("\\.[^.]*$", "") + ending);
  }

  /** The file by which the job's launcher tells how ranks have survived. */
  public Path survival() {
    return json().resolveSibling(json().getFileName() + ".survival");
  }

  /** Removes the files of an earlier run. */
  public void removeOld() {
    try {
      Files.deleteIfExists(json());
      Files.deleteIfExists(survival());
    } catch (IOException e) {
      throw new CannotRunException(
          "the report of an earlier run, " + json() + ", cannot be removed (" + e + ")", e);
    }
  }

  /** Writes the page about a job that has ended, and its data. */
  public void write(JobRecord job) {
    try {
      String data = RunRecord.withJob(reported(), job);
      Files.writeString(json(), data);
      Files.writeString(page, new RunPage(RunRecord.parse(data)).html());
    } catch (IOException | JsonParseException e) {
      throw new CannotRunException(
          "the page "
              + page
              + " cannot be written ("
              + e
              + "); "
              + (Files.isRegularFile(json())
                  ? "the data is in " + json()
                  : "nor can its data, " + json()),
          e);
    }
  }

  /**
   * Writes the page about a job of an earlier time.
   *
   * @param data the file of JSON beside the page of that time
   */
  public void writeAgain(Path data) {
    try {
      Files.writeString(page, new RunPage(RunRecord.read(data)).html());
    } catch (NoSuchFileException e) {
      throw new CannotRunException(
          e.getFile() + ": there is no such file or folder; see 'run --report'", e);
    } catch (IOException e) {
      throw new CannotRunException(
          "no page " + page + " can be made of " + data + ": " + e.getMessage(), e);
    }
  }

  /**
   * What a rank has written; nothing if none has. A rank knows of other ranks' replicas what was so
   * when it ended; the launcher knows all.
   */
  private JsonObject reported() throws IOException {
    JsonObject known = new JsonObject();
    if (Files.exists(json())) {
      addMembers(known, json());
      if (Files.exists(survival())) {
        addMembers(known, survival());
      }
    }
    Files.deleteIfExists(survival());
    return known;
  }

  private static void addMembers(JsonObject known, Path file) throws IOException {
    JsonObject told = JsonParser.parseString(Files.readString(file)).getAsJsonObject();
    told.entrySet().forEach(member -> known.add(member.getKey(), member.getValue()));
  }
}
