package org.legio.programs.transparency;

import java.nio.ByteBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import mpi.DoubleComplex;
import mpi.FloatComplex;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/** Complex numbers, single and double, in arrays and buffers, added over all ranks. */
final class ComplexNumbers implements Program {
  @Override
  public void run(Report report) throws MPIException {
    Intracomm world = MPI.COMM_WORLD;
    double[] doubles = {world.getRank(), 1, 0.5, -world.getRank()};
    DoubleComplex second = DoubleComplex.get(doubles, 1);
    second.putImag(second.getImag() - 1);
    DoubleComplex.get(doubles).putReal(world.getRank() + 2);
    world.allReduce(doubles, 2, MPI.DOUBLE_COMPLEX, MPI.SUM);
    report.say("sum", second.getReal() + " + " + second.getImag() + "i");
    report.say("values", doubles);
    report.say("buffer", second.getBuffer().get(0));
    DoubleBuffer direct = Values.buffer(1.0, 2.0, 3.0, 4.0);
    report.say("direct", DoubleComplex.get(direct, 1).getReal());
    report.say("first", DoubleComplex.get(direct).getImag());
    report.say("one of them", DoubleComplex.get(direct, 1).getBuffer());
    int right = (world.getRank() + 1) % world.getSize();
    int left = (world.getRank() + world.getSize() - 1) % world.getSize();
    DoubleComplex.get(direct, 1).putReal(world.getRank());
    DoubleBuffer in = MPI.newDoubleBuffer(4);
    world.sendRecv(
        DoubleComplex.get(direct, 1).getBuffer(),
        1,
        MPI.DOUBLE_COMPLEX,
        right,
        1,
        DoubleComplex.get(in, 1).getBuffer(),
        1,
        MPI.DOUBLE_COMPLEX,
        left,
        1);
    report.say("received", in);
    ByteBuffer bytes = MPI.newByteBuffer(32);
    DoubleComplex.get(bytes).putReal(5);
    DoubleComplex.get(bytes, 1).putImag(6);
    report.say("bytes", bytes.getDouble(0) + " " + bytes.getDouble(24));
    single(world, report);
  }

  private static void single(Intracomm world, Report report) throws MPIException {
    float[] floats = {world.getRank(), 1, 0.5f, -world.getRank()};
    FloatComplex second = FloatComplex.get(floats, 1);
    second.putImag(second.getImag() - 1);
    FloatComplex.get(floats).putReal(world.getRank() + 2);
    world.allReduce(floats, 2, MPI.FLOAT_COMPLEX, MPI.PROD);
    report.say("product", second.getReal() + " + " + second.getImag() + "i");
    report.say("buffer", second.getBuffer().get(0));
    FloatBuffer direct = MPI.newFloatBuffer(4).put(new float[] {1, 2, 3, 4}).rewind();
    report.say("direct", FloatComplex.get(direct, 1).getReal());
    report.say("first", FloatComplex.get(direct).getImag());
    report.say("one of them", FloatComplex.get(direct, 1).getBuffer());
    ByteBuffer bytes = MPI.newByteBuffer(16);
    FloatComplex.get(bytes).putReal(5);
    FloatComplex.get(bytes, 1).putImag(6);
    report.say("bytes", bytes.getFloat(0) + " " + bytes.getFloat(12));
  }
}
