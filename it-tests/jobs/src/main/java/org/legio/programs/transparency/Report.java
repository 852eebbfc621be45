package org.legio.programs.transparency;

import java.io.PrintStream;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import mpi.MPIException;

/** Writes one rank's report in one program: a line for each call. */
public final class Report {
  private final PrintStream out;
  private final Path scratch;

  /**
   * Begins a report.
   *
   * @param out takes the lines
   * @param scratch folder for the program's files, the same on every rank
   */
  public Report(PrintStream out, Path scratch) {
    this.out = out;
    this.scratch = scratch;
  }

  /** Reports the result of a call; arrays and buffers by their content. */
  public void say(String call, Object returned) {
    out.println(call + ": " + text(returned));
  }

  /** Reports that the program has reached a place. */
  public void say(String what) {
    out.println(what);
  }

  /** Makes a call that may fail and reports how it ended. */
  public void attempt(String call, Call action) {
    out.println(call + ": " + ending(action));
  }

  /** Path of a file of this program's, the same on every rank. */
  public String file(String name) {
    return scratch.resolve(name).toString();
  }

  private static String ending(Call action) {
    try {
      action.run();
      return "no error";
    } catch (MPIException e) {
      return "class " + e.getErrorClass() + ", code " + e.getErrorCode() + ", " + e.getMessage();
    } catch (RuntimeException e) {
      return e.toString();
    }
  }

  private static String text(Object value) {
    if (value instanceof Buffer buffer) {
      return text(contents(buffer));
    }
    String all = Arrays.deepToString(new Object[] {value});
    return all.substring(1, all.length() - 1);
  }

  private static Object contents(Buffer buffer) {
    if (buffer instanceof IntBuffer ints) {
      int[] values = new int[ints.capacity()];
      ints.duplicate().clear().get(values);
      return values;
    } else if (buffer instanceof ByteBuffer bytes) {
      byte[] values = new byte[bytes.capacity()];
      bytes.duplicate().clear().get(values);
      return values;
    } else if (buffer instanceof CharBuffer chars) {
      return chars.duplicate().clear().toString();
    } else if (buffer instanceof ShortBuffer shorts) {
      short[] values = new short[shorts.capacity()];
      shorts.duplicate().clear().get(values);
      return values;
    } else if (buffer instanceof LongBuffer longs) {
      long[] values = new long[longs.capacity()];
      longs.duplicate().clear().get(values);
      return values;
    } else if (buffer instanceof FloatBuffer floats) {
      float[] values = new float[floats.capacity()];
      floats.duplicate().clear().get(values);
      return values;
    }
    double[] values = new double[buffer.capacity()];
    ((DoubleBuffer) buffer).duplicate().clear().get(values);
    return values;
  }

  /** A call that may fail. */
  @FunctionalInterface
  public interface Call {
    /** Makes the call. */
    void run() throws MPIException;
  }
}
