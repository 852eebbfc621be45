package org.legio.inprocess;

import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.legio.ulfm.BindingNative;
import org.legio.ulfm.CallValue;
import org.legio.ulfm.Pmpi;

/**
 * Links the binding's natives to the runtime: the counterpart of a native library. Each native's
 * body is one {@code invokedynamic} instruction, linked at its first call.
 *
 * <p>A native that Legio calls, too, has its work in a family of {@link Natives}. Any other is a
 * method of the class that is named after its own: those of {@code mpi.Group} are in {@link
 * GroupNatives}.
 */
public final class BindingLinker {
  private static final String PACKAGE = "mpi.";
  private static final String FAMILY = BindingLinker.class.getPackageName() + ".%sNatives";

  private static volatile @Nullable Supplier<RankState> process;
  private static volatile @Nullable BindingLinker linker;

  private final RankState state;
  private final Natives natives;
  private final MethodHandles.Lookup lookup = MethodHandles.lookup();
  private final Map<String, @Nullable Object> ownFamilies = new HashMap<>();
  private final Map<String, Method> ports = new HashMap<>();

  private BindingLinker(RankState state) {
    this.state = state;
    this.natives = new Natives(state);
    for (Method port : Pmpi.class.getMethods()) {
      BindingNative target = port.getAnnotation(BindingNative.class);
      boolean isNamed = target != null && !target.name().isEmpty();
      String owner = target == null ? "mpi.Comm" : target.owner();
      ports.put(key(owner, isNamed ? target.name() : port.getName()), port);
    }
  }

  private static String key(String owner, String name) {
    return owner + "." + name;
  }

  /** Sets the rank that this process is; it is asked for at the first call of a native. */
  public static void serve(Supplier<RankState> rank) {
    process = rank;
  }

  private static synchronized BindingLinker linker() {
    BindingLinker made = linker;
    Supplier<RankState> rank = process;
    if (made == null) {
      if (rank == null) {
        throw new IllegalStateException("this process is no rank of the embedded runtime");
      }
      made = new BindingLinker(rank.get());
      linker = made;
    }
    return made;
  }

  /**
   * Links a native: the bootstrap method of its body.
   *
   * @param owner the binary name of the class that declares it
   * @param receivers 1 if the first argument is the object that it is called on, 0 if it is static
   *     or its call is a value
   */
  public static CallSite link(
      MethodHandles.Lookup caller, String name, MethodType type, String owner, int receivers)
      throws ReflectiveOperationException {
    BindingLinker made = linker();
    synchronized (made) {
      return new ConstantCallSite(made.find(caller, name, type, owner, receivers));
    }
  }

  /** Links a method of {@link Pmpi}: the bootstrap method of the class that implements it. */
  public static CallSite linkPort(MethodHandles.Lookup caller, String name, MethodType type)
      throws ReflectiveOperationException {
    BindingLinker made = linker();
    synchronized (made) {
      return new ConstantCallSite(made.findPort(caller, name, type).asType(type));
    }
  }

  private MethodHandle findPort(MethodHandles.Lookup caller, String name, MethodType type)
      throws ReflectiveOperationException {
    Method port = Pmpi.class.getMethod(name, type.parameterArray());
    MethodHandle found = workOf(port);
    BindingNative target = port.getAnnotation(BindingNative.class);
    if (found == null && target != null) {
      String called = target.name().isEmpty() ? name : target.name();
      found = ofOwnFamily(caller, called, type, target.owner(), target.receiver() ? 1 : 0);
    }
    return found == null ? missing(name, type, "mpi") : found;
  }

  private @Nullable MethodHandle workOf(Method port) throws ReflectiveOperationException {
    Natives.Work work = Natives.workOf(port);
    return work == null
        ? null
        : guarded(
            lookup.unreflect(work.method()).bindTo(natives.family(work)),
            port.getName(),
            work.isStep());
  }

  private MethodHandle find(
      MethodHandles.Lookup caller, String name, MethodType type, String owner, int receivers)
      throws ReflectiveOperationException {
    MethodHandle found = ofPort(name, type, owner, receivers);
    if (found == null) {
      found = ofOwnFamily(caller, name, type, owner, receivers);
    }
    if (found == null && type.parameterCount() == 0 && name.startsWith("init")) {
      found = MethodHandles.zero(type.returnType());
    }
    return found == null ? missing(name, type, owner) : found.asType(type);
  }

  // ------------------------------------------------------------------ natives that Legio calls

  private @Nullable MethodHandle ofPort(String name, MethodType type, String owner, int receivers)
      throws ReflectiveOperationException {
    boolean isValue =
        type.parameterCount() == 2 && CallValue.class.isAssignableFrom(type.parameterType(1));
    Method port = isValue ? valuePort(type) : ports.get(key(owner, name));
    if (port == null) {
      return null;
    }
    MethodHandle handle = workOf(port);
    if (handle == null) {
      return null;
    }
    BindingNative target = port.getAnnotation(BindingNative.class);
    boolean wantsReceiver = target != null && target.receiver();
    return receivers == 1 && !wantsReceiver
        ? MethodHandles.dropArguments(handle, 0, type.parameterType(0))
        : handle;
  }

  private static @Nullable Method valuePort(MethodType type) {
    for (Method port : Pmpi.class.getMethods()) {
      Class<?>[] parameters = port.getParameterTypes();
      if (parameters.length == 2
          && parameters[1] == type.parameterType(1)
          && port.getReturnType() == type.returnType()) {
        return port;
      }
    }
    return null;
  }

  // ------------------------------------------------------------------ the others

  private @Nullable MethodHandle ofOwnFamily(
      MethodHandles.Lookup caller, String name, MethodType type, String owner, int receivers)
      throws ReflectiveOperationException {
    Object family = ownFamily(owner.substring(PACKAGE.length()));
    if (family == null) {
      return null;
    }
    int arguments = type.parameterCount();
    for (Method method : family.getClass().getDeclaredMethods()) {
      if (!method.getName().equals(name)) {
        continue;
      }
      MethodHandle handle = lookup.unreflect(method).bindTo(family);
      int missing = arguments - method.getParameterCount();
      if (missing == 0) {
        return guarded(handle, name, false);
      } else if (missing == -1 && method.getParameterTypes()[0] == Class.class) {
        return guarded(handle.bindTo(caller.lookupClass()), name, false);
      } else if (missing == 1 && receivers == 1) {
        return MethodHandles.dropArguments(guarded(handle, name, false), 0, type.parameterType(0));
      }
    }
    return null;
  }

  private @Nullable Object ownFamily(String simpleName) throws ReflectiveOperationException {
    if (!ownFamilies.containsKey(simpleName)) {
      ownFamilies.put(simpleName, newFamily(simpleName));
    }
    return ownFamilies.get(simpleName);
  }

  private @Nullable Object newFamily(String simpleName) throws ReflectiveOperationException {
    try {
      return Class.forName(FAMILY.formatted(simpleName))
          .getDeclaredConstructor(RankState.class)
          .newInstance(state);
    } catch (ClassNotFoundException e) {
      return null; // all natives of that class are called by Legio, too
    }
  }

  private MethodHandle missing(String name, MethodType type, String owner)
      throws ReflectiveOperationException {
    MethodHandle refusing =
        lookup
            .findVirtual(
                BindingLinker.class, "refuse", MethodType.methodType(void.class, String.class))
            .bindTo(this)
            .bindTo(key(owner, name));
    MethodHandle returning =
        MethodHandles.foldArguments(MethodHandles.zero(type.returnType()), refusing);
    return MethodHandles.dropArguments(returning, 0, type.parameterList());
  }

  @SuppressWarnings("unused") // called by a handle
  private void refuse(String called) {
    throw new UnsupportedOperationException(
        "the embedded runtime has no native " + called + "; use Open MPI for it");
  }

  // ------------------------------------------------------------------ around each call

  /** Lets one thread at a time in, and turns errors into the binding's exceptions. */
  private MethodHandle guarded(MethodHandle work, String name, boolean isStep)
      throws ReflectiveOperationException {
    Class<?> returned = work.type().returnType();
    MethodHandle entering =
        own("enter", MethodType.methodType(void.class, String.class, boolean.class));
    MethodHandle entered =
        MethodHandles.foldArguments(work, MethodHandles.insertArguments(entering, 0, name, isStep));
    MethodHandle leaving =
        returned == void.class
            ? own("leave", MethodType.methodType(void.class, Throwable.class))
            : leavingWith(returned);
    MethodHandle released = MethodHandles.tryFinally(entered, leaving);
    MethodHandle translating =
        MethodHandles.foldArguments(
            MethodHandles.dropArguments(MethodHandles.zero(returned), 0, InProcessException.class),
            own("rethrow", MethodType.methodType(void.class, InProcessException.class)));
    return MethodHandles.catchException(released, InProcessException.class, translating);
  }

  private MethodHandle leavingWith(Class<?> returned) throws ReflectiveOperationException {
    MethodHandle leave = own("leave", MethodType.methodType(void.class, Throwable.class));
    MethodHandle result =
        MethodHandles.dropArguments(MethodHandles.identity(returned), 0, Throwable.class);
    return MethodHandles.foldArguments(result, leave);
  }

  private MethodHandle own(String name, MethodType type) throws ReflectiveOperationException {
    return lookup.findVirtual(BindingLinker.class, name, type).bindTo(this);
  }

  @SuppressWarnings("unused") // called by a handle
  private void enter(String call, boolean isStep) {
    state.scheduler().enter();
    if (isStep) {
      state.scheduler().step(state.rank, call);
    }
  }

  @SuppressWarnings("unused") // called by a handle
  private void leave(Throwable thrown) {
    state.scheduler().leave();
  }

  @SuppressWarnings("unused") // called by a handle
  private void rethrow(InProcessException thrown) throws Exception {
    throw state.binding.newException(thrown.errorClass(), String.valueOf(thrown.getMessage()));
  }
}
