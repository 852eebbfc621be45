package org.legio.launcher.chaos;

import static org.legio.launcher.chaos.ChaosVerdict.Kind.ENDED_BY_POLICY;
import static org.legio.launcher.chaos.ChaosVerdict.Kind.RIGHT;
import static org.legio.launcher.chaos.ChaosVerdict.Kind.WRONG;

import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.legio.launcher.machine.CannotRunException;
import org.legio.ulfm.messages.ExitStatus;

/** The results of a series of runs under chaos. */
public final class ChaosResults {
  private final List<ChaosResult> results = new ArrayList<>();

  public void add(ChaosResult result) {
    results.add(result);
  }

  /** Says how many runs are right, and which are not. */
  public String summary() {
    List<Long> ended = numbers(ENDED_BY_POLICY);
    List<Long> wrong = numbers(WRONG);
    if (ended.isEmpty() && wrong.isEmpty()) {
      return "all right";
    }
    return numbers(RIGHT).size()
        + " right"
        + (ended.isEmpty() ? "" : ", ended by policy: " + ended)
        + (wrong.isEmpty() ? "" : ", wrong: " + wrong);
  }

  /**
   * The command's exit status: one wrong run outweighs all others, and a policy's end outweighs a
   * fault that has not happened.
   *
   * @param isPlanGiven whether the user asks for faults that have to happen
   */
  public ExitStatus status(boolean isPlanGiven) {
    if (!numbers(WRONG).isEmpty()) {
      return ExitStatus.FAILURE;
    }
    if (!numbers(ENDED_BY_POLICY).isEmpty()) {
      return ExitStatus.ENDED_BY_POLICY;
    }
    boolean hasMissed = isPlanGiven && results.stream().anyMatch(ChaosResult::hasMissed);
    return hasMissed ? ExitStatus.FAULT_MISSED : ExitStatus.SUCCESS;
  }

  /** Writes all as JSON. */
  public void write(Path file, ExitStatus status) {
    JsonObject json = new JsonObject();
    json.addProperty("right", numbers(RIGHT).size());
    json.addProperty("endedByPolicy", numbers(ENDED_BY_POLICY).size());
    json.addProperty("wrong", numbers(WRONG).size());
    json.addProperty("exitStatus", status.number());
    JsonArray runs = new JsonArray();
    results.forEach(result -> runs.add(result.json()));
    json.add("runs", runs);
    try {
      Files.writeString(
          file, new GsonBuilder().setPrettyPrinting().disableHtmlEscaping().create().toJson(json));
    } catch (IOException e) {
      throw new CannotRunException("--json " + file + " cannot be written (" + e + ")", e);
    }
  }

  private List<Long> numbers(ChaosVerdict.Kind kind) {
    return results.stream().filter(result -> result.is(kind)).map(ChaosResult::number).toList();
  }
}
