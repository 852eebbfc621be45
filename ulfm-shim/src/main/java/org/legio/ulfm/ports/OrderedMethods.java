package org.legio.ulfm.ports;

import java.lang.reflect.Method;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Puts methods into an order that is the same in each run of a JVM, which reflection does not
 * promise; so classes that are made of them have the same bytes in each build.
 */
public final class OrderedMethods {
  private OrderedMethods() {}

  /** The methods by their names, and by their descriptions where names are equal. */
  public static List<Method> of(Method[] methods) {
    return Stream.of(methods)
        .sorted(Comparator.comparing(Method::getName).thenComparing(Method::toString))
        .toList();
  }
}
