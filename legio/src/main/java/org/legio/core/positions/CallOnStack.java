package org.legio.core.positions;

import java.util.Optional;
import java.util.stream.Stream;

/**
 * The call that a thread is in, and the program's line that has made it.
 *
 * @param name the call's public name
 * @param caller the program's line that has called it; empty if there is none
 */
public record CallOnStack(String name, String caller) {
  private static final String BINDING = "mpi.";
  private static final String API = "org.legio.Legio";
  private static final String LAMBDA = "lambda$";
  private static final String[] NOT_THE_PROGRAM = {
    BINDING,
    API,
    "org.legio.agent.",
    "org.legio.core.",
    "org.legio.hierarchical.",
    "org.legio.observability.",
    "org.legio.protection.",
    "org.legio.runtime.",
    "org.legio.simulator.",
    "org.legio.ulfm.",
    "java.",
    "javax.",
    "jdk.",
    "sun.",
    "com.sun."
  };

  /** The name of the call that this thread is in; empty outside of any. */
  public static String currentName() {
    return StackWalker.getInstance()
        .walk(
            frames ->
                frames
                    .filter(f -> isCall(f.getClassName(), f.getMethodName()))
                    .findFirst()
                    .map(f -> publicName(f.getMethodName()))
                    .orElse(""));
  }

  /** The innermost call of the program's on a stack; empty if its thread is in none. */
  static Optional<CallOnStack> of(StackTraceElement[] stack) {
    String name = "";
    for (StackTraceElement frame : stack) {
      if (isProgram(frame)) {
        return name.isEmpty() ? Optional.empty() : Optional.of(new CallOnStack(name, text(frame)));
      }
      if (isCall(frame.getClassName(), frame.getMethodName())) {
        name = publicName(frame.getMethodName());
      }
    }
    return name.isEmpty() ? Optional.empty() : Optional.of(new CallOnStack(name, ""));
  }

  /** The innermost line of the program's on a stack; empty if there is none. */
  static String programLine(StackTraceElement[] stack) {
    return Stream.of(stack)
        .filter(CallOnStack::isProgram)
        .findFirst()
        .map(CallOnStack::text)
        .orElse("");
  }

  private static boolean isCall(String className, String methodName) {
    return (className.startsWith(BINDING) || className.equals(API))
        && !methodName.startsWith(LAMBDA);
  }

  private static boolean isProgram(StackTraceElement frame) {
    return Stream.of(NOT_THE_PROGRAM).noneMatch(frame.getClassName()::startsWith);
  }

  private static String publicName(String method) {
    return method.replaceFirst("_?(jni|JNI)$", "");
  }

  /** Without the loader and the module, which {@code toString} may put before it. */
  private static String text(StackTraceElement frame) {
    String file = frame.getFileName() == null ? "unknown source" : frame.getFileName();
    return "%s.%s(%s:%d)"
        .formatted(frame.getClassName(), frame.getMethodName(), file, frame.getLineNumber());
  }
}
