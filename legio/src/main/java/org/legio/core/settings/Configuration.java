package org.legio.core.settings;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;

/**
 * What the user has chosen: the value of every {@link Setting}.
 *
 * <p>A value comes from, in falling rank: the agent's arguments, the environment ({@code
 * LEGIO_BCAST_ROOT_FAILED}), the file named by {@code config=FILE} or {@code LEGIO_CONFIG} (Java
 * properties), what was chosen when Legio was built ({@code -Dlegio.bcast.root-failed=...}), the
 * setting's default.
 */
public final class Configuration {
  /** The agent argument that names a file of settings. */
  public static final String FILE_KEY = "config";

  /** The variable that names it. */
  public static final String FILE_VARIABLE = "LEGIO_CONFIG";

  /** The keys of such a file that are options of the launcher, which has checked them. */
  public static final String OPTION_OF_LAUNCHER =
      "(run|demo|chaos|bench|join|plan|report|doctor)\\..+|mpi|color";

  private static final String BUILT_IN = "defaults.properties";

  /** How a value begins that has not been chosen when Legio was built. */
  private static final String NOT_CHOSEN = "${";

  private final Map<Setting, String> values = new EnumMap<>(Setting.class);

  private Configuration() {}

  /**
   * Puts together a configuration.
   *
   * @param arguments settings by name, and perhaps {@code config}
   * @param environment the process's environment
   * @throws IllegalArgumentException if a name or a value is wrong or the file cannot be read; the
   *     message is one line that says what is right
   */
  public static Configuration parse(
      Map<String, String> arguments, Map<String, String> environment) {
    Configuration configuration = new Configuration();
    for (Setting setting : Setting.values()) {
      configuration.values.put(setting, setting.defaultValue());
    }
    configuration.putAll(builtIn(), "built-in default");
    String file = arguments.getOrDefault(FILE_KEY, environment.getOrDefault(FILE_VARIABLE, ""));
    if (!file.isEmpty()) {
      Properties read = read(Path.of(file));
      read.keySet().removeIf(key -> key.toString().matches(OPTION_OF_LAUNCHER));
      configuration.putAll(read, "file " + file);
    }
    for (Setting setting : Setting.values()) {
      String value = environment.get(setting.environmentName());
      if (value != null) {
        configuration.put(setting.key(), value, "environment " + setting.environmentName());
      }
    }
    for (Map.Entry<String, String> argument : arguments.entrySet()) {
      if (!argument.getKey().equals(FILE_KEY)) {
        configuration.put(argument.getKey(), argument.getValue(), "argument");
      }
    }
    return configuration;
  }

  /**
   * What is to be said of variables that look like Legio's and are not: a line for each.
   *
   * @param variables the names of the environment's
   * @param others names that are right though they are of no setting
   */
  public static List<String> unknown(Collection<String> variables, Collection<String> others) {
    Set<String> known = new TreeSet<>(others);
    known.add(FILE_VARIABLE);
    Setting.allKeys().forEach(key -> known.add(Setting.environmentName(key)));
    return variables.stream()
        .filter(name -> name.startsWith(Setting.VARIABLE_PREFIX) && !known.contains(name))
        .sorted()
        .map(
            name ->
                "the environment's "
                    + name
                    + " has no effect, for Legio knows no variable of that name; "
                    + Words.suggestion(name, known))
        .toList();
  }

  /** The policies of the job: those of a communicator for which the program names no others. */
  public Policies policies() {
    return Policies.of(this);
  }

  /** The value of a setting, as written. */
  public String get(Setting setting) {
    String value = values.get(setting);
    if (value == null) {
      throw new IllegalStateException(setting.key() + " has no default");
    }
    return value;
  }

  /** Whether a setting that may be {@code off} has a value. */
  public boolean isSet(Setting setting) {
    return !get(setting).equals("off");
  }

  /** Whether a switch is on. */
  public boolean isOn(Setting setting) {
    return get(setting).equals("true");
  }

  /** Whether what only few want to know is logged. */
  public boolean isDetailLogged() {
    String level = get(Setting.LOG_LEVEL);
    return level.equals("debug") || level.equals("trace");
  }

  /** The value of a setting that counts something; 0 if it is off. */
  public int count(Setting setting) {
    return isSet(setting) ? Integer.parseInt(get(setting)) : 0;
  }

  private void putAll(Properties properties, String origin) {
    for (String key : properties.stringPropertyNames()) {
      put(key, properties.getProperty(key).trim(), origin);
    }
  }

  private void put(String key, String value, String origin) {
    Optional<Setting> setting = Setting.named(key);
    if (setting.isEmpty()) {
      throw new IllegalArgumentException(
          "there is no setting \""
              + key
              + "\" ("
              + origin
              + "); "
              + Words.suggestion(key, Setting.allKeys())
              + " (all: docs/reference/settings.md)");
    }
    values.put(setting.get(), setting.get().check(value, origin));
  }

  private static Properties builtIn() {
    try (InputStream in = Configuration.class.getResourceAsStream(BUILT_IN)) {
      if (in == null) {
        throw new IllegalStateException(BUILT_IN + " is missing beside Configuration");
      }
      Properties chosen = new Properties();
      chosen.load(in);
      chosen.values().removeIf(value -> value.toString().startsWith(NOT_CHOSEN));
      return chosen;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Reads a file of Java properties.
   *
   * @throws IllegalArgumentException if that is not possible; the message is one line
   */
  public static Properties read(Path file) {
    Properties properties = new Properties();
    try (InputStream in = Files.newInputStream(file)) {
      properties.load(in);
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "the file of settings " + file + " cannot be read (" + e + "); correct its name", e);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "the file of settings "
              + file
              + " is not one of Java properties ("
              + e.getMessage()
              + "); write a backslash twice",
          e);
    }
    return properties;
  }
}
