package mpi;

import java.nio.Buffer;
import org.legio.mpi.NativeLibrary;

/**
 * A type of items in messages: a basic one of {@link MPI}, or one derived from it (MPI 3.1, chapter
 * 4).
 *
 * <p>Sizes, extents and bounds are told in elements of the primitive that a type is made of, as
 * buffers and arrays are counted: that of three {@code int} values has size 3. Types made by {@link
 * #createStruct} are made of bytes. What the {@code create} methods take in bytes stays in bytes.
 */
public final class Datatype implements Freeable, Cloneable {
  /** The native datatype. */
  protected long handle;

  /**
   * Which primitive this is made of: one of {@link #BYTE} to {@link #PACKED}; {@link #NULL} for the
   * null type.
   */
  protected int baseType;

  /** Size of that primitive, in bytes: the unit of sizes, extents and bounds. */
  protected int baseSize;

  private int lb;
  private int extent;
  private int trueLb;
  private int trueExtent;

  /** Index by which the native half knows the null type. */
  protected static final int NULL = 0;

  /** Index by which the native half knows {@link MPI#BYTE}. */
  protected static final int BYTE = 1;

  /** Index by which the native half knows {@link MPI#CHAR}. */
  protected static final int CHAR = 2;

  /** Index by which the native half knows {@link MPI#SHORT}. */
  protected static final int SHORT = 3;

  /** Index by which the native half knows {@link MPI#BOOLEAN}. */
  protected static final int BOOLEAN = 4;

  /** Index by which the native half knows {@link MPI#INT}. */
  protected static final int INT = 5;

  /** Index by which the native half knows {@link MPI#LONG}. */
  protected static final int LONG = 6;

  /** Index by which the native half knows {@link MPI#FLOAT}. */
  protected static final int FLOAT = 7;

  /** Index by which the native half knows {@link MPI#DOUBLE}. */
  protected static final int DOUBLE = 8;

  /** Index by which the native half knows {@link MPI#PACKED}. */
  protected static final int PACKED = 9;

  /** Index by which the native half knows {@link MPI#INT2}. */
  protected static final int INT2 = 10;

  /** Index by which the native half knows {@link MPI#SHORT_INT}. */
  protected static final int SHORT_INT = 11;

  /** Index by which the native half knows {@link MPI#LONG_INT}. */
  protected static final int LONG_INT = 12;

  /** Index by which the native half knows {@link MPI#FLOAT_INT}. */
  protected static final int FLOAT_INT = 13;

  /** Index by which the native half knows {@link MPI#DOUBLE_INT}. */
  protected static final int DOUBLE_INT = 14;

  /** Index by which the native half knows {@link MPI#FLOAT_COMPLEX}. */
  protected static final int FLOAT_COMPLEX = 15;

  /** Index by which the native half knows {@link MPI#DOUBLE_COMPLEX}. */
  protected static final int DOUBLE_COMPLEX = 16;

  static {
    NativeLibrary.load();
    init();
  }

  private static native void init();

  /** Makes a type for {@link #setBasic} to fill in. */
  protected Datatype() {}

  /**
   * Makes this a basic type of a primitive.
   *
   * @param type index by which the native half knows it
   */
  protected void setBasic(int type) {
    baseType = type;
    handle = getDatatype(type);
    baseSize = type == NULL ? 0 : getSize(handle);
  }

  /**
   * Makes this a basic type with items of several primitives.
   *
   * @param type index by which the native half knows it
   * @param oldType type of the primitive that buffers of such items hold
   */
  protected void setBasic(int type, Datatype oldType) {
    baseType = oldType.baseType;
    baseSize = oldType.baseSize;
    handle = getDatatype(type);
  }

  private static native long getDatatype(int type);

  private Datatype(Datatype oldType, long handle) {
    this(oldType.baseType, oldType.baseSize, handle);
  }

  private Datatype(int baseType, int baseSize, long handle) {
    this.baseType = baseType;
    this.baseSize = baseSize;
    this.handle = handle;
  }

  /**
   * Lower bound.
   *
   * <p>MPI_TYPE_GET_EXTENT, MPI 3.1 section 4.1.7.
   *
   * @return the bound, in elements of the primitive
   */
  public int getLb() throws MPIException {
    getLbExtent();
    return lb;
  }

  /**
   * Distance between two consecutive items.
   *
   * <p>MPI_TYPE_GET_EXTENT, MPI 3.1 section 4.1.7.
   *
   * @return the extent, in elements of the primitive
   */
  public int getExtent() throws MPIException {
    getLbExtent();
    return extent;
  }

  private void getLbExtent() throws MPIException {
    if (extent == 0) {
      MPI.check();
      int[] lbExtent = new int[2];
      getLbExtent(handle, lbExtent);
      lb = lbExtent[0] / baseSize;
      extent = lbExtent[1] / baseSize;
    }
  }

  private native void getLbExtent(long type, int[] lbExtent);

  /**
   * Lower bound of the data itself, whatever the markers.
   *
   * <p>MPI_TYPE_GET_TRUE_EXTENT, MPI 3.1 section 4.1.8.
   *
   * @return the bound, in elements of the primitive
   */
  public int getTrueLb() throws MPIException {
    getTrueLbExtent();
    return trueLb;
  }

  /**
   * Extent of the data itself, whatever the markers.
   *
   * <p>MPI_TYPE_GET_TRUE_EXTENT, MPI 3.1 section 4.1.8.
   *
   * @return the extent, in elements of the primitive
   */
  public int getTrueExtent() throws MPIException {
    getTrueLbExtent();
    return trueExtent;
  }

  private void getTrueLbExtent() throws MPIException {
    if (trueExtent == 0) {
      MPI.check();
      int[] lbExtent = new int[2];
      getTrueLbExtent(handle, lbExtent);
      trueLb = lbExtent[0] / baseSize;
      trueExtent = lbExtent[1] / baseSize;
    }
  }

  private native void getTrueLbExtent(long type, int[] lbExtent);

  /**
   * Elements of data in an item, without gaps.
   *
   * <p>MPI_TYPE_SIZE, MPI 3.1 section 4.1.5.
   *
   * @return the size, in elements of the primitive
   */
  public int getSize() throws MPIException {
    MPI.check();
    return getSize(handle) / baseSize;
  }

  private native int getSize(long type);

  /**
   * Makes this type ready for use in messages.
   *
   * <p>MPI_TYPE_COMMIT, MPI 3.1 section 4.1.9.
   */
  public void commit() throws MPIException {
    MPI.check();
    commit(handle);
  }

  private native void commit(long type);

  /**
   * Frees this type; {@link #isNull} is then true.
   *
   * <p>MPI_TYPE_FREE, MPI 3.1 section 4.1.9.
   */
  @Override
  public void free() throws MPIException {
    MPI.check();
    handle = free(handle);
  }

  private native long free(long type) throws MPIException;

  /**
   * Whether this is the null type, which is what remains of a freed one.
   *
   * @return true for {@code MPI_DATATYPE_NULL}
   */
  public boolean isNull() {
    return handle == MPI.DATATYPE_NULL.handle;
  }

  /**
   * Duplicates this type as {@link #dup} does, but wraps its error in an unchecked exception.
   *
   * @return the new type
   */
  @Override
  public Datatype clone() {
    try {
      return dup();
    } catch (MPIException e) {
      throw new IllegalStateException("MPI_TYPE_DUP failed: " + e.getMessage(), e);
    }
  }

  /**
   * Duplicates this type, with its attributes.
   *
   * <p>MPI_TYPE_DUP, MPI 3.1 section 4.1.10.
   *
   * @return the new type
   */
  public Datatype dup() throws MPIException {
    MPI.check();
    return new Datatype(this, dup(handle));
  }

  private native long dup(long type) throws MPIException;

  /**
   * Several items in a row.
   *
   * <p>MPI_TYPE_CONTIGUOUS, MPI 3.1 section 4.1.2.
   *
   * @param count number of items
   * @param oldType type of these items
   * @return a new type, not committed
   */
  public static Datatype createContiguous(int count, Datatype oldType) throws MPIException {
    MPI.check();
    return new Datatype(oldType, getContiguous(count, oldType.handle));
  }

  private static native long getContiguous(int count, long oldType);

  /**
   * Blocks of items at equal distances.
   *
   * <p>MPI_TYPE_VECTOR, MPI 3.1 section 4.1.2.
   *
   * @param count number of blocks
   * @param blockLength number of items in a block
   * @param stride distance between the starts of blocks, in extents of {@code oldType}
   * @param oldType type of these items
   * @return a new type, not committed
   */
  public static Datatype createVector(int count, int blockLength, int stride, Datatype oldType)
      throws MPIException {
    MPI.check();
    return new Datatype(oldType, getVector(count, blockLength, stride, oldType.handle));
  }

  private static native long getVector(int count, int blockLength, int stride, long oldType)
      throws MPIException;

  /**
   * Blocks of items at equal distances in bytes.
   *
   * <p>MPI_TYPE_CREATE_HVECTOR, MPI 3.1 section 4.1.2.
   *
   * @param count number of blocks
   * @param blockLength number of items in a block
   * @param stride distance between the starts of blocks, in bytes
   * @param oldType type of these items
   * @return a new type, not committed
   */
  public static Datatype createHVector(int count, int blockLength, int stride, Datatype oldType)
      throws MPIException {
    MPI.check();
    return new Datatype(oldType, getHVector(count, blockLength, stride, oldType.handle));
  }

  private static native long getHVector(int count, int blockLength, int stride, long oldType)
      throws MPIException;

  /**
   * Blocks of items of any length and place.
   *
   * <p>MPI_TYPE_INDEXED, MPI 3.1 section 4.1.2.
   *
   * @param blockLengths number of items in each block
   * @param disps where each block starts, in extents of {@code oldType}
   * @param oldType type of these items
   * @return a new type, not committed
   */
  public static Datatype createIndexed(int[] blockLengths, int[] disps, Datatype oldType)
      throws MPIException {
    MPI.check();
    return new Datatype(oldType, getIndexed(blockLengths, disps, oldType.handle));
  }

  private static native long getIndexed(int[] blockLengths, int[] disps, long oldType)
      throws MPIException;

  /**
   * Blocks of items of any length and place in bytes.
   *
   * <p>MPI_TYPE_CREATE_HINDEXED, MPI 3.1 section 4.1.2.
   *
   * @param blockLengths number of items in each block
   * @param disps where each block starts, in bytes
   * @param oldType type of these items
   * @return a new type, not committed
   */
  public static Datatype createHIndexed(int[] blockLengths, int[] disps, Datatype oldType)
      throws MPIException {
    MPI.check();
    return new Datatype(oldType, getHIndexed(blockLengths, disps, oldType.handle));
  }

  private static native long getHIndexed(int[] blockLengths, int[] disps, long oldType)
      throws MPIException;

  /**
   * Blocks of items of any length, place and type. Arrays and heap buffers of such items hold
   * bytes.
   *
   * <p>MPI_TYPE_CREATE_STRUCT, MPI 3.1 section 4.1.2.
   *
   * @param blockLengths number of items in each block
   * @param disps where each block starts, in bytes
   * @param types type of the items in each block
   * @return a new type, not committed
   */
  public static Datatype createStruct(int[] blockLengths, int[] disps, Datatype[] types)
      throws MPIException {
    MPI.check();
    return new Datatype(MPI.BYTE, getStruct(blockLengths, disps, types));
  }

  private static native long getStruct(int[] blockLengths, int[] disps, Datatype[] types)
      throws MPIException;

  /**
   * The same data with other bounds.
   *
   * <p>MPI_TYPE_CREATE_RESIZED, MPI 3.1 section 4.1.7.
   *
   * @param oldType the type
   * @param lb its new lower bound, in bytes
   * @param extent its new extent, in bytes
   * @return a new type, not committed
   */
  public static Datatype createResized(Datatype oldType, int lb, int extent) throws MPIException {
    MPI.check();
    return new Datatype(oldType, getResized(oldType.handle, lb, extent));
  }

  private static native long getResized(long oldType, int lb, int extent);

  /**
   * Names this type, for messages and tools.
   *
   * <p>MPI_TYPE_SET_NAME, MPI 3.1 section 6.8.
   *
   * @param name the name, at most {@link MPI#MAX_OBJECT_NAME} - 1 bytes
   */
  public void setName(String name) throws MPIException {
    MPI.check();
    setName(handle, name);
  }

  private native void setName(long type, String name) throws MPIException;

  /**
   * The name of this type.
   *
   * <p>MPI_TYPE_GET_NAME, MPI 3.1 section 6.8.
   *
   * @return the name, empty when it has none
   */
  public String getName() throws MPIException {
    MPI.check();
    return getName(handle);
  }

  private native String getName(long type) throws MPIException;

  /**
   * Makes a key for attributes of types.
   *
   * <p>MPI_TYPE_CREATE_KEYVAL, MPI 3.1 section 6.7.4.
   *
   * @return the key
   */
  public static int createKeyval() throws MPIException {
    MPI.check();
    return createKeyval_jni();
  }

  private static native int createKeyval_jni() throws MPIException;

  /**
   * Frees an attribute key; it disappears with the last attribute that uses it.
   *
   * <p>MPI_TYPE_FREE_KEYVAL, MPI 3.1 section 6.7.4.
   *
   * @param keyval key made by {@code createKeyval}, or a predefined one
   */
  public static void freeKeyval(int keyval) throws MPIException {
    MPI.check();
    freeKeyval_jni(keyval);
  }

  private static native void freeKeyval_jni(int keyval) throws MPIException;

  /**
   * Attaches a copy of a value to this type; duplicates inherit it.
   *
   * <p>MPI_TYPE_SET_ATTR, MPI 3.1 section 6.7.4.
   *
   * @param keyval key made by {@code createKeyval}, or a predefined one
   * @param value the value; must be {@link java.io.Serializable}
   */
  public void setAttr(int keyval, Object value) throws MPIException {
    MPI.check();
    setAttr(handle, keyval, MPI.attrSet(value));
  }

  private native void setAttr(long type, int keyval, byte[] value) throws MPIException;

  /**
   * Reads an attribute.
   *
   * <p>MPI_TYPE_GET_ATTR, MPI 3.1 section 6.7.4.
   *
   * @param keyval key made by {@code createKeyval}, or a predefined one
   * @return a copy of the value set; {@code null} when there is none
   */
  public Object getAttr(int keyval) throws MPIException {
    MPI.check();
    return MPI.attrGet((byte[]) getAttr(handle, keyval));
  }

  private native Object getAttr(long type, int keyval) throws MPIException;

  /**
   * Removes an attribute.
   *
   * <p>MPI_TYPE_DELETE_ATTR, MPI 3.1 section 6.7.4.
   *
   * @param keyval key made by {@code createKeyval}, or a predefined one
   */
  public void deleteAttr(int keyval) throws MPIException {
    MPI.check();
    deleteAttr(handle, keyval);
  }

  private native void deleteAttr(long type, int keyval) throws MPIException;

  /**
   * Where a heap buffer begins in its array.
   *
   * @param buffer array or buffer of the primitive that this type is made of
   * @return bytes from the start of the array; 0 for arrays, direct buffers and {@code null}
   */
  protected int getOffset(Object buffer) {
    return MPI.isHeapBuffer(buffer) ? baseSize * ((Buffer) buffer).arrayOffset() : 0;
  }
}
