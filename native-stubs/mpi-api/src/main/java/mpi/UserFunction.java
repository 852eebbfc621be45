package mpi;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;

/**
 * A reduction written by the user, for a new {@link Op} (MPI 3.1, section 5.9.5).
 *
 * <p>A subclass overrides one of the two {@code call} methods: the one with arrays is convenient,
 * the one with byte buffers works on the native memory without copies. It must be associative. For
 * {@link MPI#BOOLEAN} only the one with arrays is called.
 */
public abstract class UserFunction {
  /** Used by subclasses. */
  public UserFunction() {}

  /**
   * Combines two arrays of items: {@code inOutVec} = {@code inVec} op {@code inOutVec}.
   *
   * @param inVec array of the primitive that {@code type} is made of
   * @param inOutVec array of the same type and length, which takes the result
   * @throws MPIException if it calls MPI and that fails
   * @throws UnsupportedOperationException unless overridden
   */
  public void call(Object inVec, Object inOutVec, int count, Datatype type) throws MPIException {
    throw new UnsupportedOperationException(getClass().getName() + " overrides no call method");
  }

  /**
   * Combines two buffers of items, {@code inOut} = {@code in} op {@code inOut}, here by calling the
   * form for arrays.
   *
   * @param in direct buffer in native byte order
   * @param inOut direct buffer in native byte order, which takes the result
   * @throws MPIException if it calls MPI and that fails
   */
  public void call(ByteBuffer in, ByteBuffer inOut, int count, Datatype type) throws MPIException {
    switch (type.baseType) {
      case Datatype.CHAR -> vCall(in.asCharBuffer(), inOut.asCharBuffer(), count, type);
      case Datatype.SHORT -> vCall(in.asShortBuffer(), inOut.asShortBuffer(), count, type);
      case Datatype.INT -> vCall(in.asIntBuffer(), inOut.asIntBuffer(), count, type);
      case Datatype.LONG -> vCall(in.asLongBuffer(), inOut.asLongBuffer(), count, type);
      case Datatype.FLOAT -> vCall(in.asFloatBuffer(), inOut.asFloatBuffer(), count, type);
      case Datatype.DOUBLE -> vCall(in.asDoubleBuffer(), inOut.asDoubleBuffer(), count, type);
      case Datatype.BYTE, Datatype.PACKED -> vCall(in, inOut, count, type);
      default ->
          throw new IllegalArgumentException(
              "No user function for items of base type " + type.baseType);
    }
  }

  private void vCall(ByteBuffer in, ByteBuffer inOut, int count, Datatype type)
      throws MPIException {
    byte[] inVec = new byte[in.remaining()];
    byte[] inOutVec = new byte[inOut.remaining()];
    in.get(0, inVec);
    inOut.get(0, inOutVec);
    call(inVec, inOutVec, count, type);
    inOut.put(0, inOutVec);
  }

  private void vCall(CharBuffer in, CharBuffer inOut, int count, Datatype type)
      throws MPIException {
    char[] inVec = new char[in.remaining()];
    char[] inOutVec = new char[inOut.remaining()];
    in.get(0, inVec);
    inOut.get(0, inOutVec);
    call(inVec, inOutVec, count, type);
    inOut.put(0, inOutVec);
  }

  private void vCall(ShortBuffer in, ShortBuffer inOut, int count, Datatype type)
      throws MPIException {
    short[] inVec = new short[in.remaining()];
    short[] inOutVec = new short[inOut.remaining()];
    in.get(0, inVec);
    inOut.get(0, inOutVec);
    call(inVec, inOutVec, count, type);
    inOut.put(0, inOutVec);
  }

  private void vCall(IntBuffer in, IntBuffer inOut, int count, Datatype type) throws MPIException {
    int[] inVec = new int[in.remaining()];
    int[] inOutVec = new int[inOut.remaining()];
    in.get(0, inVec);
    inOut.get(0, inOutVec);
    call(inVec, inOutVec, count, type);
    inOut.put(0, inOutVec);
  }

  private void vCall(LongBuffer in, LongBuffer inOut, int count, Datatype type)
      throws MPIException {
    long[] inVec = new long[in.remaining()];
    long[] inOutVec = new long[inOut.remaining()];
    in.get(0, inVec);
    inOut.get(0, inOutVec);
    call(inVec, inOutVec, count, type);
    inOut.put(0, inOutVec);
  }

  private void vCall(FloatBuffer in, FloatBuffer inOut, int count, Datatype type)
      throws MPIException {
    float[] inVec = new float[in.remaining()];
    float[] inOutVec = new float[inOut.remaining()];
    in.get(0, inVec);
    inOut.get(0, inOutVec);
    call(inVec, inOutVec, count, type);
    inOut.put(0, inOutVec);
  }

  private void vCall(DoubleBuffer in, DoubleBuffer inOut, int count, Datatype type)
      throws MPIException {
    double[] inVec = new double[in.remaining()];
    double[] inOutVec = new double[inOut.remaining()];
    in.get(0, inVec);
    inOut.get(0, inOutVec);
    call(inVec, inOutVec, count, type);
    inOut.put(0, inOutVec);
  }
}
