package org.legio.programs.transparency;

import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Status;

/** Every kind of buffer the library makes, and slices of them and of arrays. */
final class BufferKinds implements Program {
  @Override
  public void run(Report report) throws MPIException {
    int rank = MPI.COMM_WORLD.getRank();
    ByteBuffer bytes = MPI.newByteBuffer(5).put(new byte[] {0, 1, 2, 3, (byte) rank}).rewind();
    shift(report, MPI.slice(bytes, 3), MPI.newByteBuffer(3), MPI.BYTE);
    shift(report, MPI.slice(new byte[] {9, 8, (byte) rank}, 1), MPI.newByteBuffer(3), MPI.BYTE);
    CharBuffer chars = MPI.newCharBuffer(5).put("abcd" + rank).rewind();
    shift(report, MPI.slice(chars, 3), MPI.newCharBuffer(3), MPI.CHAR);
    shift(report, MPI.slice(("xy" + rank).toCharArray(), 1), MPI.newCharBuffer(3), MPI.CHAR);
    ShortBuffer shorts = MPI.newShortBuffer(3).put(new short[] {7, 8, (short) rank}).rewind();
    shift(report, MPI.slice(shorts, 1), MPI.newShortBuffer(3), MPI.SHORT);
    shift(report, MPI.slice(new short[] {1, 2, (short) rank}, 1), shorts, MPI.SHORT);
    shift(report, MPI.slice(Values.direct(rank, 4), 2), Values.directBlank(3), MPI.INT);
    shift(report, MPI.slice(Values.of(rank, 4), 2), Values.directBlank(3), MPI.INT);
    LongBuffer longs = MPI.newLongBuffer(3).put(new long[] {5, 1L << 50, rank}).rewind();
    shift(report, MPI.slice(longs, 1), MPI.newLongBuffer(2), MPI.LONG);
    shift(report, MPI.slice(new long[] {1, 2, rank}, 1), MPI.newLongBuffer(2), MPI.LONG);
    FloatBuffer floats = MPI.newFloatBuffer(3).put(new float[] {5, .5f, rank}).rewind();
    shift(report, MPI.slice(floats, 1), MPI.newFloatBuffer(2), MPI.FLOAT);
    shift(report, MPI.slice(new float[] {1, 2, rank}, 1), MPI.newFloatBuffer(2), MPI.FLOAT);
    DoubleBuffer doubles = MPI.newDoubleBuffer(3).put(new double[] {5, .5, rank}).rewind();
    shift(report, MPI.slice(doubles, 1), MPI.newDoubleBuffer(2), MPI.DOUBLE);
    shift(report, MPI.slice(new double[] {1, 2, rank}, 1), MPI.newDoubleBuffer(2), MPI.DOUBLE);
  }

  private static void shift(Report report, Buffer out, Buffer in, Datatype type)
      throws MPIException {
    Intracomm world = MPI.COMM_WORLD;
    int right = (world.getRank() + 1) % world.getSize();
    int left = (world.getRank() + world.getSize() - 1) % world.getSize();
    Status status = world.sendRecv(out, 2, type, right, 1, in, 2, type, left, 1);
    report.say(type.getName() + " " + Statuses.of(status, type), in);
    world.bcast(out, 2, type, 0);
    report.say("bcast to a slice", out);
  }
}
