package org.legio.observability.mbeans;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import org.jspecify.annotations.Nullable;
import org.legio.core.report.Report;

/**
 * Registers this rank's MBean with the platform's MBean server. To start that server costs a JVM
 * tens of milliseconds, so it is left to whoever wants it (the program, jconsole, the JVM's option
 * {@code com.sun.management.jmxremote}): that its class is loaded gives it away.
 */
public final class MBeans implements ClassFileTransformer {
  private static final String SERVER = "com.sun.jmx.mbeanserver.JmxMBeanServer";
  private static final String SERVER_IN_CLASS_FILE = SERVER.replace('.', '/');

  private final Instrumentation instrumentation;
  private boolean isServerThere;
  private boolean isRegistered;
  private @Nullable Report report;

  private MBeans(Instrumentation instrumentation, boolean isServerThere) {
    this.instrumentation = instrumentation;
    this.isServerThere = isServerThere;
  }

  /** Watches for the server's start. */
  public static MBeans install(Instrumentation instrumentation) {
    MBeans mbeans = new MBeans(instrumentation, isServerLoaded(instrumentation));
    instrumentation.addTransformer(mbeans);
    return mbeans;
  }

  private static boolean isServerLoaded(Instrumentation instrumentation) {
    for (Class<?> loaded : instrumentation.getAllLoadedClasses()) {
      if (loaded.getName().equals(SERVER)) {
        return true;
      }
    }
    return false;
  }

  /** What there is to show from now on. */
  public synchronized void show(Report newReport) {
    report = newReport;
    registerIfDue();
  }

  @Override
  public byte @Nullable [] transform(
      @Nullable ClassLoader loader,
      @Nullable String className,
      @Nullable Class<?> redefined,
      @Nullable ProtectionDomain domain,
      byte[] classFile) {
    if (SERVER_IN_CLASS_FILE.equals(className)) {
      serverIsStarting();
    }
    return null;
  }

  private synchronized void serverIsStarting() {
    isServerThere = true;
    registerIfDue();
  }

  private void registerIfDue() {
    if (isServerThere && report != null && !isRegistered) {
      isRegistered = true;
      registerSoon(report);
    }
  }

  private void registerSoon(Report shown) {
    Thread registrar = // waits for the server
        new Thread(() -> register(shown), "legio-mbeans");
    registrar.setDaemon(true);
    registrar.start();
  }

  private void register(Report shown) {
    instrumentation.removeTransformer(this);
    ResilienceCounters.register(shown);
  }
}
