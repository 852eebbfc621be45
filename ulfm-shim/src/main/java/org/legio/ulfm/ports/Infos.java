package org.legio.ulfm.ports;

import org.jspecify.annotations.Nullable;

/** The binding's natives for info objects, and for those of communicators. */
public interface Infos {
  @BindingNative(name = "setInfo")
  void commSetInfo(long comm, long info) throws Exception;

  /** A new info object with the hints of a communicator. */
  @BindingNative(name = "getInfo")
  long commGetInfo(long comm) throws Exception;

  @BindingNative(owner = "mpi.Info", name = "size")
  int infoSize(long info) throws Exception;

  /** The key with an index from 0 on. */
  @BindingNative(owner = "mpi.Info", name = "getKey")
  String infoKey(long info, int index) throws Exception;

  @BindingNative(owner = "mpi.Info", name = "delete")
  void infoDelete(long info, String key) throws Exception;

  @BindingNative(owner = "mpi.Info", name = "dup")
  long infoDup(long info) throws Exception;

  @BindingNative(owner = "mpi.Info", name = "free")
  long infoFree(long info) throws Exception;

  /** The value of a key; null if the info has no such key. */
  @BindingNative(owner = "mpi.Info", name = "get")
  @Nullable String infoGet(long info, String key) throws Exception;

  @BindingNative(owner = "mpi.Info", name = "set")
  void infoSet(long info, String key, String value) throws Exception;
}
