package mpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What the Java half does on its own: run by {@link BindingTest}, where natives only note their
 * arguments.
 */
public final class BindingScenarios {
  private static final long COMM = 77;
  private static final int[] SIZES = {0, 1, 2, 2, 1, 4, 8, 4, 8, 1};

  private BindingScenarios() {}

  private static Intracomm start() throws MPIException {
    Natives.script("Datatype.getDatatype", (self, a) -> 100L + (int) a[0]);
    Natives.script("Datatype.getSize", (self, a) -> SIZES[(int) ((long) a[0] - 100)]);
    Natives.script("MPI.Init_jni", (self, a) -> a[0]);
    MPI.Init(new String[] {"argument"});
    return new Intracomm(COMM);
  }

  private static List<Object> with(Object... arguments) {
    return new ArrayList<>(Arrays.asList(arguments));
  }

  public static void callsBeforeInitAndAfterFinalizeAreRefused() throws MPIException {
    assertThatThrownBy(() -> MPI.COMM_WORLD.getRank())
        .isInstanceOf(MPIException.class)
        .hasMessageContaining("MPI.Init");
    start();
    assertThatThrownBy(() -> MPI.Init(new String[0])).isInstanceOf(MPIException.class);
    MPI.Finalize();
    assertThatThrownBy(() -> MPI.COMM_WORLD.getRank())
        .isInstanceOf(MPIException.class)
        .hasMessageContaining("finalized");
  }

  public static void anArrayIsPassedAsItIs() throws MPIException {
    int[] data = {1, 2, 3};
    start().send(data, 3, MPI.INT, 4, 5);
    assertThat(Natives.lastCall("Comm.send"))
        .isEqualTo(with(COMM, data, false, 0, 3, 105L, Datatype.INT, 4, 5));
  }

  public static void aHeapBufferIsPassedAsItsArrayAndAnOffsetInBytes() throws MPIException {
    int[] data = {1, 2, 3};
    start().send(MPI.slice(data, 2), 1, MPI.INT, 4, 5);
    assertThat(Natives.lastCall("Comm.send"))
        .isEqualTo(with(COMM, data, false, 8, 1, 105L, Datatype.INT, 4, 5));
  }

  public static void aDirectBufferIsPassedAsItIs() throws MPIException {
    Intracomm comm = start();
    IntBuffer data = MPI.newIntBuffer(3);
    comm.send(data, 3, MPI.INT, 4, 5);
    assertThat(Natives.lastCall("Comm.send"))
        .isEqualTo(with(COMM, data, true, 0, 3, 105L, Datatype.INT, 4, 5));
  }

  public static void recvTellsWhatTheNativeHasLeftInTheStatus() throws MPIException {
    Natives.script(
        "Comm.recv",
        (self, a) -> {
          System.arraycopy(new long[] {3, 9, 0, 0, 40}, 0, (long[]) a[9], 0, 5);
          return null;
        });
    Status status = start().recv(new int[10], 10, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG);
    assertThat(status.getSource()).isEqualTo(3);
    assertThat(status.getTag()).isEqualTo(9);
    status.getCount(MPI.INT);
    assertThat(Natives.lastCall("Status.getCount")).isEqualTo(with(3, 9, 0, 0, 40L, 105L));
  }

  public static void gatherInPlaceHasNoSendBufferAndNoSendType() throws MPIException {
    double[] data = new double[8];
    start().gather(data, 2, MPI.DOUBLE, 1);
    assertThat(Natives.lastCall("Comm.gather"))
        .isEqualTo(
            with(COMM, null, false, 0, 0, 0L, 0, data, false, 0, 2, 108L, Datatype.DOUBLE, 1));
  }

  public static void gatherElsewhereThanAtTheRootNeedsNoReceiveArguments() throws MPIException {
    double[] data = new double[2];
    start().gather(data, 2, MPI.DOUBLE, null, 0, null, 1);
    assertThat(Natives.lastCall("Comm.gather"))
        .isEqualTo(
            with(COMM, data, false, 0, 2, 108L, Datatype.DOUBLE, null, false, 0, 0, 100L, 0, 1));
  }

  public static void gathervHasThreeForms() throws MPIException {
    Intracomm comm = start();
    int[] mine = {1};
    int[] all = new int[5];
    int[] counts = {2, 1};
    int[] displs = {0, 3};
    comm.gatherv(mine, 1, MPI.INT, all, counts, displs, MPI.INT, 0);
    comm.gatherv(all, counts, displs, MPI.INT, 0);
    comm.gatherv(mine, 1, MPI.INT, 0);
    assertThat(Natives.calls("Comm.gatherv"))
        .isEqualTo(
            List.of(
                with(COMM, mine, false, 0, 1, 105L, 5, all, false, 0, counts, displs, 105L, 5, 0),
                with(COMM, null, false, 0, 0, 0L, 0, all, false, 0, counts, displs, 105L, 5, 0),
                with(COMM, mine, false, 0, 1, 105L, 5, null, false, 0, null, null, 0L, 0, 0)));
  }

  public static void scattervHasThreeForms() throws MPIException {
    Intracomm comm = start();
    int[] mine = {1};
    int[] all = new int[5];
    int[] counts = {2, 1};
    int[] displs = {0, 3};
    comm.scatterv(all, counts, displs, MPI.INT, mine, 1, MPI.INT, 0);
    comm.scatterv(all, counts, displs, MPI.INT, 0);
    comm.scatterv(mine, 1, MPI.INT, 0);
    assertThat(Natives.calls("Comm.scatterv"))
        .isEqualTo(
            List.of(
                with(COMM, all, false, 0, counts, displs, 105L, 5, mine, false, 0, 1, 105L, 5, 0),
                with(COMM, all, false, 0, counts, displs, 105L, 5, null, false, 0, 0, 0L, 0, 0),
                with(COMM, null, false, 0, null, null, 0L, 0, mine, false, 0, 1, 105L, 5, 0)));
  }

  public static void allToAllwConvertsTypesOneByOne() throws MPIException {
    Intracomm comm = start();
    byte[] bytes = new byte[16];
    ByteBuffer part = MPI.slice(bytes, 3);
    int[] counts = {1, 2};
    int[] displs = {0, 4};
    comm.allToAllw(
        part,
        counts,
        displs,
        new Datatype[] {MPI.BYTE, MPI.PACKED},
        null,
        counts,
        displs,
        new Datatype[] {MPI.INT, MPI.CHAR});
    List<Object> call = Natives.lastCall("Comm.allToAllw");
    assertThat(call).hasSize(15);
    assertThat(call.get(1)).isSameAs(bytes);
    assertThat((int[]) call.get(3)).containsExactly(3, 3);
    assertThat((long[]) call.get(6)).containsExactly(101, 109);
    assertThat((int[]) call.get(7)).containsExactly(Datatype.BYTE, Datatype.PACKED);
    assertThat((int[]) call.get(10)).containsExactly(0, 0);
    assertThat((long[]) call.get(13)).containsExactly(105, 102);
  }

  public static void reduceInPlacePassesTheOperationAndItsHandle() throws MPIException {
    Natives.script(
        "Op.getOp",
        (self, a) -> {
          ((Op) self).handle = 1000L + (int) a[0];
          return null;
        });
    long[] data = {1};
    start().reduce(data, 1, MPI.LONG, MPI.SUM, 2);
    assertThat(Natives.lastCall("Comm.reduce"))
        .isEqualTo(
            with(COMM, null, false, 0, data, false, 0, 1, 106L, Datatype.LONG, MPI.SUM, 1003L, 2));
  }

  public static void aUsersOperationIsMadeAnewForEveryCall() throws MPIException {
    Intracomm comm = start();
    Op op = new Op(new Adder(), true);
    Natives.script("Op.isNull", (self, a) -> ((Op) self).handle == 0);
    Natives.script(
        "Comm.allReduce",
        (self, a) -> {
          op.handle = 4711;
          return null;
        });
    comm.allReduce(new int[1], 1, MPI.INT, op);
    comm.allReduce(new int[1], 1, MPI.INT, op);
    assertThat(Natives.calls("Comm.allReduce"))
        .hasSize(2)
        .allSatisfy(c -> assertThat(c.get(11)).isEqualTo(0L));
    assertThat(Natives.calls("Op.free")).hasSize(1);
  }

  public static void aUsersOperationIsRefusedInNonblockingReductions() throws MPIException {
    Intracomm comm = start();
    IntBuffer data = MPI.newIntBuffer(1);
    Op op = new Op(new Adder(), true);
    assertThatThrownBy(() -> comm.iAllReduce(data, 1, MPI.INT, op))
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessageContaining("Adder");
    assertThatThrownBy(() -> comm.iScan(data, data, 1, MPI.INT, op))
        .isInstanceOf(UnsupportedOperationException.class);
    assertThat(Natives.calls("Comm.iAllReduce")).isEmpty();
  }

  public static void aUsersFunctionGetsArraysOfItsBaseType() throws MPIException {
    start();
    Op op = new Op(new Adder(), true);
    ByteBuffer in = ByteBuffer.allocateDirect(8);
    ByteBuffer inOut = ByteBuffer.allocateDirect(8);
    in.order(ByteOrder.nativeOrder()).putInt(0, 3).putInt(4, 4);
    inOut.order(ByteOrder.nativeOrder()).putInt(0, 10).putInt(4, 20);
    op.setDatatype(MPI.INT);
    op.call(in.duplicate(), inOut.duplicate(), 2);
    assertThat(inOut.getInt(0)).isEqualTo(13);
    assertThat(inOut.getInt(4)).isEqualTo(24);
  }

  public static void aUsersFunctionGetsArraysOfEveryPrimitive() throws MPIException {
    start();
    List<Class<?>> kinds = new ArrayList<>();
    UserFunction noter =
        new UserFunction() {
          @Override
          public void call(Object in, Object inOut, int count, Datatype type) {
            kinds.add(in.getClass().getComponentType());
          }
        };
    for (Datatype type :
        List.of(
            MPI.BYTE, MPI.CHAR, MPI.SHORT, MPI.INT, MPI.LONG, MPI.FLOAT, MPI.DOUBLE, MPI.PACKED)) {
      noter.call(ByteBuffer.allocate(16), ByteBuffer.allocate(16), 1, type);
    }
    Op op = new Op(noter, true);
    op.setDatatype(MPI.BOOLEAN);
    op.call(new boolean[1], new boolean[1], 1);
    assertThat(kinds)
        .isEqualTo(
            List.of(
                byte.class,
                char.class,
                short.class,
                int.class,
                long.class,
                float.class,
                double.class,
                byte.class,
                boolean.class));
  }

  public static void aFunctionThatOverridesNothingSaysSo() throws MPIException {
    start();
    UserFunction nothing = new UserFunction() {};
    ByteBuffer data = ByteBuffer.allocate(4);
    assertThatThrownBy(() -> nothing.call(data, data, 1, MPI.INT))
        .isInstanceOf(UnsupportedOperationException.class);
  }

  public static void nonblockingCallsTakeDirectBuffersOnlyAndKeepThem() throws MPIException {
    Natives.script("Comm.iRecv", (self, a) -> 99L);
    Intracomm comm = start();
    IntBuffer data = MPI.newIntBuffer(1);
    Request request = comm.iRecv(data, 1, MPI.INT, 0, 0);
    assertThat(request.handle).isEqualTo(99);
    assertThat(request.recvBuf).isSameAs(data);
    assertThatThrownBy(() -> comm.iRecv(IntBuffer.allocate(1), 1, MPI.INT, 0, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("direct");
  }

  public static void waitingRefreshesHandlesEvenWhenItFails() throws MPIException {
    start();
    Natives.script(
        "Request.waitAll",
        (self, a) -> {
          Arrays.fill((long[]) a[0], MPI.REQUEST_NULL.handle);
          throw new IllegalStateException("as the native would throw");
        });
    Request[] requests = {new Request(5), new Request(6)};
    assertThatThrownBy(() -> Request.waitAll(requests)).isInstanceOf(IllegalStateException.class);
    assertThat(requests).allMatch(Request::isNull);
  }

  public static void waitAnyTellsTheIndex() throws MPIException {
    start();
    Natives.script(
        "Request.waitAnyStatus",
        (self, a) -> {
          ((long[]) a[0])[1] = 0;
          ((long[]) a[1])[5] = 1;
          return null;
        });
    Request[] requests = {new Request(5), new Request(6)};
    assertThat(Request.waitAnyStatus(requests).getIndex()).isEqualTo(1);
    assertThat(Request.getHandles(requests)).containsExactly(5, 0);
  }

  public static void attributesAreSerialized() throws MPIException {
    Intracomm comm = start();
    comm.setAttr(3, List.of("a", 1));
    byte[] bytes = (byte[]) Natives.lastCall("Comm.setAttr").get(2);
    Natives.script("Comm.getAttr", (self, a) -> bytes);
    assertThat(comm.getAttr(3)).isEqualTo(List.of("a", 1));
    Natives.script("Comm.getAttr", (self, a) -> null);
    assertThat(comm.getAttr(3)).isNull();
    assertThatThrownBy(() -> comm.setAttr(3, new Object())).isInstanceOf(MPIException.class);
  }

  public static void predefinedAttributesComeAsNumbersAndFlags() throws MPIException {
    Natives.script("Constant.setConstant", (self, a) -> number((Constant) self));
    Natives.script("Comm.getAttr_predefined", (self, a) -> 1);
    Intracomm comm = start();
    assertThat(comm.getAttr(MPI.TAG_UB)).isEqualTo(1);
    assertThat(comm.getAttr(MPI.WTIME_IS_GLOBAL)).isEqualTo(true);
    assertThat(Natives.calls("Comm.getAttr")).isEmpty();
  }

  public static void buffersAreDirectAndInNativeOrder() throws MPIException {
    List<Buffer> buffers =
        List.of(
            MPI.newByteBuffer(3),
            MPI.newCharBuffer(3),
            MPI.newShortBuffer(3),
            MPI.newIntBuffer(3),
            MPI.newLongBuffer(3),
            MPI.newFloatBuffer(3),
            MPI.newDoubleBuffer(3));
    assertThat(buffers)
        .allMatch(b -> MPI.isDirectBuffer(b) && !MPI.isHeapBuffer(b) && b.capacity() == 3);
    assertThat(MPI.newByteBuffer(1).order()).isEqualTo(ByteOrder.nativeOrder());
    assertThat(MPI.newLongBuffer(1).order()).isEqualTo(ByteOrder.nativeOrder());
    assertThat(MPI.isHeapBuffer(new int[1]) || MPI.isDirectBuffer(null)).isFalse();
  }

  public static void slicesOfBytesAreInNativeOrder() {
    ByteBuffer big = ByteBuffer.allocateDirect(8).order(ByteOrder.BIG_ENDIAN);
    MPI.slice(big, 4).putInt(0, 7);
    assertThat(big.order(ByteOrder.nativeOrder()).getInt(4)).isEqualTo(7);
    assertThat(MPI.slice(big, 4).order()).isEqualTo(ByteOrder.nativeOrder());
    assertThat(MPI.slice(new byte[4], 1).order()).isEqualTo(ByteOrder.nativeOrder());
  }

  public static void slicesShareContentToTheEndOfTheMemoryWhateverTheLimit() {
    List<Buffer> buffers =
        List.of(
            MPI.newByteBuffer(6),
            MPI.newCharBuffer(6),
            MPI.newShortBuffer(6),
            MPI.newIntBuffer(6),
            MPI.newLongBuffer(6),
            MPI.newFloatBuffer(6),
            MPI.newDoubleBuffer(6));
    for (Buffer buffer : buffers) {
      buffer.position(1).limit(3);
      Buffer slice = slice(buffer, 2);
      assertThat(slice.capacity()).as(buffer.toString()).isEqualTo(4);
      assertThat(slice.remaining()).isEqualTo(4);
      assertThat(buffer.position()).isEqualTo(1);
      assertThat(buffer.limit()).isEqualTo(3);
    }
    IntBuffer ints = MPI.newIntBuffer(4).put(3, 9).limit(2);
    assertThat(MPI.slice(ints, 3).get(0)).isEqualTo(9);
    double[] array = {1, 2, 3};
    assertThat(MPI.slice(array, 1).get(1)).isEqualTo(3.0);
    assertThat(MPI.slice(MPI.slice(array, 1), 1).arrayOffset()).isEqualTo(2);
  }

  private static Buffer slice(Buffer buffer, int offset) {
    if (buffer instanceof ByteBuffer b) {
      return MPI.slice(b, offset);
    } else if (buffer instanceof CharBuffer b) {
      return MPI.slice(b, offset);
    } else if (buffer instanceof ShortBuffer b) {
      return MPI.slice(b, offset);
    } else if (buffer instanceof IntBuffer b) {
      return MPI.slice(b, offset);
    } else if (buffer instanceof LongBuffer b) {
      return MPI.slice(b, offset);
    } else if (buffer instanceof FloatBuffer b) {
      return MPI.slice(b, offset);
    }
    return MPI.slice((DoubleBuffer) buffer, offset);
  }

  public static void typesAreMeasuredInElementsOfTheirPrimitive() throws MPIException {
    Intracomm comm = start();
    Natives.script("Datatype.getSize", (self, a) -> 32);
    Natives.script("Datatype.getLbExtent", (self, a) -> fill(a[1], -8, 152));
    Natives.script("Datatype.getTrueLbExtent", (self, a) -> fill(a[1], 16, 120));
    Natives.script("File.getTypeExtent", (self, a) -> 152);
    File file = new File(comm, "name", 1);
    Datatype doubles = Datatype.createVector(4, 1, 6, MPI.DOUBLE);
    assertThat(measures(doubles, file)).containsExactly(4, 19, -1, 15, 2, 19);
    assertThat(measures(doubles.dup(), file)).containsExactly(4, 19, -1, 15, 2, 19);
    Datatype ints = Datatype.createResized(MPI.INT, -8, 152);
    assertThat(measures(ints, file)).containsExactly(8, 38, -2, 30, 4, 38);
    Datatype struct = Datatype.createStruct(new int[1], new int[1], new Datatype[] {MPI.DOUBLE});
    assertThat(measures(struct, file)).containsExactly(32, 152, -8, 120, 16, 152);
  }

  private static List<Integer> measures(Datatype type, File file) throws MPIException {
    return List.of(
        type.getSize(),
        type.getExtent(),
        type.getLb(),
        type.getTrueExtent(),
        type.getTrueLb(),
        file.getTypeExtent(type));
  }

  private static Object fill(Object lbExtent, int lb, int extent) {
    ((int[]) lbExtent)[0] = lb;
    ((int[]) lbExtent)[1] = extent;
    return lbExtent;
  }

  public static void dataInAStructureIsMeasuredInBytes() throws MPIException {
    start();
    Natives.script("Datatype.getLbExtent", (self, a) -> fill(a[1], 0, 12));
    Datatype three = Datatype.createContiguous(3, MPI.INT);
    Sample sample = new Sample();
    assertThat(sample.addData(three, 2)).isEqualTo(18);
    assertThat(sample.addInt()).isEqualTo(18 + 24);
  }

  public static void noFieldBeginsWithinAnother() throws MPIException {
    start();
    Sample sample = new Sample();
    assertThat(sample.setOffset(18).addInt()).isEqualTo(18);
    assertThatThrownBy(() -> sample.setOffset(21))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Sample")
        .hasMessageContaining("21")
        .hasMessageContaining("22");
    Natives.script("Datatype.getStruct", (self, a) -> 500L);
    sample.getType();
    assertThatThrownBy(() -> sample.setOffset(40))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("in use");
  }

  public static void structFieldsFollowOneAnother() throws MPIException {
    start();
    Natives.script("Datatype.getStruct", (self, a) -> 500L);
    Natives.script(
        "Datatype.getLbExtent",
        (self, a) -> {
          ((int[]) a[1])[1] = 24;
          return null;
        });
    Sample sample = new Sample();
    assertThat(List.of(sample.flag, sample.values, sample.letter)).isEqualTo(List.of(0, 8, 16));
    assertThat(sample.getExtent()).isEqualTo(24);
    assertThat(sample.getType().handle).isEqualTo(500);
    List<Object> struct = Natives.lastCall("Datatype.getStruct");
    assertThat((int[]) struct.get(0)).containsExactly(1, 2, 1);
    assertThat((int[]) struct.get(1)).containsExactly(0, 8, 16);
    assertThat((Datatype[]) struct.get(2)).containsExactly(MPI.BYTE, MPI.INT, MPI.CHAR);
    assertThat(Natives.calls("Datatype.commit")).hasSize(1);
    assertThatThrownBy(sample::addInt)
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("Sample");

    ByteBuffer buffer = MPI.newByteBuffer(48);
    Sample.Data second = sample.getData(buffer, 1);
    second.put(1, 42, 'x');
    assertThat(buffer.getInt(24 + 12)).isEqualTo(42);
    assertThat(buffer.getChar(24 + 16)).isEqualTo('x');
    assertThat(second.getBuffer().getInt(12)).isEqualTo(42);
    assertThatThrownBy(() -> second.put(2, 42, 'x')).isInstanceOf(AssertionError.class);
  }

  public static void pairsAreLaidOutAsTheNativeHalfSays() throws MPIException {
    start();
    Natives.script("Datatype.getStruct", (self, a) -> 500L);
    byte[] array = new byte[16];
    DoubleInt.Data pair = new DoubleInt(8, 4).getData(array);
    pair.putValue(1.5);
    pair.putIndex(7);
    ByteBuffer bytes = ByteBuffer.wrap(array).order(ByteOrder.nativeOrder());
    assertThat(bytes.getDouble(0)).isEqualTo(1.5);
    assertThat(bytes.getInt(8)).isEqualTo(7);
    LongInt.Data narrow = new LongInt(4, 4, 4).getData(array);
    narrow.putValue(-5);
    assertThat(narrow.getValue()).isEqualTo(-5);
    assertThat(bytes.getInt(0)).isEqualTo(-5);
    assertThatThrownBy(() -> narrow.putValue(1L << 40)).isInstanceOf(ArithmeticException.class);
    Int2.Data wide = new Int2(8, 8).getData(array);
    wide.putIndex(9);
    assertThat(bytes.getLong(8)).isEqualTo(9);
    assertThat(wide.getIndex()).isEqualTo(9);
  }

  public static void complexNumbersAreViews() {
    float[] floats = new float[4];
    FloatComplex.get(floats, 1).putImag(2.5f);
    assertThat(floats).containsExactly(0, 0, 0, 2.5f);
    ByteBuffer bytes = ByteBuffer.allocate(32);
    DoubleComplex.get(bytes, 1).putReal(4.5);
    assertThat(bytes.getDouble(16)).isEqualTo(4.5);
    assertThat(DoubleComplex.get(bytes).getReal()).isEqualTo(0.0);
  }

  public static void theBufferOfAComplexNumberBeginsAtIt() {
    double[] doubles = {1, 2, 3, 4, 5, 6};
    assertThat(DoubleComplex.get(doubles, 2).getBuffer().get(0)).isEqualTo(5);
    assertThat(DoubleComplex.get(MPI.slice(doubles, 2), 1).getBuffer().get(1)).isEqualTo(6);
    assertThat(DoubleComplex.get(doubles).getBuffer().capacity()).isEqualTo(6);
    float[] floats = {1, 2, 3, 4};
    assertThat(FloatComplex.get(floats, 1).getBuffer().get(1)).isEqualTo(4);
    ByteBuffer bytes = MPI.newByteBuffer(24).putFloat(16, 2.5f);
    assertThat(FloatComplex.get(bytes, 2).getBuffer().get(0)).isEqualTo(2.5f);
    bytes.putDouble(16, 3.5);
    assertThat(DoubleComplex.get(bytes, 1).getBuffer().get(0)).isEqualTo(3.5);
  }

  public static void windowsAreMeasuredInElements() throws MPIException {
    Intracomm comm = start();
    Buffer memory = MPI.newLongBuffer(10);
    Win win = new Win(memory, 10, 2, MPI.INFO_NULL, comm);
    assertThat(Natives.lastCall("Win.createWin"))
        .isEqualTo(with(memory, 80, 16, MPI.INFO_NULL.handle, COMM));
    assertThatThrownBy(() -> win.put(memory, 1, MPI.LONG, 0, 0, 1, MPI.INT))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("same primitive");
    assertThatThrownBy(() -> new Win(1, 1, MPI.INFO_NULL, comm, memory, 2))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("flavor=2");
  }

  public static void aSplitCollectiveHasABeginAndAnEnd() throws MPIException {
    File file = new File(start(), "name", 1);
    Buffer data = MPI.newIntBuffer(1);
    assertThatThrownBy(() -> file.readAllEnd(data)).isInstanceOf(IllegalStateException.class);
    file.readAllBegin(data, 1, MPI.INT);
    Status status = file.readAllEnd(data);
    assertThat(Natives.lastCall("File.readAllEnd").get(2)).isSameAs(status.data);
  }

  public static void countsCompareByValue() {
    assertThat(new Count(5).equals(new Count(5))).isTrue();
    assertThat(new Count(5).equals((Object) 5)).isFalse();
    assertThat(new Count(5).compareTo(new Count(1L << 40))).isNegative();
  }

  private static Object number(Constant constants) {
    constants.TAG_UB = 1;
    constants.WTIME_IS_GLOBAL = 2;
    constants.HOST = 3;
    return null;
  }

  private static final class Adder extends UserFunction {
    @Override
    public void call(Object inVec, Object inOutVec, int count, Datatype type) {
      int[] in = (int[]) inVec;
      int[] inOut = (int[]) inOutVec;
      for (int i = 0; i < count; i++) {
        inOut[i] += in[i];
      }
    }
  }

  private static final class Sample extends Struct {
    private final int flag = addByte();
    private final int values = setOffset(8).addInt(2);
    private final int letter = addChar();

    @Override
    protected Data newData() {
      return new Data();
    }

    private final class Data extends Struct.Data {
      void put(int index, int value, char c) {
        putInt(values, index, value);
        putChar(letter, c);
      }
    }
  }
}
