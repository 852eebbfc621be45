package org.legio.runtime.engine;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.legio.ulfm.ports.CallValue;
import org.legio.ulfm.ports.Pmpi;
import org.legio.ulfm.ports.ValueOperation;

/**
 * The {@link Pmpi} of one rank: calls, for each native, the method of a family that does its work.
 * In the simulator, a call becomes a step of the scheduler here; processes of the embedded runtime
 * reach the same families by the entries that {@link EntryWriter} writes at build time.
 *
 * <p>Natives that no family has throw {@link UnsupportedOperationException} with their name.
 */
public final class Natives implements InvocationHandler {

  /**
   * The method that does a native's work.
   *
   * @param family the index of its family
   * @param isStep whether others could tell a death before it from one before the rank's next call
   */
  record Work(int family, Method method, boolean isStep) {}

  /** The families whose natives only look at what the rank itself has. */
  private static final Set<Class<? extends Calls>> LOCAL_FAMILIES =
      Set.of(GroupCalls.class, DatatypeCalls.class, InfoCalls.class);

  /** Natives of other families that do so. */
  private static final Set<String> LOCAL =
      Set.of(
          "getRank",
          "getSize",
          "getGroup",
          "getName",
          "setName",
          "getErrhandler",
          "setErrhandler",
          "getAttr",
          "setAttr",
          "deleteAttr",
          "compare");

  private static final List<Class<? extends Calls>> FAMILIES =
      List.of(
          LifeCycleCalls.class,
          CommunicatorCalls.class,
          GroupCalls.class,
          DatatypeCalls.class,
          PointToPointCalls.class,
          ProbeCalls.class,
          RequestCalls.class,
          CollectiveCalls.class,
          TopologyCalls.class,
          IntercommunicatorCalls.class,
          WindowCalls.class,
          FileCalls.class,
          FilePointerCalls.class,
          FileTransferCalls.class,
          InfoCalls.class);

  private static final Map<Method, Work> WORKS = works();

  private final RankState state;
  private final Calls[] families;

  Natives(RankState state) {
    this.state = state;
    PointToPointCalls pointToPoint = new PointToPointCalls(state);
    this.families =
        new Calls[] {
          new LifeCycleCalls(state),
          new CommunicatorCalls(state),
          new GroupCalls(state),
          new DatatypeCalls(state),
          pointToPoint,
          new ProbeCalls(state, pointToPoint),
          new RequestCalls(state),
          new CollectiveCalls(state),
          new TopologyCalls(state),
          new IntercommunicatorCalls(state),
          new WindowCalls(state),
          new FileCalls(state),
          new FilePointerCalls(state),
          new FileTransferCalls(state),
          new InfoCalls(state)
        };
  }

  /** The natives of a rank. */
  public static Pmpi of(RankState state) {
    return (Pmpi)
        Proxy.newProxyInstance(
            Natives.class.getClassLoader(), new Class<?>[] {Pmpi.class}, new Natives(state));
  }

  private static Map<Method, Work> works() {
    Map<Method, Work> works = new HashMap<>();
    for (Method port : Pmpi.class.getMethods()) {
      for (int family = 0; family < FAMILIES.size(); family++) {
        Method method = find(FAMILIES.get(family), port);
        if (method != null) {
          method.setAccessible(true);
          Class<? extends Calls> own = FAMILIES.get(family);
          boolean isLocal = LOCAL_FAMILIES.contains(own) || LOCAL.contains(port.getName());
          works.put(port, new Work(family, method, !isLocal));
        }
      }
    }
    return works;
  }

  /** The method that does the work of a method of the port; null if there is none. */
  static @Nullable Work workOf(Method port) {
    return WORKS.get(port);
  }

  /** All families. */
  static List<Class<? extends Calls>> families() {
    return FAMILIES;
  }

  private static @Nullable Method find(Class<?> family, Method port) {
    try {
      return family.getDeclaredMethod(port.getName(), port.getParameterTypes());
    } catch (NoSuchMethodException e) {
      return null;
    }
  }

  @Override
  @SuppressWarnings("NullAway") // reflection is not annotated
  public @Nullable Object invoke(Object proxy, Method port, Object @Nullable [] arguments)
      throws Throwable {
    Work work = WORKS.get(port);
    if (work == null) {
      return withoutWork(proxy, port, arguments);
    }
    state.scheduler().enter();
    try {
      if (work.isStep) {
        state.scheduler().step(state.rank, nameOf(port, arguments));
      }
      return work.method.invoke(families[work.family], arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    } finally {
      state.scheduler().leave();
    }
  }

  /** The name of the method to call; a call as a value has the name of its operation. */
  private static String nameOf(Method port, Object @Nullable [] arguments) {
    return arguments != null && arguments.length == 2 && arguments[1] instanceof CallValue call
        ? nameOf(call, port.getReturnType() == void.class)
        : port.getName();
  }

  /** The name of one form of a call's operation, as a method of the port would be named. */
  static String nameOf(CallValue call, boolean isBlocking) {
    String name = call.operation().call(isBlocking);
    return switch (call.operation().kind()) {
      case COLLECTIVES, MESSAGES -> name;
      case FILE_TRANSFERS -> "file" + ValueOperation.capitalized(name);
      case WINDOW_ACCESSES -> "win" + ValueOperation.capitalized(name);
    };
  }

  private @Nullable Object withoutWork(Object proxy, Method port, Object @Nullable [] arguments) {
    return switch (port.getName()) {
      case "equals" -> arguments != null && proxy == arguments[0];
      case "hashCode" -> state.rank;
      case "toString" -> "natives of rank " + state.rank;
      default ->
          throw new UnsupportedOperationException("the simulator has no native " + port.getName());
    };
  }
}
