package org.legio.core;

import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.legio.core.collective.CollectiveEngine;
import org.legio.core.communicator.Communicator;
import org.legio.core.repair.Context;
import org.legio.core.repair.ErrorHandler;
import org.legio.core.repair.ResilientCommunicator;
import org.legio.core.repair.Substitute;
import org.legio.core.settings.CommunicatorPolicies;
import org.legio.core.settings.Configuration;
import org.legio.ulfm.ports.Agreement;
import org.legio.ulfm.ports.Binding;
import org.legio.ulfm.ports.CallValue;
import org.legio.ulfm.ports.CollectiveCall;
import org.legio.ulfm.ports.Job;
import org.legio.ulfm.ports.MessageCall;
import org.legio.ulfm.ports.MpiConstants;
import org.legio.ulfm.ports.Notes;
import org.legio.ulfm.ports.Outcome;
import org.legio.ulfm.ports.Pmpi;
import org.legio.ulfm.ports.Signature.Step;
import org.legio.ulfm.ports.TopologyObjects;
import org.legio.ulfm.ports.Ulfm;
import org.legio.ulfm.ports.UserOperations;

/**
 * One rank's view of an MPI that does what a test has scripted: which operations fail and how, what
 * the others vote, who is left after a shrink. Everything called is recorded. No message is sent.
 */
public final class FakeMpi {
  public static final long WORLD = 0x100;
  public static final long RETURN = 0x9;
  static final long FATAL = 0x8;
  static final long COMM_NULL = 0x2;

  /** Added to a datatype's handle, which is its extent: half of that is gaps. */
  public static final long GAPS = 1L << 32;

  private final List<String> calls = new ArrayList<>();
  private final List<double[]> inputs = new ArrayList<>();
  private final Deque<Outcome> operations = new ArrayDeque<>();
  private final Deque<Agreement> agreements = new ArrayDeque<>();
  private final Deque<int[]> survivors = new ArrayDeque<>();
  private final Map<String, String> settings;
  private final Context context;
  private int[] present;
  private int[] failed = {};
  private double[] filling = {};
  private final FakeBinding binding = new FakeBinding();
  private long nextHandle = 0x200;
  private final Map<Long, Object[]> started = new HashMap<>();
  private long nextRequest = 0x1000;
  private int unfinished;
  private int ending = Integer.MAX_VALUE;
  private boolean freesFail;

  private FakeMpi(int size, Map<String, String> settings) {
    this.present = IntStream.range(0, size).toArray();
    this.settings = settings;
    try {
      this.context =
          Context.of(pmpi(), new ScriptedUlfm(), binding, new FakeJob(), configuration());
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  public static FakeMpi ofSize(int size) {
    return new FakeMpi(size, Map.of());
  }

  public static FakeMpi ofSize(int size, Map<String, String> settings) {
    return new FakeMpi(size, settings);
  }

  static Binding binding() {
    return new FakeBinding();
  }

  static Job job() {
    return new FakeJob();
  }

  private Configuration configuration() {
    return Configuration.parse(settings, Map.of());
  }

  public Context context() {
    return context;
  }

  /** The next operations end like this; those after them succeed. */
  public FakeMpi operationsEnd(Outcome... outcomes) {
    operations.addAll(List.of(outcomes));
    return this;
  }

  /** The next agreements end like this, if this rank votes yes; those after them well. */
  public FakeMpi agreementsEnd(Agreement... ends) {
    agreements.addAll(List.of(ends));
    return this;
  }

  /** The next shrink leaves these. */
  public FakeMpi shrinkLeaves(int... left) {
    survivors.add(left);
    return this;
  }

  /** Successful operations fill the beginning of their last buffer with this. */
  public FakeMpi fills(double... values) {
    filling = values;
    return this;
  }

  /** The next tests of requests find them unfinished. */
  public FakeMpi testsFail(int count) {
    unfinished = count;
    return this;
  }

  /** Of the non-blocking operations only so many end, well or not. */
  public FakeMpi endsOnly(int count) {
    ending = count;
    return this;
  }

  /** The program's own reductions. */
  public FakeMpi hasOperations(UserOperations operationsOfProgram) {
    binding.userOperations = operationsOfProgram;
    return this;
  }

  /** No communicator can be freed from now on. */
  public FakeMpi freesFail() {
    freesFail = true;
    return this;
  }

  /** MPI knows these ranks to be dead from now on. */
  public FakeMpi knowsDead(int... ranks) {
    failed = ranks;
    return this;
  }

  /** How many requests have not been tested to their end. */
  public int underWay() {
    return started.size();
  }

  /** What has been called, in order. */
  public List<String> calls() {
    return calls;
  }

  /** The first buffer of each operation, as it was when the operation began. */
  public List<double[]> inputs() {
    return inputs;
  }

  public Communicator world() {
    return communicator(WORLD);
  }

  public Communicator communicator(long handle) {
    try {
      int[] members = context.world().membersOf(handle);
      ErrorHandler errorHandler = new ErrorHandler(context, handle, members, RETURN);
      CommunicatorPolicies policies = new CommunicatorPolicies(configuration().policies());
      return new Communicator(
          context,
          handle,
          members,
          members,
          engine(
              new ResilientCommunicator(
                  context,
                  new Substitute.Created(handle, 0x101, null, handle),
                  members,
                  errorHandler,
                  policies)),
          policies,
          errorHandler);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private Substitute engine(ResilientCommunicator agreed) {
    return CollectiveEngine.byMessages(context, agreed, 0);
  }

  public Pmpi pmpi() {
    return (Pmpi)
        Proxy.newProxyInstance(
            FakeMpi.class.getClassLoader(),
            new Class<?>[] {Pmpi.class},
            (proxy, method, arguments) -> answer(method.getName(), arguments));
  }

  private @Nullable Object answer(String name, Object[] arguments) throws FakeException {
    return switch (name) {
      case "getSize", "groupSize" -> present.length;
      case "getRank" -> 0;
      case "basicType" -> 0L;
      case "getGroup" -> 0x7L;
      case "translateRanks" -> present.clone();
      case "typeLbExtent", "typeTrueLbExtent" -> {
        ((int[]) arguments[1])[1] = (int) (long) (Long) arguments[0];
        yield null;
      }
      case "typeSize" -> {
        long type = (Long) arguments[0];
        yield (int) type / ((type & GAPS) == 0 ? 1 : 2);
      }
      case "getName" -> "MPI_COMM_WORLD";
      case "groupFree" -> 0L;
      case "setErrhandler", "setName" -> null;
      case "free" -> {
        calls.add("free " + Long.toHexString((Long) arguments[0]));
        if (freesFail) {
          throw new FakeException(Outcome.OTHER);
        }
        yield COMM_NULL;
      }
      case "test" -> test((long[]) arguments[0]);
      case "testAny" -> test((long[]) arguments[0]) ? 0 : MpiConstants.UNDEFINED;
      case "collective" -> {
        CollectiveCall call = (CollectiveCall) arguments[1];
        yield operate(call.operation().call(), arguments(arguments[0], call, true));
      }
      case "startCollective" -> {
        CollectiveCall call = (CollectiveCall) arguments[1];
        yield start(call.operation().nonBlockingCall(), arguments(arguments[0], call, false));
      }
      case "message" -> {
        MessageCall call = (MessageCall) arguments[1];
        yield operate(call.operation().call(), arguments(arguments[0], call, true));
      }
      case "startMessage" -> {
        MessageCall call = (MessageCall) arguments[1];
        yield start(call.operation().nonBlockingCall(), arguments(arguments[0], call, false));
      }
      default -> name.matches("i[A-Z].*") ? start(name, arguments) : operate(name, arguments);
    };
  }

  /** What the native of an operation gets. */
  private static Object[] arguments(Object comm, CallValue call, boolean isBlocking) {
    List<@Nullable Object> arguments = new ArrayList<>();
    arguments.add(comm);
    for (Step step : call.operation().signature(isBlocking).steps()) {
      Object part = step.isOfCall() ? call : Objects.requireNonNull(got(call, step.data()));
      step.part().arguments().forEach(argument -> arguments.add(got(part, argument.getter())));
    }
    return arguments.toArray();
  }

  private static @Nullable Object got(Object part, String getter) {
    try {
      return part.getClass().getMethod(getter).invoke(part);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A non-blocking operation: how it ends is told when it is tested. */
  private long start(String name, Object[] arguments) {
    calls.add(describe(name, arguments));
    inputs.add(doubles(firstBuffer(arguments)));
    started.put(nextRequest, arguments);
    return nextRequest++;
  }

  private boolean test(long[] request) throws FakeException {
    Object[] arguments = started.get(request[0]);
    if (unfinished > 0 || ending == 0) {
      unfinished--;
      return false;
    }
    ending--;
    started.remove(request[0]);
    request[0] = 0x3;
    end(arguments);
    return true;
  }

  private static String describe(String name, Object[] arguments) {
    StringBuilder call = new StringBuilder(name);
    for (Object argument : arguments) {
      if (argument instanceof int[] ints) {
        call.append(' ').append(Arrays.toString(ints));
      } else if (argument instanceof Number) {
        call.append(' ').append(argument);
      }
    }
    return call.toString();
  }

  private @Nullable Object operate(String name, Object[] arguments) throws FakeException {
    calls.add(describe(name, arguments));
    inputs.add(doubles(firstBuffer(arguments)));
    end(arguments);
    return name.equals("dup") ? (Object) nextHandle++ : null;
  }

  private void end(Object[] arguments) throws FakeException {
    Outcome outcome = operations.isEmpty() ? Outcome.OK : operations.remove();
    if (outcome != Outcome.OK) {
      fill(received(arguments), Double.NaN); // a failed operation leaves it undefined
      throw new FakeException(outcome);
    }
    fill(received(arguments), filling);
  }

  private static boolean isBuffer(Object argument) {
    return argument instanceof double[] || argument instanceof ByteBuffer;
  }

  private static @Nullable Object firstBuffer(Object[] arguments) {
    return Arrays.stream(arguments).filter(FakeMpi::isBuffer).findFirst().orElse(null);
  }

  /** The receive buffer: the last one. */
  private static @Nullable Object received(Object[] arguments) {
    return Arrays.stream(arguments)
        .filter(FakeMpi::isBuffer)
        .reduce((first, second) -> second)
        .orElse(null);
  }

  private static double[] doubles(@Nullable Object buffer) {
    if (buffer instanceof ByteBuffer bytes) {
      double[] copy = new double[bytes.capacity() / Double.BYTES];
      asMpiSees(bytes).get(0, copy);
      return copy;
    }
    return buffer == null ? new double[0] : ((double[]) buffer).clone();
  }

  private static DoubleBuffer asMpiSees(ByteBuffer bytes) {
    return bytes.duplicate().order(ByteOrder.nativeOrder()).asDoubleBuffer();
  }

  private static void fill(@Nullable Object buffer, double... values) {
    for (int i = 0; i < values.length; i++) {
      if (buffer instanceof ByteBuffer bytes && i < bytes.capacity() / Double.BYTES) {
        asMpiSees(bytes).put(i, values[i]);
      } else if (buffer instanceof double[] doubles && i < doubles.length) {
        doubles[i] = values[i];
      }
    }
  }

  public static final class FakeException extends Exception {
    private static final long serialVersionUID = 1L;
    final Outcome outcome;

    FakeException(Outcome outcome) {
      super("fake " + outcome);
      this.outcome = outcome;
    }
  }

  private final class ScriptedUlfm implements Ulfm {
    @Override
    public void revoke(long comm) {
      calls.add("revoke");
    }

    @Override
    public boolean isRevoked(long comm) {
      return false;
    }

    @Override
    public long shrink(long comm) {
      calls.add("shrink");
      present = survivors.isEmpty() ? present : survivors.remove();
      return nextHandle++;
    }

    @Override
    public Agreement agree(long comm, boolean vote) {
      calls.add("agree " + vote);
      Agreement others = agreements.isEmpty() ? Agreement.YES : agreements.remove();
      return vote ? others : Agreement.NO;
    }

    @Override
    public int agreeOnFlags(long comm, int flags) {
      calls.add("agreeOnFlags " + flags);
      return flags;
    }

    @Override
    public PendingAgreement startAgreement(long comm, boolean vote) {
      Agreement agreement = agree(comm, vote);
      return () -> agreement;
    }

    @Override
    public long assemble(long group, long parent, String key) {
      calls.add("assemble");
      return nextHandle++;
    }

    @Override
    public void acknowledge(long comm) {
      calls.add("acknowledge");
    }

    @Override
    public int[] failedRanks(long comm) {
      return failed;
    }

    @Override
    public Optional<String> isolateFinalize() {
      return Optional.empty();
    }
  }

  /** Ends "the job" by an error that tests can see. */
  public static final class JobEnded extends Error {
    private static final long serialVersionUID = 1L;
    final int status;

    JobEnded(int status, String message) {
      super(message);
      this.status = status;
    }
  }

  /** To wait a little takes it a second. */
  private static final class FakeJob implements Job {
    private static final long PAUSE_NS = 1_000_000_000;

    @Override
    public String host() {
      return "here";
    }

    private long paused;

    @Override
    public long nanoTime() {
      return Job.super.nanoTime() + paused;
    }

    @Override
    public void yieldFor(long ns) {
      paused += PAUSE_NS;
    }

    @Override
    public Error abort(int status, String message) {
      throw new JobEnded(status, message);
    }

    @Override
    public void crash(int status) {
      throw new JobEnded(status, "crash");
    }

    @Override
    public void announceFailure(int rankInWorld) {
      throw new JobEnded(rankInWorld, "announceFailure");
    }

    @Override
    public Notes notes() {
      return Notes.TO_NOBODY;
    }

    @Override
    public void exit(int status) {
      throw new JobEnded(status, "exit");
    }
  }

  private static final class FakeBinding implements Binding {
    private UserOperations userOperations = UserOperations.NONE;

    @Override
    public boolean isThreadMultiple() {
      return false;
    }

    @Override
    public long commWorld() {
      return WORLD;
    }

    @Override
    public UserOperations userOperations() {
      return userOperations;
    }

    @Override
    public long intType() {
      return 0x20;
    }

    @Override
    public long commHandle(Object comm) {
      return (long) comm;
    }

    @Override
    public long commSelf() {
      return 0x5;
    }

    @Override
    public long commNull() {
      return COMM_NULL;
    }

    @Override
    public long requestNull() {
      return 0x3;
    }

    @Override
    public long requestEmpty() {
      return 0x4;
    }

    @Override
    public long messageNull() {
      return 0x5;
    }

    @Override
    public long messageNoProc() {
      return 0x6;
    }

    @Override
    public Object newMessage() {
      return new long[1];
    }

    @Override
    public long messageHandle(Object message) {
      return ((long[]) message)[0];
    }

    @Override
    public void setMessageHandle(Object message, long handle) {
      ((long[]) message)[0] = handle;
    }

    @Override
    public long errorsReturn() {
      return RETURN;
    }

    @Override
    public long infoNull() {
      return 0x5;
    }

    @Override
    public long windowNull() {
      return 0x6;
    }

    @Override
    public long sum() {
      return 0x9;
    }

    @Override
    public long replace() {
      return 0x7;
    }

    @Override
    public long noOperation() {
      return 0x8;
    }

    @Override
    public Outcome outcome(Exception thrown) {
      return thrown instanceof FakeException fake ? fake.outcome : Outcome.FOREIGN;
    }

    @Override
    public int errorCode(Exception thrown) {
      return 16;
    }

    @Override
    public String errorText(int errorCode) {
      return "error code " + errorCode;
    }

    @Override
    public Exception newException(int errorClass, String message) {
      return new Exception(message);
    }

    @Override
    public Object newRequest(long handle) {
      return new long[] {handle};
    }

    @Override
    public Object newStatus() {
      return new long[6];
    }

    @Override
    public long[] fields(Object status) {
      return (long[]) status;
    }

    @Override
    public long handle(Object request) {
      return ((long[]) request)[0];
    }

    @Override
    public void setHandle(Object request, long handle) {
      ((long[]) request)[0] = handle;
    }

    @Override
    public long byteType() {
      return 0x5;
    }

    @Override
    public TopologyObjects topologyObjects() {
      throw new UnsupportedOperationException();
    }

    @Override
    public Object[] newStatuses(int length) {
      return new Object[length];
    }
  }
}
