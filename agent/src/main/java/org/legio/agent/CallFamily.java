package org.legio.agent;

import java.util.Locale;
import net.bytebuddy.jar.asm.Type;
import org.legio.core.LifeCycle;
import org.legio.core.collective.UserReductions;
import org.legio.core.communicator.Communicator;
import org.legio.core.creation.Communicators;
import org.legio.core.creation.Intercommunicators;
import org.legio.core.files.Files;
import org.legio.core.files.OpenFile;
import org.legio.core.message.Datatypes;
import org.legio.core.message.MatchedProbes;
import org.legio.core.message.PersistentRequests;
import org.legio.core.message.Receives;
import org.legio.core.message.Requests;
import org.legio.core.message.SendReceives;
import org.legio.core.message.Sends;
import org.legio.core.topology.CartTopologies;
import org.legio.core.topology.GraphTopologies;
import org.legio.core.windows.Window;
import org.legio.core.windows.Windows;
import org.legio.ulfm.ports.Serves;
import org.legio.ulfm.ports.ValueOperation;

/**
 * The call families: each has the handler that serves its calls, and the method of {@link
 * NativeEntry} that gives it to woven code. The handler of some is the object behind the handle
 * itself. A row of another family that has a communicator ({@code COMM}) reaches its handler only
 * if that communicator is protected.
 *
 * <p>This loads the handlers' classes, but only in a JVM that weaves: most find their classes
 * woven.
 */
public enum CallFamily {
  /** Start and end of MPI. */
  LIFE_CYCLE(LifeCycle.class, "lifeCycle"),
  /** Collective operations: served by the communicator, as values. */
  COLLECTIVES(Communicator.class, "collectives", true),
  /** Non-blocking collective operations: likewise. */
  NON_BLOCKING(Communicator.class, "collectives", true),
  /** Communicators themselves. */
  COMMUNICATORS(Communicators.class, "communicators"),
  /** Communicators of two groups. */
  INTERCOMMUNICATORS(Intercommunicators.class, "intercommunicators"),
  /** Sends. */
  SENDS(Sends.class, "sends"),
  /** Receives and probes. */
  RECEIVES(Receives.class, "receives"),
  /** Sends and receives at once. */
  SEND_RECEIVES(SendReceives.class, "sendReceives"),
  /** Persistent requests. */
  PERSISTENT_REQUESTS(PersistentRequests.class, "persistentRequests"),
  /** Matched probes. */
  MATCHED_PROBES(MatchedProbes.class, "matchedProbes"),
  /** Requests. */
  REQUESTS(Requests.class, "requests"),
  /** The program's datatypes. */
  DATATYPES(Datatypes.class, "datatypes"),
  /** The program's own reductions. */
  USER_REDUCTIONS(UserReductions.class, "userReductions"),
  /** Opening files. */
  FILE_MAKING(Files.class, "fileMaking"),
  /** Files that are open: served by the file. */
  FILES(OpenFile.class, "files", true),
  /** Grids. */
  CART_TOPOLOGIES(CartTopologies.class, "cartTopologies"),
  /** Graphs. */
  GRAPH_TOPOLOGIES(GraphTopologies.class, "graphTopologies"),
  /** Collective operations between neighbors. */
  NEIGHBORS(Communicator.class, "collectives", true),
  /** The collective operation whose blocks have a type each. */
  ALL_TO_ALL_W(Communicator.class, "collectives", true),
  /** Making windows. */
  WINDOW_MAKING(Windows.class, "windowMaking"),
  /** Windows: served by the window. */
  WINDOWS(Window.class, "windows", true);

  /** The kind of a parameter that is a communicator's handle. */
  private static final String COMM = "COMM";

  private static final String COMMUNICATOR = Type.getInternalName(Communicator.class);
  private static final String BINDING_TYPE = "Lmpi/";
  private static final String OBJECT = "Ljava/lang/Object;";

  private final Class<?> handler;
  private final String getter;
  private final boolean isByHandle;

  CallFamily(Class<?> handler, String getter) {
    this(handler, getter, false);
  }

  CallFamily(Class<?> handler, String getter, boolean isByHandle) {
    this.handler = handler;
    this.getter = getter;
    this.isByHandle = isByHandle;
  }

  /** The family of a name as rows have it: {@code cart-topologies}. */
  static CallFamily named(String name) {
    return valueOf(name.toUpperCase(Locale.ROOT).replace('-', '_'));
  }

  /** The handler's class, whose methods say by {@link Serves} which calls they serve. */
  Class<?> handler() {
    return handler;
  }

  /** The internal name of the handler's class. */
  String handlerType() {
    return Type.getInternalName(handler);
  }

  /** The static method of {@link NativeEntry} that gives the handler. */
  String getter() {
    return getter;
  }

  /** The descriptor of that method. */
  String getterDescriptor() {
    return (isByHandle ? "(J)" : "()") + Type.getDescriptor(handler);
  }

  /** Whether calls are served by the object behind their handle: the getter is given that. */
  boolean isByHandle() {
    return isByHandle;
  }

  /**
   * The name of the handler's method for a call: its public name in camel case. A name that begins
   * with a capital, as {@code MPI.Init}, follows {@code mpi}.
   */
  static String methodName(Call call) {
    String name = call.publicName();
    if (Character.isUpperCase(name.charAt(0))) {
      return "mpi" + name;
    }
    int end = name.indexOf('_');
    return end < 0
        ? name
        : name.substring(0, end) + ValueOperation.capitalized(name.substring(end + 1));
  }

  /**
   * The parameter whose object decides who serves a call: MPI, if the object is not ours. It is the
   * handle of an object that serves its calls itself, otherwise the first communicator of the row.
   *
   * @return its index; negative if there is none, and the handler serves all these calls
   */
  int subject(Call call) {
    return isByHandle ? 0 : call.parameters().indexOf(COMM);
  }

  /** The internal name of that object's type. */
  String subjectType() {
    return isByHandle ? handlerType() : COMMUNICATOR;
  }

  /** The static method of {@link NativeEntry} that finds that object by its handle. */
  String finder() {
    return isByHandle ? getter : "communicator";
  }

  /**
   * The descriptor of the handler's method for a call: the native's, with {@code Object} in place
   * of the binding's types, and with the {@link #subject} in place of its handle. If the call wants
   * it, the object that the native is called on comes first. An object that serves the calls of its
   * handle is not given the handle.
   */
  String methodDescriptor(Call call) {
    StringBuilder descriptor = new StringBuilder(call.wantsSelf() ? "(" + OBJECT : "(");
    Type[] arguments = Type.getArgumentTypes(call.descriptor());
    int subject = subject(call);
    for (int i = 0; i < arguments.length; i++) {
      if (i != subject) {
        descriptor.append(withoutBinding(arguments[i]));
      } else if (!isByHandle) {
        descriptor.append('L').append(COMMUNICATOR).append(';');
      }
    }
    return descriptor
        .append(')')
        .append(withoutBinding(Type.getReturnType(call.descriptor())))
        .toString();
  }

  /** The descriptor of the handler's method for a call as a value, on a communicator. */
  String valueDescriptor(ValueOperation operation, boolean isBlocking) {
    String value = Type.getDescriptor(operation.kind().value());
    return "(L" + COMMUNICATOR + ";" + value + (isBlocking ? ")V" : ")J");
  }

  private static String withoutBinding(Type type) {
    String descriptor = type.getDescriptor();
    int at = descriptor.indexOf(BINDING_TYPE);
    return at < 0 ? descriptor : descriptor.substring(0, at) + OBJECT;
  }
}
