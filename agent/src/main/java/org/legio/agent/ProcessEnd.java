package org.legio.agent;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.none;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Field;
import java.util.Map;
import java.util.Set;
import java.util.function.IntConsumer;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.agent.builder.AgentBuilder;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.description.modifier.Ownership;
import net.bytebuddy.description.modifier.Visibility;
import org.legio.ulfm.Job;

/**
 * Lets every end of a JVM that has not finalised MPI look like a crash, which the other ranks
 * notice at once: exit, halt, SIGTERM, return from main, an uncaught exception on the main thread
 * (out of memory included, and also while other threads would keep the JVM alive).
 *
 * <p>ULFM as launched by Open MPI 5 notices a process killed by a signal, not one that exits with a
 * status. So the last steps of the JVM's own shutdown, which come after the program's shutdown
 * hooks, are woven to end the process by SIGKILL instead.
 */
final class ProcessEnd {
  private static final String HOLDER = "java.lang.LegioProcessEnd";
  private static final String HALT_HOOK = "atHalt";
  private static final String SHUTDOWN_HOOK = "afterShutdown";
  private static final String THREAD_HOOK = "afterUncaughtException";
  private static final int UNCAUGHT_STATUS = 1;

  private final Job job;
  private final Thread main = Thread.currentThread();
  private volatile boolean watching;

  ProcessEnd(Job job) {
    this.job = job;
  }

  /** Whether an end of the process is to look like a crash from now on. */
  void watch(boolean on) {
    watching = on;
  }

  private void ending(int status) {
    if (watching) {
      job.crash(status);
    }
  }

  private void threadEnding() {
    if (Thread.currentThread() == main) {
      ending(UNCAUGHT_STATUS);
    }
  }

  /**
   * Weaves the JVM's shutdown.
   *
   * @throws ReflectiveOperationException if this JDK's is not as expected
   */
  void install(Instrumentation instrumentation, AgentBuilder.Listener listener)
      throws ReflectiveOperationException {
    Class<?> holder = defineHolder(instrumentation);
    Field halt = holder.getField(HALT_HOOK);
    Field shutdown = holder.getField(SHUTDOWN_HOOK);
    Field thread = holder.getField(THREAD_HOOK);
    halt.set(null, (IntConsumer) this::ending);
    shutdown.set(null, (Runnable) () -> ending(0));
    thread.set(null, (Runnable) this::threadEnding);
    new AgentBuilder.Default()
        .disableClassFormatChanges()
        .with(AgentBuilder.RedefinitionStrategy.RETRANSFORMATION)
        .with(listener)
        .ignore(none())
        .type(named("java.lang.Shutdown"))
        .transform(
            (builder, type, loader, module, domain) ->
                builder
                    .visit(
                        Advice.withCustomMapping()
                            .bind(Hook.class, halt)
                            .to(AtEntry.class)
                            .on(named("halt").and(takesArguments(int.class))))
                    .visit(
                        Advice.withCustomMapping()
                            .bind(Hook.class, shutdown)
                            .to(AtExit.class)
                            .on(named("shutdown").and(takesArguments(0)))))
        .type(named("java.lang.Thread"))
        .transform(
            (builder, type, loader, module, domain) ->
                builder.visit(
                    Advice.withCustomMapping()
                        .bind(Hook.class, thread)
                        .to(AtExit.class)
                        .on(named("dispatchUncaughtException"))))
        .installOn(instrumentation);
  }

  /** A class beside those woven, for them to find the hooks in. */
  private static Class<?> defineHolder(Instrumentation instrumentation)
      throws ReflectiveOperationException {
    Module own = ProcessEnd.class.getModule();
    instrumentation.redefineModule(
        Object.class.getModule(),
        Set.of(),
        Map.of(),
        Map.of("java.lang", Set.of(own)),
        Set.of(),
        Map.of());
    byte[] bytes =
        new ByteBuddy()
            .subclass(Object.class)
            .name(HOLDER)
            .modifiers(Visibility.PUBLIC)
            .defineField(HALT_HOOK, IntConsumer.class, Visibility.PUBLIC, Ownership.STATIC)
            .defineField(SHUTDOWN_HOOK, Runnable.class, Visibility.PUBLIC, Ownership.STATIC)
            .defineField(THREAD_HOOK, Runnable.class, Visibility.PUBLIC, Ownership.STATIC)
            .make()
            .getBytes();
    return MethodHandles.privateLookupIn(Object.class, MethodHandles.lookup()).defineClass(bytes);
  }

  /** Marks the advice's parameter that is the hook. */
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.PARAMETER)
  @interface Hook {}

  /** Advice: runs the hook before a method, with its argument. */
  static final class AtEntry {
    private AtEntry() {}

    @Advice.OnMethodEnter
    static void enter(@Hook IntConsumer hook, @Advice.Argument(0) int status) {
      hook.accept(status);
    }
  }

  /** Advice: runs the hook after a method, however it ends. */
  static final class AtExit {
    private AtExit() {}

    @Advice.OnMethodExit(onThrowable = Throwable.class)
    static void exit(@Hook Runnable hook) {
      hook.run();
    }
  }
}
