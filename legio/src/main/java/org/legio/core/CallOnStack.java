package org.legio.core;

/**
 * Which of the program's calls a thread is in: for what is told of a death, wherever it has been
 * noticed.
 */
final class CallOnStack {
  private static final String BINDING = "mpi.";
  private static final String API = "org.legio.Legio";
  private static final String LAMBDA = "lambda$";

  private CallOnStack() {}

  /** The call's public name; empty outside of any. */
  static String name() {
    return StackWalker.getInstance()
        .walk(
            frames ->
                frames
                    .filter(
                        f -> f.getClassName().startsWith(BINDING) || f.getClassName().equals(API))
                    .filter(f -> !f.getMethodName().startsWith(LAMBDA))
                    .findFirst()
                    .map(f -> f.getMethodName().replaceFirst("_?(jni|JNI)$", ""))
                    .orElse(""));
  }
}
