package mpi;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import org.legio.mpi.Fields;

/**
 * A user-defined structure, described once and used both as a {@link Datatype} and to read and
 * write items in buffers (MPI 3.1, section 4.1.2, {@code MPI_TYPE_CREATE_STRUCT}).
 *
 * <p>A subclass adds its fields in its constructor, keeps the offsets that the {@code add} methods
 * return, and returns from {@link #newData} a {@link Data} whose accessors use these offsets.
 * Fields follow one another without padding unless {@link #setOffset} says otherwise. Offsets and
 * extents are in bytes, also those of fields that {@link #addData} adds.
 */
public abstract class Struct {
  private int extent;
  private ArrayList<Field> fields = new ArrayList<>();
  private Datatype datatype;
  private Datatype[] types;
  private int[] offsets;
  private int[] lengths;

  private static final String typeMismatch = "Type mismatch";

  /** Makes a structure without fields. */
  public Struct() {}

  private void commit() throws MPIException {
    if (datatype == null) {
      createStruct();
    }
  }

  private void createStruct() throws MPIException {
    int count = fields.size();
    types = new Datatype[count];
    offsets = new int[count];
    lengths = new int[count];
    for (int i = 0; i < count; i++) {
      Field field = fields.get(i);
      types[i] = field.type instanceof Struct struct ? struct.getType() : (Datatype) field.type;
      offsets[i] = field.offset;
      lengths[i] = field.length;
    }
    datatype = Datatype.createStruct(lengths, offsets, types);
    datatype.commit();
    extent = datatype.getExtent();
  }

  /**
   * Distance between two consecutive structures in a buffer; fixes the fields.
   *
   * @return the extent of {@link #getType}, in bytes
   * @throws MPIException if MPI is not running, or the library refuses the fields
   */
  public final int getExtent() throws MPIException {
    commit();
    return extent;
  }

  /**
   * The datatype of this structure, committed; fixes the fields.
   *
   * @return the datatype
   * @throws MPIException if MPI is not running, or the library refuses the fields
   */
  public final Datatype getType() throws MPIException {
    commit();
    return datatype;
  }

  /**
   * Makes the object that reads and writes one structure.
   *
   * @return a new {@link Data} of the subclass
   */
  protected abstract Data newData();

  @SuppressWarnings("unchecked")
  private <T extends Data> T newData(ByteBuffer buffer, int offset) {
    Data data = newData();
    data.buffer = buffer;
    data.offset = offset;
    return (T) data;
  }

  /**
   * The structure at the start of a buffer; fixes the fields.
   *
   * @param <T> the subclass's {@link Data}
   * @param buffer the buffer, in native byte order to be of use to MPI
   * @return a view of the structure
   * @throws MPIException if MPI is not running, or the library refuses the fields
   */
  public final <T extends Data> T getData(ByteBuffer buffer) throws MPIException {
    return getData(buffer, 0);
  }

  /**
   * A structure in a buffer of many; fixes the fields.
   *
   * @param <T> the subclass's {@link Data}
   * @param buffer the buffer, in native byte order to be of use to MPI
   * @param index which structure, from 0
   * @return a view of the structure
   * @throws MPIException if MPI is not running, or the library refuses the fields
   */
  public final <T extends Data> T getData(ByteBuffer buffer, int index) throws MPIException {
    commit();
    return newData(buffer, index * extent);
  }

  /**
   * The structure at the start of an array; fixes the fields.
   *
   * @param <T> the subclass's {@link Data}
   * @param array the array
   * @return a view of the structure
   * @throws MPIException if MPI is not running, or the library refuses the fields
   */
  public final <T extends Data> T getData(byte[] array) throws MPIException {
    return getData(array, 0);
  }

  /**
   * A structure in an array of many; fixes the fields.
   *
   * @param <T> the subclass's {@link Data}
   * @param array the array
   * @param index which structure, from 0
   * @return a view of the structure
   * @throws MPIException if MPI is not running, or the library refuses the fields
   */
  public final <T extends Data> T getData(byte[] array, int index) throws MPIException {
    return getData(MPI.slice(array, 0), index);
  }

  private int addField(Object type, int typeExtent, int length) {
    Fields.requireOpen(this, datatype);
    int offset = extent;
    fields.add(new Field(type, offset, length));
    extent += typeExtent * length;
    return offset;
  }

  /**
   * Sets where the next field begins: where the fields so far end, or behind.
   *
   * @param field offset of the next field, in bytes
   * @return this structure
   * @throws IllegalArgumentException if the fields so far end behind {@code field}
   */
  public final Struct setOffset(int field) {
    Fields.requireOpen(this, datatype);
    Fields.requireBehind(this, field, extent);
    extent = field;
    return this;
  }

  /** Adds a field of one {@code byte}. */
  public final int addByte() {
    return addByte(1);
  }

  /**
   * Adds a field of several {@code byte} values.
   *
   * @param length how many
   */
  public final int addByte(int length) {
    return addField(MPI.BYTE, Byte.BYTES, length);
  }

  /** Adds a field of one {@code char}. */
  public final int addChar() {
    return addChar(1);
  }

  /**
   * Adds a field of several {@code char} values.
   *
   * @param length how many
   */
  public final int addChar(int length) {
    return addField(MPI.CHAR, Character.BYTES, length);
  }

  /** Adds a field of one {@code short}. */
  public final int addShort() {
    return addShort(1);
  }

  /**
   * Adds a field of several {@code short} values.
   *
   * @param length how many
   */
  public final int addShort(int length) {
    return addField(MPI.SHORT, Short.BYTES, length);
  }

  /** Adds a field of one {@code int}. */
  public final int addInt() {
    return addInt(1);
  }

  /**
   * Adds a field of several {@code int} values.
   *
   * @param length how many
   */
  public final int addInt(int length) {
    return addField(MPI.INT, Integer.BYTES, length);
  }

  /** Adds a field of one {@code long}. */
  public final int addLong() {
    return addLong(1);
  }

  /**
   * Adds a field of several {@code long} values.
   *
   * @param length how many
   */
  public final int addLong(int length) {
    return addField(MPI.LONG, Long.BYTES, length);
  }

  /** Adds a field of one {@code float}. */
  public final int addFloat() {
    return addFloat(1);
  }

  /**
   * Adds a field of several {@code float} values.
   *
   * @param length how many
   */
  public final int addFloat(int length) {
    return addField(MPI.FLOAT, Float.BYTES, length);
  }

  /** Adds a field of one {@code double}. */
  public final int addDouble() {
    return addDouble(1);
  }

  /**
   * Adds a field of several {@code double} values.
   *
   * @param length how many
   */
  public final int addDouble(int length) {
    return addField(MPI.DOUBLE, Double.BYTES, length);
  }

  /**
   * Adds a field that is a structure, whose fields it fixes.
   *
   * @param struct the structure
   * @throws MPIException if MPI is not running, or the library refuses the fields of {@code struct}
   */
  public final int addStruct(Struct struct) throws MPIException {
    return addStruct(struct, 1);
  }

  /**
   * Adds a field of several structures, whose fields it fixes.
   *
   * @param struct the structure
   * @param length how many
   * @throws MPIException if MPI is not running, or the library refuses the fields of {@code struct}
   */
  public final int addStruct(Struct struct, int length) throws MPIException {
    return addField(struct, struct.getExtent(), length);
  }

  /**
   * Adds a field of any type.
   *
   * @param type the type
   * @throws MPIException if MPI is not running, or the library does not know the type
   */
  public final int addData(Datatype type) throws MPIException {
    return addData(type, 1);
  }

  /**
   * Adds a field of several items of any type.
   *
   * @param type the type
   * @param length how many
   * @throws MPIException if MPI is not running, or the library does not know the type
   */
  public final int addData(Datatype type, int length) throws MPIException {
    return addField(type, type.getExtent() * type.baseSize, length);
  }

  private boolean validType(int fieldOffset, int index, Datatype type) {
    for (Field field : fields) {
      if (field.offset == fieldOffset) {
        Object own = field.type instanceof Struct struct ? struct.datatype : field.type;
        return own == type && 0 <= index && index < field.length;
      }
    }
    return false;
  }

  private static class Field {
    private Object type;
    private int offset;
    private int length;

    private Field(Object type, int offset, int length) {
      this.type = type;
      this.offset = offset;
      this.length = length;
    }
  }

  /**
   * Reads and writes one structure in a buffer. With assertions on, an access that does not fit a
   * field's type and length is an {@link AssertionError}.
   */
  public abstract class Data {
    private ByteBuffer buffer;
    private int offset;

    /** Used by {@link Struct#newData}. */
    public Data() {}

    /**
     * The bytes of the structure, for use in an MPI call.
     *
     * @return a buffer that begins at the structure and shares its content
     */
    public final ByteBuffer getBuffer() {
      return offset == 0 ? buffer : MPI.slice(buffer, offset);
    }

    /** Reads a {@code byte} field. */
    protected final byte getByte(int field) {
      return getByte(field, 0);
    }

    /**
     * Reads one value of a field of several {@code byte} values.
     *
     * @param index which value, from 0
     */
    protected final byte getByte(int field, int index) {
      assert validType(field, index, MPI.BYTE) : typeMismatch;
      return buffer.get(offset + field + index * Byte.BYTES);
    }

    /** Writes a {@code byte} field. */
    protected final void putByte(int field, byte value) {
      putByte(field, 0, value);
    }

    /**
     * Writes one value of a field of several {@code byte} values.
     *
     * @param index which value, from 0
     */
    protected final void putByte(int field, int index, byte value) {
      assert validType(field, index, MPI.BYTE) : typeMismatch;
      buffer.put(offset + field + index * Byte.BYTES, value);
    }

    /** Reads a {@code char} field. */
    protected final char getChar(int field) {
      return getChar(field, 0);
    }

    /**
     * Reads one value of a field of several {@code char} values.
     *
     * @param index which value, from 0
     */
    protected final char getChar(int field, int index) {
      assert validType(field, index, MPI.CHAR) : typeMismatch;
      return buffer.getChar(offset + field + index * Character.BYTES);
    }

    /** Writes a {@code char} field. */
    protected final void putChar(int field, char value) {
      putChar(field, 0, value);
    }

    /**
     * Writes one value of a field of several {@code char} values.
     *
     * @param index which value, from 0
     */
    protected final void putChar(int field, int index, char value) {
      assert validType(field, index, MPI.CHAR) : typeMismatch;
      buffer.putChar(offset + field + index * Character.BYTES, value);
    }

    /** Reads a {@code short} field. */
    protected final short getShort(int field) {
      return getShort(field, 0);
    }

    /**
     * Reads one value of a field of several {@code short} values.
     *
     * @param index which value, from 0
     */
    protected final short getShort(int field, int index) {
      assert validType(field, index, MPI.SHORT) : typeMismatch;
      return buffer.getShort(offset + field + index * Short.BYTES);
    }

    /** Writes a {@code short} field. */
    protected final void putShort(int field, short value) {
      putShort(field, 0, value);
    }

    /**
     * Writes one value of a field of several {@code short} values.
     *
     * @param index which value, from 0
     */
    protected final void putShort(int field, int index, short value) {
      assert validType(field, index, MPI.SHORT) : typeMismatch;
      buffer.putShort(offset + field + index * Short.BYTES, value);
    }

    /** Reads a {@code int} field. */
    protected final int getInt(int field) {
      return getInt(field, 0);
    }

    /**
     * Reads one value of a field of several {@code int} values.
     *
     * @param index which value, from 0
     */
    protected final int getInt(int field, int index) {
      assert validType(field, index, MPI.INT) : typeMismatch;
      return buffer.getInt(offset + field + index * Integer.BYTES);
    }

    /** Writes a {@code int} field. */
    protected final void putInt(int field, int value) {
      putInt(field, 0, value);
    }

    /**
     * Writes one value of a field of several {@code int} values.
     *
     * @param index which value, from 0
     */
    protected final void putInt(int field, int index, int value) {
      assert validType(field, index, MPI.INT) : typeMismatch;
      buffer.putInt(offset + field + index * Integer.BYTES, value);
    }

    /** Reads a {@code long} field. */
    protected final long getLong(int field) {
      return getLong(field, 0);
    }

    /**
     * Reads one value of a field of several {@code long} values.
     *
     * @param index which value, from 0
     */
    protected final long getLong(int field, int index) {
      assert validType(field, index, MPI.LONG) : typeMismatch;
      return buffer.getLong(offset + field + index * Long.BYTES);
    }

    /** Writes a {@code long} field. */
    protected final void putLong(int field, long value) {
      putLong(field, 0, value);
    }

    /**
     * Writes one value of a field of several {@code long} values.
     *
     * @param index which value, from 0
     */
    protected final void putLong(int field, int index, long value) {
      assert validType(field, index, MPI.LONG) : typeMismatch;
      buffer.putLong(offset + field + index * Long.BYTES, value);
    }

    /** Reads a {@code float} field. */
    protected final float getFloat(int field) {
      return getFloat(field, 0);
    }

    /**
     * Reads one value of a field of several {@code float} values.
     *
     * @param index which value, from 0
     */
    protected final float getFloat(int field, int index) {
      assert validType(field, index, MPI.FLOAT) : typeMismatch;
      return buffer.getFloat(offset + field + index * Float.BYTES);
    }

    /** Writes a {@code float} field. */
    protected final void putFloat(int field, float value) {
      putFloat(field, 0, value);
    }

    /**
     * Writes one value of a field of several {@code float} values.
     *
     * @param index which value, from 0
     */
    protected final void putFloat(int field, int index, float value) {
      assert validType(field, index, MPI.FLOAT) : typeMismatch;
      buffer.putFloat(offset + field + index * Float.BYTES, value);
    }

    /** Reads a {@code double} field. */
    protected final double getDouble(int field) {
      return getDouble(field, 0);
    }

    /**
     * Reads one value of a field of several {@code double} values.
     *
     * @param index which value, from 0
     */
    protected final double getDouble(int field, int index) {
      assert validType(field, index, MPI.DOUBLE) : typeMismatch;
      return buffer.getDouble(offset + field + index * Double.BYTES);
    }

    /** Writes a {@code double} field. */
    protected final void putDouble(int field, double value) {
      putDouble(field, 0, value);
    }

    /**
     * Writes one value of a field of several {@code double} values.
     *
     * @param index which value, from 0
     */
    protected final void putDouble(int field, int index, double value) {
      assert validType(field, index, MPI.DOUBLE) : typeMismatch;
      buffer.putDouble(offset + field + index * Double.BYTES, value);
    }

    /**
     * The structure that a field is.
     *
     * @param <S> the field's type
     * @param <D> its {@link Data}
     * @param struct the field's type
     * @return a view of the structure
     */
    protected final <S extends Struct, D extends Data> D getData(S struct, int field) {
      return getData(struct, field, 0);
    }

    /**
     * One structure of a field of several.
     *
     * @param <S> the field's type
     * @param <D> its {@link Data}
     * @param struct the field's type
     * @param index which structure, from 0
     * @return a view of the structure
     */
    protected final <S extends Struct, D extends Data> D getData(S struct, int field, int index) {
      Struct s = struct;
      assert validType(field, index, s.datatype) : typeMismatch;
      return s.newData(buffer, offset + field + index * s.extent);
    }

    /**
     * The bytes of a field of any type.
     *
     * @param type the field's type
     * @return a buffer that begins at the field and shares its content
     */
    protected final ByteBuffer getBuffer(Datatype type, int field) {
      assert validType(field, 0, type) : typeMismatch;
      return offset + field == 0 ? buffer : MPI.slice(buffer, offset + field);
    }

    /**
     * The bytes of one item of a field of several.
     *
     * @param type the field's type
     * @param index which item, from 0
     * @return a buffer that begins at the item and shares its content
     * @throws MPIException if MPI is not running
     */
    protected final ByteBuffer getBuffer(Datatype type, int field, int index) throws MPIException {
      assert validType(field, index, type) : typeMismatch;
      int first = offset + field + index * type.getExtent() * type.baseSize;
      return first == 0 ? buffer : MPI.slice(buffer, first);
    }
  }
}
