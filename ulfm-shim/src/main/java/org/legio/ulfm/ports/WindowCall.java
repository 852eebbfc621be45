package org.legio.ulfm.ports;

import org.jspecify.annotations.Nullable;

/** A call that accesses a target's memory: in which way, with what, and where. */
public final class WindowCall implements CallValue {
  private WindowAccess operation = WindowAccess.PUT;
  private final MessageData origin = new MessageData();
  private final MessageData result = new MessageData();
  private final MessageData compare = new MessageData();
  private int target;
  private int displacement;
  private int targetCount;
  private long targetType;
  private int baseType = MpiConstants.BYTE_BASE_TYPE;
  private @Nullable Object op;
  private long opHandle;

  /** Begins another call, of this operation. */
  public WindowCall of(WindowAccess operation) {
    this.operation = operation;
    return this;
  }

  /** Sets the rank whose memory is accessed. */
  public WindowCall to(int target) {
    this.target = target;
    return this;
  }

  /**
   * Sets which memory is accessed.
   *
   * @param displacement in displacement units of the target's window
   */
  public WindowCall target(int target, int displacement, int targetCount, long targetType) {
    this.target = target;
    this.displacement = displacement;
    this.targetCount = targetCount;
    this.targetType = targetType;
    return this;
  }

  /**
   * Sets one element of the target; origin, result and comparison then are one element of this
   * type, too.
   */
  public WindowCall element(long type, int target, int displacement) {
    origin.items(1, type);
    result.items(1, type);
    compare.items(1, type);
    return target(target, displacement, 1, type);
  }

  /** Sets the basic type in the target's datatype, as the binding numbers them. */
  public WindowCall baseType(int baseType) {
    this.baseType = baseType;
    return this;
  }

  /**
   * Sets the reduction that combines the data.
   *
   * @param op the binding's object
   * @param opHandle MPI's operation
   */
  public WindowCall reduction(@Nullable Object op, long opHandle) {
    this.op = op;
    this.opHandle = opHandle;
    return this;
  }

  @Override
  public WindowAccess operation() {
    return operation;
  }

  /** The caller's memory: the data to put or to combine, or the place for the data to get. */
  public MessageData origin() {
    return origin;
  }

  /** The place for the target's former content. */
  public MessageData result() {
    return result;
  }

  /** The value with which the target's memory is compared; only if it is equal, it is swapped. */
  public MessageData compare() {
    return compare;
  }

  /** The rank whose memory is accessed. */
  public int target() {
    return target;
  }

  /** The place in it, in displacement units of the target's window. */
  public int displacement() {
    return displacement;
  }

  /** How many items of it. */
  public int targetCount() {
    return targetCount;
  }

  /** Their datatype. */
  public long targetType() {
    return targetType;
  }

  /** The basic type in it. */
  public int baseType() {
    return baseType;
  }

  /** The binding's object of the reduction. */
  public @Nullable Object op() {
    return op;
  }

  /** MPI's operation of the reduction. */
  public long opHandle() {
    return opHandle;
  }
}
