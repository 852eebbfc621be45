package org.legio.agent;

import java.util.Locale;
import java.util.Map;
import net.bytebuddy.jar.asm.Type;
import org.legio.ulfm.ports.ValueOperation;

/**
 * The call families: each has the handler that serves its calls, and the method of {@link
 * NativeEntry} that gives it to woven code. The handler of some is the object behind the handle
 * itself. A row of another family that has a communicator ({@code COMM}) reaches its handler only
 * if that communicator is protected.
 *
 * <p>Handlers are given by name, not by reference, so that the classes of handlers that a program
 * does not use are not loaded.
 */
public enum CallFamily {
  /** Start and end of MPI. */
  LIFE_CYCLE("core/LifeCycle", "lifeCycle"),
  /** Collective operations: served by the communicator, as values. */
  COLLECTIVES("core/communicator/Communicator", "collectives", true),
  /** Non-blocking collective operations: likewise. */
  NON_BLOCKING("core/communicator/Communicator", "collectives", true),
  /** Communicators themselves. */
  COMMUNICATORS("core/creation/Communicators", "communicators"),
  /** Communicators of two groups. */
  INTERCOMMUNICATORS("core/creation/Intercommunicators", "intercommunicators"),
  /** Sends. */
  SENDS("core/message/Sends", "sends"),
  /** Receives and probes. */
  RECEIVES("core/message/Receives", "receives"),
  /** Sends and receives at once. */
  SEND_RECEIVES("core/message/SendReceives", "sendReceives"),
  /** Persistent requests. */
  PERSISTENT_REQUESTS("core/message/PersistentRequests", "persistentRequests"),
  /** Matched probes. */
  MATCHED_PROBES("core/message/MatchedProbes", "matchedProbes"),
  /** Requests. */
  REQUESTS("core/message/Requests", "requests"),
  /** The program's own reductions. */
  OPERATIONS("core/collective/Operations", "operations"),
  /** Opening files. */
  FILE_MAKING("core/files/Files", "fileMaking"),
  /** Files that are open: served by the file. */
  FILES("core/files/OpenFile", "files", true),
  /** Grids. */
  CART_TOPOLOGIES("core/topology/CartTopologies", "cartTopologies"),
  /** Graphs. */
  GRAPH_TOPOLOGIES("core/topology/GraphTopologies", "graphTopologies"),
  /** Collective operations between neighbours. */
  NEIGHBORS("core/communicator/Communicator", "collectives", true),
  /** The collective operation whose blocks have a type each. */
  ALL_TO_ALL_W("core/communicator/Communicator", "collectives", true),
  /** Making windows. */
  WINDOW_MAKING("core/windows/Windows", "windowMaking"),
  /** Windows: served by the window. */
  WINDOWS("core/windows/Window", "windows", true);

  private static final Map<String, String> OTHER_NAMES =
      Map.of(
          "Init", "init",
          "InitThread", "initThread",
          "Finalize", "finalizeMpi",
          "getAttr_predefined", "getAttrPredefined");

  /** The kind of a parameter that is a communicator's handle. */
  private static final String COMM = "COMM";

  private static final String COMMUNICATOR = "org/legio/core/communicator/Communicator";
  private static final String BINDING_TYPE = "Lmpi/";
  private static final String OBJECT = "Ljava/lang/Object;";

  private final String handler;
  private final String getter;
  private final boolean isByHandle;

  CallFamily(String handler, String getter) {
    this(handler, getter, false);
  }

  CallFamily(String handler, String getter, boolean isByHandle) {
    this.handler = "org/legio/" + handler;
    this.getter = getter;
    this.isByHandle = isByHandle;
  }

  static CallFamily named(String name) {
    return valueOf(name.toUpperCase(Locale.ROOT).replace('-', '_'));
  }

  /** The internal name of the handler's type. */
  String handler() {
    return handler;
  }

  /** The static method of {@link NativeEntry} that gives the handler. */
  String getter() {
    return getter;
  }

  /** The descriptor of that method. */
  String getterDescriptor() {
    return (isByHandle ? "(J)L" : "()L") + handler + ";";
  }

  /** Whether calls are served by the object behind their handle: the getter is given that. */
  boolean isByHandle() {
    return isByHandle;
  }

  /** The name of the handler's method for a call. */
  static String methodName(Call call) {
    return OTHER_NAMES.getOrDefault(call.publicName(), call.publicName());
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
    return isByHandle ? handler : COMMUNICATOR;
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
