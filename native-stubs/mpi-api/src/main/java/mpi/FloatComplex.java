package mpi;

import java.nio.ByteBuffer;
import java.nio.FloatBuffer;

/**
 * A view of one complex number, stored as two {@code float} values, in a buffer or array of {@link
 * MPI#FLOAT_COMPLEX} items. Changes write through.
 */
public final class FloatComplex {
  private final int offset;
  private final FloatBuffer buffer;

  private FloatComplex(FloatBuffer buffer, int index) {
    this.buffer = buffer;
    this.offset = 2 * index;
  }

  /**
   * The first number in a buffer.
   *
   * @param buffer the buffer
   * @return a view of the number
   */
  public static FloatComplex get(FloatBuffer buffer) {
    return new FloatComplex(buffer, 0);
  }

  /**
   * A number in a buffer.
   *
   * @param buffer the buffer
   * @param index which complex number, from 0
   * @return a view of the number
   */
  public static FloatComplex get(FloatBuffer buffer, int index) {
    return new FloatComplex(buffer, index);
  }

  /**
   * The first number in an array.
   *
   * @param array the array
   * @return a view of the number
   */
  public static FloatComplex get(float[] array) {
    return get(array, 0);
  }

  /**
   * A number in an array.
   *
   * @param array the array
   * @param index which complex number, from 0
   * @return a view of the number
   */
  public static FloatComplex get(float[] array, int index) {
    return new FloatComplex(FloatBuffer.wrap(array), index);
  }

  /**
   * The first number in a byte buffer, from its position on and in its byte order.
   *
   * @param buffer the buffer
   * @return a view of the number
   */
  public static FloatComplex get(ByteBuffer buffer) {
    return get(buffer, 0);
  }

  /**
   * A number in a byte buffer, counted from its position on and in its byte order.
   *
   * @param buffer the buffer
   * @param index which complex number, from 0
   * @return a view of the number
   */
  public static FloatComplex get(ByteBuffer buffer, int index) {
    return new FloatComplex(buffer.asFloatBuffer(), index);
  }

  /**
   * The real part.
   *
   * @return its value
   */
  public float getReal() {
    return buffer.get(offset);
  }

  /**
   * The imaginary part.
   *
   * @return its value
   */
  public float getImag() {
    return buffer.get(offset + 1);
  }

  /**
   * Changes the real part.
   *
   * @param real its new value
   */
  public void putReal(float real) {
    buffer.put(offset, real);
  }

  /**
   * Changes the imaginary part.
   *
   * @param imag its new value
   */
  public void putImag(float imag) {
    buffer.put(offset + 1, imag);
  }

  /**
   * The number's memory, to be sent or received into as one item of {@link MPI#FLOAT_COMPLEX}.
   *
   * @return a buffer that begins at the number and shares its content
   */
  public FloatBuffer getBuffer() {
    return offset == 0 ? buffer : MPI.slice(buffer, offset);
  }
}
