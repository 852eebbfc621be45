package org.legio.runtime.engine;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;

/** The natives of {@code mpi.MPI} that Legio does not call. */
final class MPINatives extends Calls {
  private static final double TICK_S = 1.0e-9;
  private static final int STANDARD = 3;
  private static final int SUBVERSION = 1;

  MPINatives(RankState state) {
    super(state);
  }

  boolean isInitialized() {
    return state.lifeCycle.isInitialized();
  }

  boolean isFinalized() {
    return state.lifeCycle.isFinalized();
  }

  int queryThread_jni() {
    return state.lifeCycle.threadLevel();
  }

  boolean isThreadMain_jni() {
    return state.lifeCycle.isMainThread();
  }

  /** Takes no copy of the buffer: buffered messages lie in the outboxes. */
  void attachBuffer_jni(byte[] buffer) {
    // there is nothing to be done
  }

  void detachBuffer_jni(byte[] buffer) {
    // what has been sent is in the outboxes
  }

  int getProcessorName(byte[] name) {
    byte[] host = host().getBytes(StandardCharsets.UTF_8);
    int length = Math.min(host.length, name.length);
    System.arraycopy(host, 0, name, 0, length);
    return length;
  }

  /** The name of this machine. */
  static String host() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "localhost"; // a host without an entry for its own name
    }
  }

  Object getVersionJNI(Class<?> owner) {
    return BindingFields.make(
        owner, "mpi.Version", new Class<?>[] {int.class, int.class}, STANDARD, SUBVERSION);
  }

  Object newInt2(Class<?> owner) {
    return pair(owner, "mpi.Int2", Integer.BYTES);
  }

  Object newShortInt(Class<?> owner) {
    return BindingFields.make(
        owner,
        "mpi.ShortInt",
        new Class<?>[] {int.class, int.class, int.class},
        Short.BYTES,
        Integer.BYTES,
        Integer.BYTES);
  }

  Object newLongInt(Class<?> owner) {
    return BindingFields.make(
        owner,
        "mpi.LongInt",
        new Class<?>[] {int.class, int.class, int.class},
        Long.BYTES,
        Long.BYTES,
        Integer.BYTES);
  }

  Object newFloatInt(Class<?> owner) {
    return pair(owner, "mpi.FloatInt", Float.BYTES);
  }

  Object newDoubleInt(Class<?> owner) {
    return pair(owner, "mpi.DoubleInt", Double.BYTES);
  }

  /** Describes pairs by the offset and the size of their index. */
  private static Object pair(Class<?> owner, String name, int offset) {
    return BindingFields.make(
        owner, name, new Class<?>[] {int.class, int.class}, offset, Integer.BYTES);
  }

  double wtime_jni() {
    return state.scheduler().decidedNanoTime() * TICK_S;
  }

  double wtick_jni() {
    return TICK_S;
  }
}
