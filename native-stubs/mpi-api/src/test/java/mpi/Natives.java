package mpi;

import static net.bytebuddy.matcher.ElementMatchers.isNative;
import static net.bytebuddy.matcher.ElementMatchers.named;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.implementation.MethodDelegation;
import net.bytebuddy.implementation.StubMethod;
import net.bytebuddy.implementation.bind.annotation.AllArguments;
import net.bytebuddy.implementation.bind.annotation.Origin;
import net.bytebuddy.implementation.bind.annotation.RuntimeType;
import net.bytebuddy.implementation.bind.annotation.StubValue;
import net.bytebuddy.implementation.bind.annotation.This;
import net.bytebuddy.pool.TypePool;
import org.legio.mpi.NativeLibrary;

/**
 * A stand-in for the native library: the classes that its loader defines are those of package
 * {@code mpi}, except that their natives note their arguments and return what was scripted for
 * them, else 0 or {@code null}.
 */
public final class Natives {
  private static final List<Call> CALLS = new ArrayList<>();
  private static final Map<String, BiFunction<Object, Object[], Object>> SCRIPTS = new HashMap<>();

  private Natives() {}

  /** One call of a native. */
  public record Call(String name, List<Object> arguments) {}

  /** Forgets all calls and scripts. */
  public static void reset() {
    CALLS.clear();
    SCRIPTS.clear();
  }

  /**
   * Has a native, named as in {@code Comm.send}, do what a function of its object and arguments
   * does.
   */
  public static void script(String name, BiFunction<Object, Object[], Object> body) {
    SCRIPTS.put(name, body);
  }

  /** The arguments of the last call of a native. */
  public static List<Object> lastCall(String name) {
    return calls(name).get(calls(name).size() - 1);
  }

  /** The arguments of all calls of a native. */
  public static List<List<Object>> calls(String name) {
    return CALLS.stream().filter(call -> call.name().equals(name)).map(Call::arguments).toList();
  }

  /** What every native is replaced by. */
  public static final class Body {
    private Body() {}

    /** Notes the call. */
    @RuntimeType
    public static Object run(
        @Origin Method method,
        @This(optional = true) Object self,
        @AllArguments Object[] arguments,
        @StubValue Object nothing) {
      String shortName = method.getDeclaringClass().getSimpleName() + "." + method.getName();
      List<Object> noted = new ArrayList<>();
      for (Object argument : arguments) {
        noted.add(argument);
      }
      CALLS.add(new Call(shortName, noted));
      BiFunction<Object, Object[], Object> script = SCRIPTS.get(shortName);
      return script == null ? nothing : script.apply(self, arguments);
    }
  }

  /** Defines the classes of package {@code mpi} anew. */
  static final class Loader extends ClassLoader {
    private static final ClassFileLocator FILES =
        ClassFileLocator.ForClassLoader.of(Natives.class.getClassLoader());
    private static final TypePool TYPES = TypePool.Default.of(FILES);
    private static final Map<String, byte[]> MADE = new HashMap<>();

    Loader() {
      super(Natives.class.getClassLoader());
      setDefaultAssertionStatus(true);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      synchronized (getClassLoadingLock(name)) {
        Class<?> loaded = findLoadedClass(name);
        if (loaded != null) {
          return loaded;
        }
        return isMine(name) ? define(name) : super.loadClass(name, resolve);
      }
    }

    private static boolean isMine(String name) {
      return name.equals(NativeLibrary.class.getName())
          || (name.startsWith("mpi.") && !name.startsWith(Natives.class.getName()));
    }

    private Class<?> define(String name) {
      byte[] bytes = MADE.computeIfAbsent(name, Loader::make);
      return defineClass(name, bytes, 0, bytes.length);
    }

    private static byte[] make(String name) {
      return new ByteBuddy()
          .redefine(TYPES.describe(name).resolve(), FILES)
          .method(isNative())
          .intercept(MethodDelegation.to(Body.class))
          .method(named("load"))
          .intercept(StubMethod.INSTANCE)
          .make()
          .getBytes();
    }
  }
}
