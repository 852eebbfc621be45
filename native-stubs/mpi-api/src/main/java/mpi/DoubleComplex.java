package mpi;

import java.nio.ByteBuffer;
import java.nio.DoubleBuffer;

/**
 * A view of one complex number, stored as two {@code double} values, in a buffer or array of {@link
 * MPI#DOUBLE_COMPLEX} items. Changes write through.
 */
public final class DoubleComplex {
  private final int offset;
  private final DoubleBuffer buffer;

  private DoubleComplex(DoubleBuffer buffer, int index) {
    this.buffer = buffer;
    this.offset = 2 * index;
  }

  /**
   * The first number in a buffer.
   *
   * @param buffer the buffer
   * @return a view of the number
   */
  public static DoubleComplex get(DoubleBuffer buffer) {
    return new DoubleComplex(buffer, 0);
  }

  /**
   * A number in a buffer.
   *
   * @param buffer the buffer
   * @param index which complex number, from 0
   * @return a view of the number
   */
  public static DoubleComplex get(DoubleBuffer buffer, int index) {
    return new DoubleComplex(buffer, index);
  }

  /**
   * The first number in an array.
   *
   * @param array the array
   * @return a view of the number
   */
  public static DoubleComplex get(double[] array) {
    return get(array, 0);
  }

  /**
   * A number in an array.
   *
   * @param array the array
   * @param index which complex number, from 0
   * @return a view of the number
   */
  public static DoubleComplex get(double[] array, int index) {
    return new DoubleComplex(DoubleBuffer.wrap(array), index);
  }

  /**
   * The first number in a byte buffer, from its position on and in its byte order.
   *
   * @param buffer the buffer
   * @return a view of the number
   */
  public static DoubleComplex get(ByteBuffer buffer) {
    return get(buffer, 0);
  }

  /**
   * A number in a byte buffer, counted from its position on and in its byte order.
   *
   * @param buffer the buffer
   * @param index which complex number, from 0
   * @return a view of the number
   */
  public static DoubleComplex get(ByteBuffer buffer, int index) {
    return new DoubleComplex(buffer.asDoubleBuffer(), index);
  }

  /**
   * The real part.
   *
   * @return its value
   */
  public double getReal() {
    return buffer.get(offset);
  }

  /**
   * The imaginary part.
   *
   * @return its value
   */
  public double getImag() {
    return buffer.get(offset + 1);
  }

  /**
   * Changes the real part.
   *
   * @param real its new value
   */
  public void putReal(double real) {
    buffer.put(offset, real);
  }

  /**
   * Changes the imaginary part.
   *
   * @param imag its new value
   */
  public void putImag(double imag) {
    buffer.put(offset + 1, imag);
  }

  /**
   * The number's memory, to be sent or received into as one item of {@link MPI#DOUBLE_COMPLEX}.
   *
   * @return a buffer that begins at the number and shares its content
   */
  public DoubleBuffer getBuffer() {
    return offset == 0 ? buffer : MPI.slice(buffer, offset);
  }
}
