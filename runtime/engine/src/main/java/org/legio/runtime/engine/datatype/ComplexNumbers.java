package org.legio.runtime.engine.datatype;

import java.nio.ByteBuffer;

/** Arithmetic of packed complex numbers: each is its real part, then its imaginary part. */
final class ComplexNumbers {
  private ComplexNumbers() {}

  /** Adds numbers: {@code inOut[i] = in[i] + inOut[i]}. */
  static void add(Basic type, ByteBuffer in, ByteBuffer inOut, int items) {
    boolean isSingle = type == Basic.FLOAT_COMPLEX;
    int part = type.bytes() / 2;
    for (int at = 0; at < items * type.bytes(); at += part) {
      if (isSingle) {
        inOut.putFloat(at, in.getFloat(at) + inOut.getFloat(at));
      } else {
        inOut.putDouble(at, in.getDouble(at) + inOut.getDouble(at));
      }
    }
  }

  /** Multiplies numbers: {@code inOut[i] = in[i] * inOut[i]}. */
  static void multiply(Basic type, ByteBuffer in, ByteBuffer inOut, int items) {
    for (int at = 0; at < items * type.bytes(); at += type.bytes()) {
      if (type == Basic.FLOAT_COMPLEX) {
        multiplySingle(in, inOut, at);
      } else {
        multiplyDouble(in, inOut, at);
      }
    }
  }

  /** In single precision throughout, so that the bits are those of C. */
  private static void multiplySingle(ByteBuffer in, ByteBuffer inOut, int at) {
    int imaginary = at + Float.BYTES;
    float a = in.getFloat(at);
    float b = in.getFloat(imaginary);
    float c = inOut.getFloat(at);
    float d = inOut.getFloat(imaginary);
    inOut.putFloat(at, a * c - b * d);
    inOut.putFloat(imaginary, a * d + b * c);
  }

  private static void multiplyDouble(ByteBuffer in, ByteBuffer inOut, int at) {
    int imaginary = at + Double.BYTES;
    double a = in.getDouble(at);
    double b = in.getDouble(imaginary);
    double c = inOut.getDouble(at);
    double d = inOut.getDouble(imaginary);
    inOut.putDouble(at, a * c - b * d);
    inOut.putDouble(imaginary, a * d + b * c);
  }
}
