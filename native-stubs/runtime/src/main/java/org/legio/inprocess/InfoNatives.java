package org.legio.inprocess;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The natives of {@code mpi.Info}. */
final class InfoNatives extends Calls {

  InfoNatives(RankState state) {
    super(state);
  }

  private Map<String, String> info(long handle) throws InProcessException {
    Map<String, String> info = handle == Predefined.INFO_ENV ? Map.of() : state.infos.find(handle);
    if (info == null) {
      throw error(state.world, MpiError.INFO, "handle " + handle + " is no info");
    }
    return info;
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

  void set(long info, String key, String value) throws InProcessException {
    info(info).put(key, value);
  }

  @Nullable String get(long info, String key) throws InProcessException {
    return info(info).get(key);
  }

  void delete(long info, String key) throws InProcessException {
    if (info(info).remove(key) == null) {
      throw error(state.world, MpiError.INFO_NOKEY, "an info has no key " + key);
    }
  }

  int size(long info) throws InProcessException {
    return info(info).size();
  }

  String getKey(long info, int i) throws InProcessException {
    Map<String, String> all = info(info);
    if (i < 0 || i >= all.size()) {
      throw error(state.world, MpiError.ARG, "an info of " + all.size() + " keys has no key " + i);
    }
    return new ArrayList<>(all.keySet()).get(i);
  }

  long dup(long info) throws InProcessException {
    return state.infos.add(new LinkedHashMap<>(info(info)));
  }

  long free(long info) throws InProcessException {
    info(info);
    state.infos.remove(info);
    return Predefined.INFO_NULL;
  }
}
