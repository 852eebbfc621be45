package org.legio.ulfm;

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

  /** Says which operation. */
  public WindowCall of(WindowAccess operation) {
    this.operation = operation;
    return this;
  }

  /** Says whose memory is accessed. */
  public WindowCall to(int target) {
    this.target = target;
    return this;
  }

  /**
   * Says which memory is accessed.
   *
   * @param displacement in units of the target's
   */
  public WindowCall target(int target, int displacement, int targetCount, long targetType) {
    this.target = target;
    this.displacement = displacement;
    this.targetCount = targetCount;
    this.targetType = targetType;
    return this;
  }

  /** Likewise, of one element, as are the origin and all others. */
  public WindowCall element(long type, int target, int displacement) {
    origin.items(1, type);
    result.items(1, type);
    compare.items(1, type);
    return target(target, displacement, 1, type);
  }

  /** Says which basic type the target's is made of, as the binding numbers them. */
  public WindowCall baseType(int baseType) {
    this.baseType = baseType;
    return this;
  }

  /**
   * Says by what data is combined.
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

  /** The caller's memory: what is put or combined, or where it is got into. */
  public MessageData origin() {
    return origin;
  }

  /** Where the caller gets what the target held before. */
  public MessageData result() {
    return result;
  }

  /** What the target's memory has to hold if it is to be swapped. */
  public MessageData compare() {
    return compare;
  }

  /** Whose memory is accessed. */
  public int target() {
    return target;
  }

  /** Where in it. */
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
