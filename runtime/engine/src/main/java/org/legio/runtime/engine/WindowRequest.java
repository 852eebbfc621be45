package org.legio.runtime.engine;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.legio.runtime.engine.datatype.Datatype;
import org.legio.runtime.engine.datatype.Items;
import org.legio.runtime.engine.datatype.ReduceOp;
import org.legio.ulfm.ports.WindowAccess;

/**
 * An access to one rank's part of a window, as it reaches that rank. It is made in one step, so two
 * accesses never mix.
 *
 * @param operation what is done
 * @param displacement where the items begin, in the units of the part
 * @param count how many items
 * @param type their datatype
 * @param op the handle of the operation of an accumulation, 0 otherwise
 * @param data the packed items that the caller brings; none for a get
 * @param expected the packed item that a compare-and-swap looks for; none otherwise
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record WindowRequest(
    WindowAccess operation,
    int displacement,
    int count,
    Datatype type,
    long op,
    byte[] data,
    byte[] expected) {

  private static final WindowAccess[] OPERATIONS = WindowAccess.values();
  private static final int HEADER_BYTES = 5 * Integer.BYTES + Long.BYTES;

  /**
   * Makes the access.
   *
   * @return the packed items that were there before; none for a put or an accumulation
   * @throws MpiErrorException if the items do not lie in the part, or the operation is unknown
   */
  byte[] perform(MemoryWindow.Part part) throws MpiErrorException {
    Items items = items(part);
    byte[] before = operation == WindowAccess.PUT ? NOTHING : items.pack();
    switch (operation) {
      case PUT -> items.unpack(data);
      case GET -> {}
      case ACCUMULATE, GET_ACCUMULATE, FETCH_AND_OP -> combine(items, before);
      case COMPARE_AND_SWAP -> {
        if (Arrays.equals(before, expected)) {
          items.unpack(data);
        }
      }
    }
    return operation == WindowAccess.ACCUMULATE ? NOTHING : before;
  }

  private static final byte[] NOTHING = {};

  private Items items(MemoryWindow.Part part) throws MpiErrorException {
    long from = (long) displacement * part.unit();
    boolean isWithin = from >= 0 && from <= part.bytes();
    if (part.memory() == null || !isWithin || !type.fits((int) from, count, part.bytes())) {
      throw new MpiErrorException(
          MpiError.RMA_CONFLICT,
          count + " items at " + from + " in a window of " + part.bytes() + " bytes");
    }
    return new Items(part.memory(), (int) from, count, type);
  }

  private void combine(Items items, byte[] before) throws MpiErrorException {
    ReduceOp known = ReduceOp.basic(op);
    if (known == null) {
      throw new MpiErrorException(MpiError.OP, "handle " + op + " is no operation for windows");
    }
    if (known != ReduceOp.NO_OP) {
      byte[] sum = before.clone();
      known.apply(data, sum, type);
      items.unpack(sum);
    }
  }

  // ------------------------------------------------------------------ between processes

  @SuppressWarnings("EnumOrdinal") // all processes of a job run the same code
  byte[] encode() {
    int bytes = HEADER_BYTES + type.encodedBytes() + data.length + expected.length;
    ByteBuffer out = ByteBuffer.allocate(bytes).order(ByteOrder.nativeOrder());
    out.putInt(operation.ordinal()).putInt(displacement).putInt(count);
    out.putInt(data.length).putInt(expected.length).putLong(op);
    type.encode(out);
    return out.put(data).put(expected).array();
  }

  static WindowRequest decode(byte[] bytes) {
    ByteBuffer in = ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder());
    WindowAccess operation = OPERATIONS[in.getInt()];
    int displacement = in.getInt();
    int count = in.getInt();
    byte[] data = new byte[in.getInt()];
    byte[] expected = new byte[in.getInt()];
    long op = in.getLong();
    Datatype type = Datatype.decode(in);
    in.get(data).get(expected);
    return new WindowRequest(operation, displacement, count, type, op, data, expected);
  }
}
