package org.legio.agent;

import java.util.Locale;
import java.util.Map;

/**
 * The call families: each has the handler that serves its calls, and the method of {@link
 * NativeEntry} that gives it to woven code.
 *
 * <p>Handlers are given by name, not by reference, so that the classes of handlers that a program
 * does not use are not loaded.
 */
public enum CallFamily {
  /** Start and end of MPI. */
  LIFE_CYCLE("core/LifeCycle", "lifeCycle"),
  /** Collective operations: served by the communicator, as values. */
  COLLECTIVES("core/Communicator", "collectives", true),
  /** Non-blocking collective operations: likewise. */
  NON_BLOCKING("core/Communicator", "collectives", true),
  /** Communicators themselves. */
  COMMUNICATORS("core/Communicators", "communicators"),
  /** Communicators of two groups. */
  INTERCOMMUNICATORS("core/Intercommunicators", "intercommunicators"),
  /** Sends. */
  SENDS("core/Sends", "sends"),
  /** Receives and probes. */
  RECEIVES("core/Receives", "receives"),
  /** Sends and receives at once. */
  SEND_RECEIVES("core/SendReceives", "sendReceives"),
  /** Persistent requests. */
  PERSISTENT_REQUESTS("core/PersistentRequests", "persistentRequests"),
  /** Matched probes. */
  MATCHED_PROBES("core/MatchedProbes", "matchedProbes"),
  /** Requests. */
  REQUESTS("core/Requests", "requests"),
  /** The program's own reductions. */
  OPERATIONS("core/Operations", "operations"),
  /** Opening files. */
  FILE_MAKING("core/files/Files", "fileMaking"),
  /** Files that are open: served by the file. */
  FILES("core/files/OpenFile", "files", true),
  /** Grids. */
  CART_TOPOLOGIES("core/topology/CartTopologies", "cartTopologies"),
  /** Graphs. */
  GRAPH_TOPOLOGIES("core/topology/GraphTopologies", "graphTopologies"),
  /** Collective operations between neighbours. */
  NEIGHBORS("core/Communicator", "collectives", true),
  /** The collective operation whose blocks have a type each. */
  ALL_TO_ALL_W("core/Communicator", "collectives", true),
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

  private static final String BINDING_TYPE = "Lmpi/";
  private static final String HANDLE = "(J";

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
   * The descriptor of the handler's method for a call: the native's, with {@code Object} in place
   * of the binding's types. If the call wants it, the object that the native is called on comes
   * first. An object that serves the calls of its handle is not given the handle.
   */
  String methodDescriptor(Call call) {
    String wanted = call.descriptor();
    StringBuilder descriptor = new StringBuilder(call.wantsSelf() ? "(Ljava/lang/Object;" : "(");
    int begin = isByHandle ? HANDLE.length() : 1;
    for (int at = wanted.indexOf(BINDING_TYPE); at >= 0; at = wanted.indexOf(BINDING_TYPE, begin)) {
      descriptor.append(wanted, begin, at).append("Ljava/lang/Object;");
      begin = wanted.indexOf(';', at) + 1;
    }
    return descriptor.append(wanted, begin, wanted.length()).toString();
  }
}
