package org.legio.cluster;

import com.google.gson.Gson;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** Reads the files of {@code dist/cluster}. */
final class ClusterFile {
  static final Path FOLDER = Path.of("..", "..", "dist", "cluster").toAbsolutePath().normalize();

  private ClusterFile() {}

  /** A file of YAML, with plain values only and no key twice. */
  static JsonObject yaml(String name) throws IOException {
    LoaderOptions options = new LoaderOptions();
    options.setAllowDuplicateKeys(false);
    return new Gson()
        .toJsonTree(
            new Yaml(new SafeConstructor(options)).load(Files.readString(FOLDER.resolve(name))))
        .getAsJsonObject();
  }

  /** The only modulefile. */
  static String modulefile() throws IOException {
    try (Stream<Path> files = Files.list(FOLDER.resolve("modulefile/legio"))) {
      return Files.readString(files.findFirst().orElseThrow());
    }
  }

  /** What names lead to, one below the other. */
  static JsonElement at(JsonObject from, String... names) {
    JsonElement found = from;
    for (String name : names) {
      found = found.getAsJsonObject().get(name);
    }
    return found;
  }

  /**
   * How the first container of a pod begins {@code legio run} for another program.
   *
   * @param options more of the launcher's
   * @param program what is java's from its class path on
   */
  static List<String> run(JsonObject podTemplate, List<String> options, List<String> program) {
    JsonObject container =
        at(podTemplate, "spec", "containers").getAsJsonArray().get(0).getAsJsonObject();
    List<String> arguments = words(container.getAsJsonArray("args"));
    List<String> command = words(container.getAsJsonArray("command"));
    command.add(arguments.get(0));
    command.addAll(options);
    command.addAll(arguments.subList(1, arguments.indexOf("-cp")));
    command.addAll(program);
    return command;
  }

  private static List<String> words(JsonArray array) {
    List<String> words = new ArrayList<>();
    array.forEach(word -> words.add(word.getAsString()));
    return words;
  }
}
