package org.legio.runtime.engine;

import org.jspecify.annotations.Nullable;

/** What Legio asks info objects, and those of communicators: the natives of the binding. */
final class InfoCalls extends Calls {
  private final InfoNatives infos;
  private final CommNatives comms;

  InfoCalls(RankState state) {
    super(state);
    this.infos = new InfoNatives(state);
    this.comms = new CommNatives(state);
  }

  void commSetInfo(long comm, long info) throws InProcessException {
    comms.setInfo(comm, info);
  }

  long commGetInfo(long comm) throws InProcessException {
    return comms.getInfo(comm);
  }

  int infoSize(long info) throws InProcessException {
    return infos.size(info);
  }

  String infoKey(long info, int index) throws InProcessException {
    return infos.getKey(info, index);
  }

  void infoDelete(long info, String key) throws InProcessException {
    infos.delete(info, key);
  }

  long infoDup(long info) throws InProcessException {
    return infos.dup(info);
  }

  long infoFree(long info) throws InProcessException {
    return infos.free(info);
  }

  @Nullable String infoGet(long info, String key) throws InProcessException {
    return infos.get(info, key);
  }

  void infoSet(long info, String key, String value) throws InProcessException {
    infos.set(info, key, value);
  }
}
