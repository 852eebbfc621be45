package org.legio.programs.transparency;

import java.nio.DoubleBuffer;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Status;

/** Values of several types packed into one message and unpacked by the receiver. */
final class PackedLetters implements Program {
  @Override
  public void run(Report report) throws MPIException {
    Intracomm world = MPI.COMM_WORLD;
    int rank = world.getRank();
    int right = (rank + 1) % world.getSize();
    int left = (rank + world.getSize() - 1) % world.getSize();
    int room =
        world.packSize(3, MPI.INT) + world.packSize(2, MPI.DOUBLE) + world.packSize(4, MPI.BYTE);
    report.say("room", room >= 32);
    byte[] letter = new byte[room];
    int position = world.pack(Values.of(rank, 3), 3, MPI.INT, letter, 0);
    position = world.pack(Values.buffer(rank / 2.0, 7.5), 2, MPI.DOUBLE, letter, position);
    position = world.pack(new byte[] {1, 2, 3, (byte) rank}, 4, MPI.BYTE, letter, position);
    report.say("packed", position);
    byte[] in = new byte[position];
    Status status =
        world.sendRecv(letter, position, MPI.PACKED, right, 1, in, position, MPI.PACKED, left, 1);
    report.say("got", status.getCount(MPI.PACKED));
    int[] ints = new int[3];
    DoubleBuffer doubles = MPI.newDoubleBuffer(2);
    byte[] bytes = new byte[4];
    int read = world.unpack(in, 0, ints, 3, MPI.INT);
    read = world.unpack(in, read, doubles, 2, MPI.DOUBLE);
    read = world.unpack(in, read, bytes, 4, MPI.BYTE);
    report.say("unpacked", read);
    report.say("ints", ints);
    report.say("doubles", doubles);
    report.say("bytes", bytes);
  }
}
