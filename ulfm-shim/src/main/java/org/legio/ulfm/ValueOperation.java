package org.legio.ulfm;

/** An operation whose calls are values: a row of an enum, with a native for each of its forms. */
public interface ValueOperation {

  /** What kind of operation it is, as all of its enum. */
  ValueOperations kind();

  /** The name of the enum's constant. */
  String name();

  /** The name of the form that is over when it returns, as users know it. */
  String call();

  /** The name of the form that returns a request; empty if there is none. */
  String nonBlockingCall();

  /** The class of the binding that declares the natives of both forms. */
  String owner();

  /** What the native of one form takes. */
  Signature signature(boolean isBlocking);

  /** The name of one form. */
  default String call(boolean isBlocking) {
    return isBlocking ? call() : nonBlockingCall();
  }

  /** The name of the other form of a call: with an i or an r before it. */
  static String prefixed(char prefix, String call) {
    return prefix + capitalised(call);
  }

  /** A name to be put behind another. */
  static String capitalised(String call) {
    return Character.toUpperCase(call.charAt(0)) + call.substring(1);
  }
}
