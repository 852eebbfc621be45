package org.legio.ulfm.ports;

import org.jspecify.annotations.Nullable;

/**
 * Lists all operations whose calls are values. It is used at the start of every JVM and has no
 * streams and no lambdas, which would make the start slower.
 */
public enum ValueOperations {
  /** Collective operations. */
  COLLECTIVES(CollectiveCall.class, Collective.class),
  /** Sends and receives. */
  MESSAGES(MessageCall.class, PointToPoint.class),
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

  /** The kind of operation whose calls are of this class; null if there is none. */
  public static @Nullable ValueOperations of(Class<?> value) {
    for (ValueOperations each : values()) {
      if (each.value == value) {
        return each;
      }
    }
    return null;
  }

  /** The operation of a native, in any form; null if it has none. */
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
