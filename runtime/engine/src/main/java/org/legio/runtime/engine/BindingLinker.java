package org.legio.runtime.engine;

import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.bytebuddy.jar.asm.Type;
import org.jspecify.annotations.Nullable;
import org.legio.ulfm.ports.BindingNative;
import org.legio.ulfm.ports.Pmpi;

/**
 * Finds what the runtime has for each of the binding's natives: the counterpart of a native
 * library's table of symbols. It is asked when a class of the binding is woven.
 *
 * <p>A native that Legio calls, too, has its work in a family of {@link Natives}. Any other is a
 * method of the class that is named after its own: those of {@code mpi.Group} are in {@link
 * GroupNatives}.
 */
public final class BindingLinker {
  private static final String COMM = "mpi.Comm";

  /** The families of the natives that Legio does not call, by the class that declares them. */
  private static final Map<String, Class<? extends Calls>> OWN_FAMILIES =
      Map.ofEntries(
          Map.entry("mpi.CartComm", CartCommNatives.class),
          Map.entry(COMM, CommNatives.class),
          Map.entry("mpi.Constant", ConstantNatives.class),
          Map.entry("mpi.Datatype", DatatypeNatives.class),
          Map.entry("mpi.Errhandler", ErrhandlerNatives.class),
          Map.entry("mpi.Group", GroupNatives.class),
          Map.entry("mpi.Info", InfoNatives.class),
          Map.entry("mpi.Intracomm", IntracommNatives.class),
          Map.entry("mpi.MPI", MPINatives.class),
          Map.entry("mpi.Message", MessageNatives.class),
          Map.entry("mpi.Op", OpNatives.class),
          Map.entry("mpi.Request", RequestNatives.class),
          Map.entry("mpi.Status", StatusNatives.class),
          Map.entry("mpi.Win", WinNatives.class));

  private static final Map<String, Method> PORTS = ports();

  private BindingLinker() {}

  /** The families of the natives that Legio does not call. */
  static List<Class<? extends Calls>> families() {
    return List.copyOf(OWN_FAMILIES.values());
  }

  private static Map<String, Method> ports() {
    Map<String, Method> ports = new HashMap<>();
    for (Method port : Pmpi.class.getMethods()) {
      ports.put(key(owner(port), nativeName(port)), port);
    }
    return ports;
  }

  private static String key(String owner, String name) {
    return owner + "." + name;
  }

  private static String owner(Method port) {
    BindingNative target = port.getAnnotation(BindingNative.class);
    return target == null ? COMM : target.owner();
  }

  private static String nativeName(Method port) {
    BindingNative target = port.getAnnotation(BindingNative.class);
    return target == null || target.name().isEmpty() ? port.getName() : target.name();
  }

  private static boolean wantsReceiver(Method port) {
    BindingNative target = port.getAnnotation(BindingNative.class);
    return target != null && target.receiver();
  }

  /**
   * Finds the entry for a native.
   *
   * @param owner the binary name of the class that declares it
   * @param arguments the number of its arguments, with the object that it is called on
   * @param hasReceiver whether the first of them is such an object
   * @return null if the runtime has none
   */
  public static @Nullable Entry find(
      String owner, String name, int arguments, boolean hasReceiver) {
    Method port = PORTS.get(key(owner, name));
    Entry entry = port == null ? null : entryOfWork(port, hasReceiver && !wantsReceiver(port));
    return entry == null ? ofOwnFamily(owner, name, arguments, hasReceiver) : entry;
  }

  /**
   * Finds the entry for a native whose calls are values.
   *
   * @param value the class of the values
   * @param isBlocking whether it is the form that returns nothing
   */
  public static @Nullable Entry find(Class<?> value, boolean isBlocking) {
    for (Method port : Pmpi.class.getMethods()) {
      Class<?>[] parameters = port.getParameterTypes();
      if (parameters.length == 2
          && parameters[1] == value
          && (port.getReturnType() == void.class) == isBlocking) {
        return entryOfWork(port, false);
      }
    }
    return null;
  }

  /** The entry for a method of {@link Pmpi}; null if the runtime has none. */
  static @Nullable Entry entryOf(Method port) {
    Entry entry = entryOfWork(port, false);
    return entry == null
        ? ofOwnFamily(owner(port), nativeName(port), port.getParameterCount(), wantsReceiver(port))
        : entry;
  }

  private static @Nullable Entry entryOfWork(Method port, boolean dropsReceiver) {
    Natives.Work work = Natives.workOf(port);
    return work == null ? null : entry(work.method(), dropsReceiver, false);
  }

  private static Entry entry(Method work, boolean dropsReceiver, boolean wantsClass) {
    return new Entry(
        EntryWriter.entriesOf(work.getDeclaringClass()),
        work.getName(),
        Type.getMethodDescriptor(work),
        dropsReceiver,
        wantsClass);
  }

  private static @Nullable Entry ofOwnFamily(
      String owner, String name, int arguments, boolean hasReceiver) {
    Class<? extends Calls> family = OWN_FAMILIES.get(owner);
    if (family == null) {
      return null;
    }
    for (Method work : EntryWriter.nativesOf(family)) {
      int missing = arguments - work.getParameterCount();
      if (!work.getName().equals(name)) {
        continue;
      }
      if (missing == 0) {
        return entry(work, false, false);
      } else if (missing == -1 && work.getParameterTypes()[0] == Class.class) {
        return entry(work, false, true);
      } else if (missing == 1 && hasReceiver) {
        return entry(work, true, false);
      }
    }
    return null;
  }
}
