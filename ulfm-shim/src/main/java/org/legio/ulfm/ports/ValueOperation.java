package org.legio.ulfm.ports;

/** An operation whose calls are values: a row of an enum, with a native for each of its forms. */
public interface ValueOperation {

  /** The kind of operation; the same for all constants of an enum. */
  ValueOperations kind();

  /** The name of the enum's constant. */
  String name();

  /** The name of the blocking form, as users know it. */
  String call();

  /** The name of the form that returns a request; empty if there is none. */
  String nonBlockingCall();

  /** The class of the binding that declares the natives of both forms. */
  String owner();

  /** The arguments of the native of one form. */
  Signature signature(boolean isBlocking);

  /** The name of one form. */
  default String call(boolean isBlocking) {
    return isBlocking ? call() : nonBlockingCall();
  }

  /** Puts a prefix (i or r) before a call's name, which gives the name of its other form. */
  static String prefixed(char prefix, String call) {
    return prefix + capitalized(call);
  }

  /** The name with its first letter in upper case. */
  static String capitalized(String call) {
    return Character.toUpperCase(call.charAt(0)) + call.substring(1);
  }
}
