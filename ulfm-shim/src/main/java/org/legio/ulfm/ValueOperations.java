package org.legio.ulfm;

import org.jspecify.annotations.Nullable;

/**
 * All operations whose calls are values. Read at the start of every JVM: no streams, no lambdas.
 */
public enum ValueOperations {
  /** Collective operations. */
  COLLECTIVES(CollectiveCall.class, Collective.values()),
  /** Reads and writes of files. */
  FILE_TRANSFERS(FileCall.class, FileTransfer.values());

  private final Class<? extends CallValue> value;
  private final ValueOperation[] operations;

  ValueOperations(Class<? extends CallValue> value, ValueOperation[] operations) {
    this.value = value;
    this.operations = operations;
  }

  /** The kind of operation of a class of values; null if it is no such class. */
  public static @Nullable ValueOperations of(Class<?> value) {
    for (ValueOperations each : values()) {
      if (each.value == value) {
        return each;
      }
    }
    return null;
  }

  /** The operation of a native, whichever form it is of; null if it has none. */
  public static @Nullable ValueOperation find(String owner, String call) {
    for (ValueOperations kind : values()) {
      for (ValueOperation each : kind.operations) {
        if ((call.equals(each.call()) || call.equals(each.nonBlockingCall()))
            && owner.equals(each.owner())) {
          return each;
        }
      }
    }
    return null;
  }

  /** The class of its calls. */
  public Class<? extends CallValue> value() {
    return value;
  }

  /** The class of its operations. */
  public Class<?> operation() {
    return operations.getClass().getComponentType();
  }

  /** Its operations, in the order of their numbers. */
  public ValueOperation[] operations() {
    return operations.clone();
  }
}
