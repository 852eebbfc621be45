package org.legio.ulfm;

import org.jspecify.annotations.Nullable;

/**
 * All operations whose calls are values. Read at the start of every JVM: no streams, no lambdas.
 */
public enum ValueOperations {
  /** Collective operations. */
  COLLECTIVES(CollectiveCall.class, Collective.class),
  /** Reads and writes of files. */
  FILE_TRANSFERS(FileCall.class, FileTransfer.class),
  /** Accesses to the memory of others. */
  WINDOW_ACCESSES(WindowCall.class, WindowAccess.class);

  private final Class<? extends CallValue> value;
  private final Class<? extends ValueOperation> operation;

  ValueOperations(Class<? extends CallValue> value, Class<? extends ValueOperation> operation) {
    this.value = value;
    this.operation = operation;
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
      for (ValueOperation each : kind.operations()) {
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
  public Class<? extends ValueOperation> operation() {
    return operation;
  }

  /** Its operations, in the order of their numbers. */
  public ValueOperation[] operations() {
    return operation.getEnumConstants();
  }
}
