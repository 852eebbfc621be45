package org.legio.launcher.embedded;

import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Keeps what a daemon reports. */
final class RecordedReports {
  private static final long PATIENCE_SECONDS = 30;

  /**
   * A call of the listener.
   *
   * @param name of its method
   */
  record Report(String name, List<Object> values) {
    /** What a process has printed. */
    String text() {
      return new String((byte[]) values.get(2), StandardCharsets.UTF_8);
    }
  }

  private final BlockingQueue<Report> reports = new LinkedBlockingQueue<>();
  private volatile String failing = "";

  /** The listener will throw an exception at reports of a name. */
  void failAt(String name) {
    failing = name;
  }

  HostProcess.Listener listener() {
    return (HostProcess.Listener)
        Proxy.newProxyInstance(
            RecordedReports.class.getClassLoader(),
            new Class<?>[] {HostProcess.Listener.class},
            (proxy, method, values) -> {
              if (method.getName().equals(failing)) {
                throw new IllegalArgumentException("not to be understood");
              }
              reports.add(new Report(method.getName(), Arrays.asList(values)));
              return null;
            });
  }

  /** Takes reports until one of a name comes. */
  Report await(String name) throws InterruptedException {
    while (true) {
      Report next = next("no " + name);
      if (next.name.equals(name)) {
        return next;
      }
    }
  }

  Report next() throws InterruptedException {
    return next("nothing");
  }

  private Report next(String missing) throws InterruptedException {
    Report next = reports.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
    if (next == null) {
      throw new AssertionError(missing + " has been reported");
    }
    return next;
  }
}
