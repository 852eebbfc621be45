package org.legio.programs.transparency;

import java.nio.ByteBuffer;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Struct;

/** Structures of the program's own, with every kind of field, sent and gathered. */
final class Particles implements Program {
  @Override
  public void run(Report report) throws MPIException {
    Intracomm world = MPI.COMM_WORLD;
    int rank = world.getRank();
    Particle particle = new Particle();
    report.say("extent", particle.getExtent());
    ByteBuffer out = MPI.newByteBuffer(2 * particle.getExtent());
    for (int i = 0; i < 2; i++) {
      Particle.ParticleData one = particle.getData(out, i);
      one.fill(10 * rank + i);
    }
    ByteBuffer all = MPI.newByteBuffer(2 * particle.getExtent() * world.getSize());
    world.allGather(out, 2, particle.getType(), all, 2, particle.getType());
    for (int i = 0; i < 2 * world.getSize(); i++) {
      Particle.ParticleData one = particle.getData(all, i);
      report.say("particle " + i, one.text());
    }
    byte[] array = new byte[2 * particle.getExtent()];
    Particle.ParticleData first = particle.getData(array);
    Particle.ParticleData second = particle.getData(array, 1);
    first.fill(rank);
    second.fill(rank + 5);
    world.bcast(array, 2, particle.getType(), world.getSize() - 1);
    report.say("bcast", first.text() + " and " + second.text());
    Particle.ParticleData alone = particle.getData(out);
    report.say("own", alone.text());
    report.say("part", alone.getBuffer().capacity() == out.capacity());
  }

  /** One field or more of each kind. */
  private static final class Particle extends Struct {
    private final Spot spot = new Spot();
    private final int kind = addByte();
    private final int flags = addByte(3);
    private final int letter = addChar();
    private final int letters = addChar(2);
    private final int small = addShort();
    private final int smalls = addShort(3);
    private final int number = addInt();
    private final int numbers = addInt(2);
    private final int big = setOffset(40).addLong();
    private final int bigs = addLong(2);
    private final int real = addFloat();
    private final int reals = addFloat(3);
    private final int exact = addDouble();
    private final int exacts = addDouble(2);
    private final int place = addStruct(spot);
    private final int places = addStruct(spot, 2);
    private final int data = addData(MPI.INT);
    private final int datas = addData(MPI.INT, 2);

    Particle() throws MPIException {}

    @Override
    protected Struct.Data newData() {
      return new ParticleData();
    }

    private final class ParticleData extends Struct.Data {
      void fill(int seed) throws MPIException {
        putByte(kind, (byte) seed);
        putByte(flags, 2, (byte) (seed + 1));
        putChar(letter, (char) ('a' + seed % 26));
        putChar(letters, 1, 'z');
        putShort(small, (short) -seed);
        putShort(smalls, 2, (short) seed);
        putInt(number, seed * 1000);
        putInt(numbers, 1, seed * 2000);
        putLong(big, (long) seed << 40);
        putLong(bigs, 1, -seed);
        putFloat(real, seed / 2f);
        putFloat(reals, 2, seed / 4f);
        putDouble(exact, seed / 8.0);
        putDouble(exacts, 1, seed / 16.0);
        Spot.SpotData spotData = getData(spot, place);
        spotData.set(seed);
        Spot.SpotData lastSpot = getData(spot, places, 1);
        lastSpot.set(seed + 1);
        getBuffer(MPI.INT, data).putInt(0, seed + 2);
        getBuffer(MPI.INT, datas, 1).putInt(0, seed + 3);
      }

      String text() throws MPIException {
        Spot.SpotData spotData = getData(spot, place);
        Spot.SpotData lastSpot = getData(spot, places, 1);
        return getByte(kind)
            + " "
            + getByte(flags, 2)
            + " "
            + getChar(letter)
            + getChar(letters, 1)
            + " "
            + getShort(small)
            + " "
            + getShort(smalls, 2)
            + " "
            + getInt(number)
            + " "
            + getInt(numbers, 1)
            + " "
            + getLong(big)
            + " "
            + getLong(bigs, 1)
            + " "
            + getFloat(real)
            + " "
            + getFloat(reals, 2)
            + " "
            + getDouble(exact)
            + " "
            + getDouble(exacts, 1)
            + " "
            + spotData.get()
            + " "
            + lastSpot.get();
      }
    }
  }

  /** A structure within a structure. */
  private static final class Spot extends Struct {
    private final int x = addInt();

    @Override
    protected Struct.Data newData() {
      return new SpotData();
    }

    private final class SpotData extends Struct.Data {
      void set(int value) {
        putInt(x, value);
      }

      int get() {
        return getInt(x);
      }
    }
  }
}
