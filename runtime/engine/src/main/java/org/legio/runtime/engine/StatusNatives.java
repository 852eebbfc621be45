package org.legio.runtime.engine;

import org.legio.ulfm.ports.MpiConstants;

/** The natives of {@code mpi.Status}, which get the fields of a status as arguments. */
final class StatusNatives extends Calls {

  StatusNatives(RankState state) {
    super(state);
  }

  int getCount(int source, int tag, int error, int cancelled, long length, long type)
      throws MpiErrorException {
    int size = type(state.world, type).size();
    if (size == 0) {
      return 0;
    }
    return length % size == 0 ? asInt(length / size) : MpiConstants.UNDEFINED;
  }

  private static int asInt(long count) {
    return count > Integer.MAX_VALUE ? MpiConstants.UNDEFINED : (int) count;
  }

  int getElements(int source, int tag, int error, int cancelled, long length, long type)
      throws MpiErrorException {
    return asInt(elements(length, type));
  }

  Object getElementsX(
      Object self, int source, int tag, int error, int cancelled, long length, long type)
      throws MpiErrorException {
    return BindingFields.make(
        self.getClass(), "mpi.Count", new Class<?>[] {long.class}, elements(length, type));
  }

  private long elements(long length, long type) throws MpiErrorException {
    return type(state.world, type).signature().elementsIn(length);
  }

  int setElements(int source, int tag, int error, int cancelled, long length, long type, int count)
      throws MpiErrorException {
    return (int) setElementsX(source, tag, error, cancelled, length, type, count);
  }

  long setElementsX(
      int source, int tag, int error, int cancelled, long length, long type, long count)
      throws MpiErrorException {
    if (count < 0) {
      throw error(state.world, MpiError.COUNT, "count=" + count + " is negative");
    }
    return anyType(state.world, type).signature().bytesOf(count);
  }

  boolean isCancelled(int source, int tag, int error, int cancelled, long length) {
    return cancelled != 0;
  }

  void setCancelled(
      Object self, int source, int tag, int error, int cancelled, long length, int flag) {
    // the class sets its field itself
  }
}
