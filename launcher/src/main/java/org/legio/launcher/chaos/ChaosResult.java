package org.legio.launcher.chaos;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The result of a run under chaos.
 *
 * @param label what the run is called: {@code seed 17} if its plan was drawn, else {@code run 1}
 * @param number the seed, or the run's number
 * @param repetition the command that runs it again
 */
public record ChaosResult(
    String label,
    long number,
    ChaosPlan plan,
    ChaosRun.End end,
    ChaosVerdict verdict,
    String repetition) {

  public boolean is(ChaosVerdict.Kind kind) {
    return verdict.kind() == kind;
  }

  /** Whether a part of the plan has not happened. */
  boolean hasMissed() {
    return !end.missed().equals(ChaosPlan.FAULTLESS);
  }

  /** The lines for people. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add(
        "%s: %s after %.1f s, exit status %d%s"
            .formatted(
                label,
                verdict.words(),
                seconds(end.took()),
                end.status(),
                hasMissed() ? "; has not happened: " + end.missed() : ""));
    verdict.remarks().forEach(remark -> lines.add("  " + remark));
    if (!is(ChaosVerdict.Kind.RIGHT)) {
      lines.add("  to repeat it: " + repetition);
    }
    return lines;
  }

  /** The object of JSON. */
  JsonObject json() {
    JsonObject json = new JsonObject();
    json.addProperty("run", label);
    json.addProperty("verdict", verdict.kind().toString());
    json.add("policies", array(verdict.policies()));
    json.add("remarks", array(verdict.remarks()));
    json.addProperty("status", end.status());
    json.addProperty("seconds", seconds(end.took()));
    json.add("plan", array(plan.options()));
    json.add("missed", array(end.missed().options()));
    json.addProperty("repeat", repetition);
    return json;
  }

  private static JsonArray array(List<String> texts) {
    JsonArray array = new JsonArray();
    texts.forEach(array::add);
    return array;
  }

  public static double seconds(Duration duration) {
    return duration.toMillis() / 1e3;
  }
}
