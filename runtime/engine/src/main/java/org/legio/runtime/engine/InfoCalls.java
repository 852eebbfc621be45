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

  void commSetInfo(long comm, long info) throws MpiErrorException {
    comms.setInfo(comm, info);
  }

  long commGetInfo(long comm) throws MpiErrorException {
    return comms.getInfo(comm);
  }

  int infoSize(long info) throws MpiErrorException {
    return infos.size(info);
  }

  String infoKey(long info, int index) throws MpiErrorException {
    return infos.getKey(info, index);
  }

  void infoDelete(long info, String key) throws MpiErrorException {
    infos.delete(info, key);
  }

  long infoDup(long info) throws MpiErrorException {
    return infos.dup(info);
  }

  long infoFree(long info) throws MpiErrorException {
    return infos.free(info);
  }

  @Nullable String infoGet(long info, String key) throws MpiErrorException {
    return infos.get(info, key);
  }

  void infoSet(long info, String key, String value) throws MpiErrorException {
    infos.set(info, key, value);
  }
}
