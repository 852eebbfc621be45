package org.legio.ulfm.ports;

import org.jspecify.annotations.Nullable;

/**
 * Describes the data of one side of an operation: a buffer, and which items of it. It is MPI's
 * (buffer, count, datatype) as an object, in all the forms that the binding's natives have.
 *
 * <p>It is reused from call to call, so that a call makes no garbage. The {@link Shape} of the
 * operation's side says which of its parts are used. A buffer is an array, a direct {@link
 * java.nio.Buffer} or null; a datatype's handle of 0 stands for {@code MPI_IN_PLACE}.
 */
public final class MessageData {
  private @Nullable Object buffer;
  private boolean direct;
  private int offset;
  private int count;
  private long type;
  private int baseType;
  private int @Nullable [] counts;
  private int @Nullable [] displacements;
  private int @Nullable [] offsets;
  private long @Nullable [] types;
  private int @Nullable [] baseTypes;

  /**
   * Sets where the data lies.
   *
   * @param direct whether the buffer is in native memory
   * @param offset in bytes
   */
  public MessageData at(@Nullable Object buffer, boolean direct, int offset) {
    this.buffer = buffer;
    this.direct = direct;
    this.offset = offset;
    return this;
  }

  /** Sets a buffer whose data begins at its first byte. */
  public MessageData at(@Nullable Object buffer, boolean direct) {
    return at(buffer, direct, 0);
  }

  /** Sets a buffer in native memory whose data begins at its first byte. */
  public MessageData at(@Nullable Object buffer) {
    return at(buffer, true, 0);
  }

  /** Sets the same place as another's. */
  public MessageData atPlaceOf(MessageData other) {
    return at(other.buffer, other.direct, other.offset);
  }

  /**
   * Sets one block, or equal blocks for all ranks.
   *
   * @param count how many items a block has
   * @param baseType the basic type in the datatype, as the binding numbers them
   */
  public MessageData items(int count, long type, int baseType) {
    this.count = count;
    this.type = type;
    this.baseType = baseType;
    return this;
  }

  /** As above, in native memory, where the binding needs no basic type. */
  public MessageData items(int count, long type) {
    return items(count, type, MpiConstants.BYTE_BASE_TYPE);
  }

  /** Sets blocks with a count for each rank, one after the other. */
  public MessageData items(int @Nullable [] counts, long type, int baseType) {
    return items(counts, null, type, baseType);
  }

  /**
   * Sets blocks with a count and a place for each rank.
   *
   * @param displacements in items
   */
  public MessageData items(
      int @Nullable [] counts, int @Nullable [] displacements, long type, int baseType) {
    this.counts = counts;
    this.displacements = displacements;
    this.type = type;
    this.baseType = baseType;
    return this;
  }

  /** As above, in native memory. */
  public MessageData items(int @Nullable [] counts, int @Nullable [] displacements, long type) {
    return items(counts, displacements, type, MpiConstants.BYTE_BASE_TYPE);
  }

  /**
   * Sets blocks with a type for each rank.
   *
   * @param offsets in bytes, to be added to the displacements
   * @param displacements in bytes
   */
  public MessageData items(
      int[] offsets, int[] counts, int[] displacements, long[] types, int[] baseTypes) {
    this.offsets = offsets;
    this.counts = counts;
    this.displacements = displacements;
    this.types = types;
    this.baseTypes = baseTypes;
    return this;
  }

  /** As above, in native memory. */
  public MessageData items(int[] counts, int[] displacements, long[] types) {
    return items(new int[counts.length], counts, displacements, types, new int[counts.length]);
  }

  /** Copies all parts of another, without copying arrays. */
  public MessageData as(MessageData other) {
    buffer = other.buffer;
    direct = other.direct;
    offset = other.offset;
    count = other.count;
    type = other.type;
    baseType = other.baseType;
    counts = other.counts;
    displacements = other.displacements;
    offsets = other.offsets;
    types = other.types;
    baseTypes = other.baseTypes;
    return this;
  }

  /**
   * As {@link #as}, but copies the arrays of counts and types, which the other's owner may change.
   */
  MessageData copyOf(MessageData other) {
    as(other);
    counts = counts == null ? null : counts.clone();
    displacements = displacements == null ? null : displacements.clone();
    offsets = offsets == null ? null : offsets.clone();
    types = types == null ? null : types.clone();
    baseTypes = baseTypes == null ? null : baseTypes.clone();
    return this;
  }

  /** Drops all references to the program's memory, so that it can be collected. */
  void clear() {
    buffer = null;
    counts = null;
    displacements = null;
    offsets = null;
    types = null;
    baseTypes = null;
  }

  /** The buffer. */
  public @Nullable Object buffer() {
    return buffer;
  }

  /** Whether it is in native memory. */
  public boolean isDirect() {
    return direct;
  }

  /** The offset of the data in the buffer, in bytes. */
  public int offset() {
    return offset;
  }

  /** How many items a block has. */
  public int count() {
    return count;
  }

  /** The items' datatype. */
  public long type() {
    return type;
  }

  /** The basic type in the datatype, as the binding numbers them. */
  public int baseType() {
    return baseType;
  }

  /** How many items each rank's block has. */
  public int @Nullable [] counts() {
    return counts;
  }

  /** Where each rank's block begins, in items; in bytes where blocks have types. */
  public int @Nullable [] displacements() {
    return displacements;
  }

  /** The offset added to the displacement of each block with a type of its own, in bytes. */
  public int @Nullable [] offsets() {
    return offsets;
  }

  /** The datatype of each rank's block. */
  public long @Nullable [] types() {
    return types;
  }

  /** The basic type in each rank's datatype. */
  public int @Nullable [] baseTypes() {
    return baseTypes;
  }

  /** Whether it stands for {@code MPI_IN_PLACE}. */
  public boolean isInPlace() {
    return type == MpiConstants.IN_PLACE;
  }
}
