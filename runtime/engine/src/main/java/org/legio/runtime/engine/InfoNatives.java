package org.legio.runtime.engine;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The natives of {@code mpi.Info}. */
final class InfoNatives extends Calls {

  private static final List<String> LEVELS =
      List.of(
          "MPI_THREAD_SINGLE",
          "MPI_THREAD_FUNNELED",
          "MPI_THREAD_SERIALIZED",
          "MPI_THREAD_MULTIPLE");

  InfoNatives(RankState state) {
    super(state);
  }

  private Map<String, String> info(long handle) throws MpiErrorException {
    Map<String, String> info =
        handle == Predefined.INFO_ENV ? environment() : state.infos.find(handle);
    if (info == null) {
      throw error(state.world, MpiError.INFO, "handle " + handle + " is no info");
    }
    return info;
  }

  /** How the job was started, as far as a rank knows (MPI 4.1, section 11.2.2). */
  private Map<String, String> environment() {
    String size = Integer.toString(state.world.size());
    Map<String, String> environment = new LinkedHashMap<>();
    environment.put("command", "java");
    environment.put("maxprocs", size);
    environment.put("soft", size);
    environment.put("host", MPINatives.host());
    environment.put("arch", System.getProperty("os.arch"));
    environment.put("wdir", System.getProperty("user.dir"));
    environment.put("thread_level", LEVELS.get(state.threadLevel()));
    return environment;
  }

  long create() {
    return state.infos.add(new LinkedHashMap<>());
  }

  long getEnv() {
    return Predefined.INFO_ENV;
  }

  long getNull() {
    return Predefined.INFO_NULL;
  }

  boolean isNull(long info) {
    return info == Predefined.INFO_NULL;
  }

  void set(long info, String key, String value) throws MpiErrorException {
    info(info).put(key, value);
  }

  @Nullable String get(long info, String key) throws MpiErrorException {
    return info(info).get(key);
  }

  void delete(long info, String key) throws MpiErrorException {
    if (info(info).remove(key) == null) {
      throw error(state.world, MpiError.INFO_NOKEY, "an info has no key " + key);
    }
  }

  int size(long info) throws MpiErrorException {
    return info(info).size();
  }

  String getKey(long info, int i) throws MpiErrorException {
    Map<String, String> all = info(info);
    if (i < 0 || i >= all.size()) {
      throw error(
          state.world, MpiError.INFO_KEY, "an info of " + all.size() + " keys has no key " + i);
    }
    return new ArrayList<>(all.keySet()).get(i);
  }

  long dup(long info) throws MpiErrorException {
    return state.infos.add(new LinkedHashMap<>(info(info)));
  }

  long free(long info) throws MpiErrorException {
    info(info);
    state.infos.remove(info);
    return Predefined.INFO_NULL;
  }
}
