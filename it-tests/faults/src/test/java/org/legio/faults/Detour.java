package org.legio.faults;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;
import org.legio.ulfm.ports.CollectiveCall;
import org.legio.ulfm.ports.MessageCall;

/** An action that replaces a call from Legio to its runtime. */
@FunctionalInterface
interface Detour {

  /** The call itself. */
  @FunctionalInterface
  interface Straight {
    @Nullable Object go(Object[] arguments) throws Exception;
  }

  /** Takes the place of a call. */
  @Nullable Object take(String call, Object[] arguments, Straight straight) throws Exception;

  /** An object whose calls all take a detour. */
  static <T> T around(Class<T> port, T target, Detour detour) {
    Object proxy =
        Proxy.newProxyInstance(
            port.getClassLoader(),
            new Class<?>[] {port},
            (self, method, arguments) ->
                detour.take(
                    called(method.getName(), arguments),
                    arguments == null ? new Object[0] : arguments,
                    changed -> invoke(target, method, changed)));
    return port.cast(proxy);
  }

  /** An object one call of which takes a detour. */
  static <T> T around(Class<T> port, T target, String name, Detour detour) {
    return around(
        port,
        target,
        (call, arguments, straight) ->
            call.equals(name) ? detour.take(call, arguments, straight) : straight.go(arguments));
  }

  /** A collective operation or a message goes by the name of its native. */
  private static String called(String name, Object @Nullable [] arguments) {
    return switch (name) {
      case "collective" -> collective(arguments).operation().call();
      case "startCollective" -> collective(arguments).operation().nonBlockingCall();
      case "message" -> message(arguments).operation().call();
      case "startMessage" -> message(arguments).operation().nonBlockingCall();
      default -> name;
    };
  }

  /** What a collective operation is called with. */
  static CollectiveCall collective(Object... arguments) {
    return (CollectiveCall) arguments[1];
  }

  /** What a message is called with. */
  static MessageCall message(Object... arguments) {
    return (MessageCall) arguments[1];
  }

  private static @Nullable Object invoke(Object target, Method method, Object[] arguments)
      throws Exception {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw (Exception) e.getCause();
    }
  }
}
