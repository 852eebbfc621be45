package org.legio.agent;

import java.lang.reflect.Method;
import java.util.Locale;
import java.util.Map;
import net.bytebuddy.jar.asm.Type;
import org.jspecify.annotations.Nullable;
import org.legio.core.AllToAllW;
import org.legio.core.Communicators;
import org.legio.core.Intercommunicators;
import org.legio.core.LifeCycle;
import org.legio.core.MatchedProbes;
import org.legio.core.PersistentRequests;
import org.legio.core.PointToPoint;
import org.legio.core.Requests;
import org.legio.core.files.Files;
import org.legio.core.topology.CartTopologies;
import org.legio.core.topology.GraphTopologies;
import org.legio.core.topology.NeighborExchanges;
import org.legio.core.windows.Windows;
import org.legio.ulfm.Collectives;
import org.legio.ulfm.NonBlockingCollectives;

/** The handlers that protected calls are served by, and how woven code gets at them. */
public enum Room {
  /** Start and end of MPI. */
  LIFE_CYCLE(LifeCycle.class, "lifeCycle"),
  /** Collective operations: a handler for each communicator. */
  COLLECTIVES(Collectives.class, "collectives", true),
  /** Non-blocking collective operations: likewise. */
  NON_BLOCKING(NonBlockingCollectives.class, "nonBlocking", true),
  /** Communicators themselves. */
  COMMUNICATORS(Communicators.class, "communicators"),
  /** Communicators of two groups. */
  INTERCOMMUNICATORS(Intercommunicators.class, "intercommunicators"),
  /** Messages. */
  POINT_TO_POINT(PointToPoint.class, "pointToPoint"),
  /** Persistent requests. */
  PERSISTENT_REQUESTS(PersistentRequests.class, "persistentRequests"),
  /** Matched probes. */
  MATCHED_PROBES(MatchedProbes.class, "matchedProbes"),
  /** Requests. */
  REQUESTS(Requests.class, "requests"),
  /** Files. */
  FILES(Files.class, "files"),
  /** Grids. */
  CART_TOPOLOGIES(CartTopologies.class, "cartTopologies"),
  /** Graphs. */
  GRAPH_TOPOLOGIES(GraphTopologies.class, "graphTopologies"),
  /** Collective operations between neighbours. */
  NEIGHBORS(NeighborExchanges.class, "neighbors"),
  /** The collective operation whose blocks have a type each. */
  ALL_TO_ALL_W(AllToAllW.class, "allToAllW"),
  /** Windows. */
  WINDOWS(Windows.class, "windows");

  private static final Map<String, String> OTHER_NAMES =
      Map.of("Init", "init", "InitThread", "initThread", "Finalize", "finalizeMpi");

  private final Class<?> handler;

  private final String getter;
  private final boolean isOfCommunicator;

  /** Looked up once: each look makes new objects of all. */
  @SuppressWarnings("ImmutableEnumChecker")
  private Method @Nullable [] methods;

  Room(Class<?> handler, String getter) {
    this(handler, getter, false);
  }

  Room(Class<?> handler, String getter, boolean isOfCommunicator) {
    this.handler = handler;
    this.getter = getter;
    this.isOfCommunicator = isOfCommunicator;
  }

  static Room named(String name) {
    return valueOf(name.toUpperCase(Locale.ROOT).replace('-', '_'));
  }

  /** The static method of {@link Seam} that gives the handler. */
  String getter() {
    return getter;
  }

  /** The descriptor of that method. */
  String getterDescriptor() {
    return (isOfCommunicator ? "(J)" : "()") + Type.getDescriptor(handler);
  }

  /** Whether that method is to be given the communicator: there is a handler for each. */
  boolean isOfCommunicator() {
    return isOfCommunicator;
  }

  /**
   * The handler's method for a call: of the same name and number of parameters, or one more for the
   * object the native is called on.
   *
   * @throws IllegalStateException if there is not exactly one
   */
  Method methodFor(Call call) {
    String name = OTHER_NAMES.getOrDefault(call.publicName(), call.publicName());
    int count = call.parameters().size();
    Method found = null;
    int matches = 0;
    for (Method method : methods()) {
      int more = method.getParameterCount() - count;
      if ((more == 0 || more == 1) && method.getName().equals(name)) {
        found = method;
        matches++;
      }
    }
    if (found == null || matches != 1) {
      throw new IllegalStateException(
          handler.getName() + " has " + matches + " methods for " + call + ", not one");
    }
    return found;
  }

  private Method[] methods() {
    Method[] known = methods;
    if (known == null) {
      known = handler.getMethods();
      methods = known;
    }
    return known;
  }
}
